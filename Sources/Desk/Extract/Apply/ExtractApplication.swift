package import Edge
package import Extraction
import GitBridge
import ModuleGraph
import Names
package import Reports
import Run
import Runner
import Support
import Terminal
import Workspaces

/// Carries an extraction out, and proves it with a build. What does not compile leaves everything as it was.
package struct ExtractApplication {
  private let preparation: ExtractPreparation
  private let planner: ExtractionPlanner
  private let git: ExtractIndexing

  package init(_ preparation: ExtractPreparation, _ planner: ExtractionPlanner) throws(Failure) {
    self.preparation = preparation
    self.planner = planner
    git = try ExtractIndexing(preparation)
  }

  /// How often what a compiler asks for may be added: what it hides behind one error it says in the next build.
  private static let mostRounds = 5

  package func run(_ first: ExtractReport) throws(Failure) -> ExtractReport {
    var report = first
    var demands = ExtractionDemands()
    var round = 1
    while true {
      guard !report.isBlocked, let change = try ExtractChange(report, planner, preparation) else {
        report.outcome = .refused
        return report
      }
      // What compilers ask for may lie in files that were not concerned before.
      try refuseSubmodules(report)
      try git.refuseChanges(in: change.paths)
      report.edited = change.edited
      report.todo = change.notes
      let files = NewFiles(root: git.folder)
      preparation.pipeline.world.onAbruptEnd { files.takeBack() }
      do throws(Failure) {
        guard let errors = try errors(change, files, report) else {
          try git.stage(change.paths)
          files.keep()
          change.removeEmptyFolders(in: git.folder)
          report.outcome = .made(rounds: round)
          return report
        }
        var more = demands
        more.formUnion(planner.demands(of: complaints(errors, report), in: report.plan))
        if more == demands || round == Self.mostRounds {
          let patch = try patchFile(report.plan.name)
          try git.keepPatch(of: change.paths, at: patch)
          files.takeBack()
          report.outcome = .takenBack(patch: patch, errors: told(errors))
          return report
        }
        demands = more
      } catch {
        files.takeBack()
        throw error
      }
      files.takeBack()
      // The errors stand there already.
      preparation.index.console.note("what these ask for is added, and all is built again")
      report = try preparation.draft(planner, demands: demands)
      round += 1
    }
  }

  /// What compilers have to say of it; nil where all of it builds.
  private func errors(
    _ change: ExtractChange, _ files: NewFiles, _ report: ExtractReport
  ) throws(Failure) -> [BuildDiagnostic]? {
    preparation.pipeline.world.progressLine.begin("Moving files")
    try change.write(files)
    let concerned = preparation.concerned.map { preparation.graph.modules[$0].id }
    let built = try preparation.index.build(concerned + newModules(report)).report
    guard let built, built.outcome != .passed else { return nil }
    return built.packages.flatMap(\.errors)
  }

  private func complaints(_ errors: [BuildDiagnostic], _ report: ExtractReport) -> [ExtractionComplaint] {
    let origins = Dictionary(report.moves.map { ($0.to, $0.from) }) { one, _ in one }
    return errors.map { error in
      let file = error.file.map { RelativePath(Array($0.utf8)) }
      return ExtractionComplaint(file: file.map { origins[$0] ?? $0 }, message: error.message)
    }
  }

  /// What needs something that does not compile says no more than that.
  private func told(_ errors: [BuildDiagnostic]) -> [String] {
    let located = errors.filter { $0.file != nil }
    let sentences = (located.isEmpty ? errors : located).map(\.sentence)
    return sentences.isEmpty ? ["the build failed without an error of its own"] : sentences
  }

  private func newModules(_ report: ExtractReport) -> [ModuleID] {
    let names = [report.plan.name] + (report.plan.tests.isEmpty ? [] : ["\(report.plan.name)Tests"])
    return names.map { ModuleID(package: report.folder, name: $0) }
  }

  private func patchFile(_ name: String) throws(Failure) -> String {
    let scratch = ScratchRoot.path(inWorkspace: preparation.root)
    try Failure.wrapping { try ScratchRoot.prepare(scratch) }
    return "\(scratch)/\(name).patch"
  }

  /// What is written in another clone would be nobody's commit here.
  private func refuseSubmodules(_ report: ExtractReport) throws(Failure) {
    let workspace = preparation.pipeline.workspace
    guard let commit = workspace.head.commit else { return }
    var homes = FolderHomes(workspace.repository, at: commit)
    let packages =
      [report.plan.module.package, report.folder.parent] + report.plan.dependents.map(\.module.package)
    for folder in packages {
      let home = try Failure.wrapping {
        try homes.home(of: workspace.location.folderInRepository.appending(folder))
      }
      guard !home.root.isRoot else { continue }
      throw Failure(
        code: "in-submodule",
        message:
          "//\(folder) lies in the submodule \"\(home.root)\", and an extraction changes one repository alone",
        hints: ["what the plan says without --write can be done by hand, the submodule first"])
    }
  }
}
