package import Arguments
package import Edge
package import Reports
import Support
import Workspaces

/// Goes on with what an earlier `--apply` was stopped in the middle of. Nothing of it is taken back: a tag may have been
/// pushed meanwhile.
package struct ReleaseTakeUp {
  private let pipeline: SelectionPipeline

  package init(_ world: World, _ global: GlobalOptions) throws(Failure) {
    pipeline = try SelectionPipeline.open(world, global, SelectionOptions())
  }

  /// What is done now, with the pins to bring up; nil where nothing was left to do.
  package func run() throws(Failure) -> (applied: [ReleaseReport.Applied], updates: [ReleaseReport.Update])? {
    let (repository, location) = (pipeline.workspace.repository, pipeline.workspace.location)
    guard ReleaseJournal.isThere(repository) else { return nil }
    let journal = try ReleaseJournal(repository)
    guard let record = try journal.read() else { return nil }
    guard record.workspace == location.root else {
      throw journal.unfinished(
        "it was begun in another folder; there it is taken up: ambit -C \(record.workspace.shellQuoted) release plan --apply",
        tags: [])
    }
    let git = try GitProgram(pipeline.world)
    for clone in record.clones {
      if let obstacle = try clone.obstacle(git, location) {
        throw journal.unfinished(obstacle, tags: try made(record, git))
      }
    }
    pipeline.world.progressLine.begin("Tagging")
    var applied: [ReleaseReport.Applied] = []
    for clone in record.clones { applied.append(try clone.apply(git, location)) }
    journal.remove()
    return (applied, record.updates)
  }

  private func made(_ record: ReleaseRecord, _ git: GitProgram) throws(Failure) -> [(
    folder: String, name: String
  )] {
    var found: [(folder: String, name: String)] = []
    for clone in record.clones {
      let known = try clone.tagNames(git)
      found += clone.tags.map(\.name).filter(known.contains).map { (clone.folder, $0) }
    }
    return found
  }
}
