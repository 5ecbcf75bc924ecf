import Arguments
import Base
import Graph
import Reports
import Session

/// The tasks of a workspace by their names.
struct TaskNames {
  private let config: WorkspaceConfig

  init(_ config: WorkspaceConfig) { self.config = config }

  /// Returns each name once, in the order in which they were asked for.
  func names(_ words: [Argument]) throws(Failure) -> [String] {
    let known = config.tasks.map(\.name)
    var names: [String] = []
    for word in words {
      guard let name = word.text, known.contains(name) else { throw unknown(word, known) }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private func unknown(_ word: Argument, _ known: [String]) -> Failure {
    let quoted = "\"\(word.description.prefix(200))\""
    guard !known.isEmpty else {
      let name = word.description.prefix(100)
      return Failure(
        code: "unknown-task", message: "no task \(quoted): workspace.json has no \"tasks\"",
        hints: [
          "docs/tasks.md shows how to write tasks",
          "to test a module: `ambit test \(name)`, on every save `ambit watch test \(name)`",
        ])
    }
    let nearest = NearestName.suggestion(for: word.description, among: known)
    return Failure(
      code: "unknown-task", message: "no task \(quoted)" + (nearest.map { "; nearest \"\($0)\"" } ?? ""),
      hints: ["`ambit run` lists the tasks", "packages and modules start with two slashes: //Packages/Core"])
  }

  /// Returns the tasks whose definitions differ from the base's, or are new.
  func changed(
    in outcome: SelectionPipeline.Outcome, _ pipeline: SelectionPipeline
  ) throws(Failure) -> Set<String> {
    let configuration = pipeline.workspace.location.configuration
    guard outcome.report.selection.changes.contains(where: { $0.path == configuration }) else { return [] }
    let all = Set(config.tasks.map(\.name))
    let revision = outcome.report.revisions.base.map { $0.mergeBase ?? $0.commit }
    guard let revision, let tree = try? pipeline.workspace.tree(of: revision),
      let old = try? pipeline.workspace.config(in: tree)
    else { return all }
    return all.subtracting(Set(old.tasks).intersection(config.tasks).map(\.name))
  }
}
