import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session
import SwiftSources
import Xcode

/// Collects the data of `ambit audit` about full test runs.
struct AuditPreparation {
  private let options: AuditOptions
  private let pipeline: SelectionPipeline
  private let walk: ReplayWalk

  init(_ options: AuditOptions, _ world: World, _ global: GlobalOptions) throws(Failure) {
    guard !options.files.isEmpty else {
      throw Failure(
        describing: UsageError(
          "`ambit audit` needs JUnit files of full test runs", hints: ["usage: ambit audit --junit FILE..."]))
    }
    var selection = SelectionOptions()
    selection.platform = options.platform
    selection.change = .revisions(base: nil, head: "HEAD", fromMergeBase: true)
    self.options = options
    pipeline = try SelectionPipeline.open(world, global, selection)
    walk = ReplayWalk(pipeline, platform: options.platform)
  }

  func report() throws(Failure) -> AuditReport {
    pipeline.world.progressLine.begin("Reading test runs")
    let full = try FullRuns(options.files, in: pipeline.workspace.repository, pipeline.world)
    let known = Dictionary(uniqueKeysWithValues: full.runs.map { ($0.commit, Set($0.failures.map(\.shown))) })
    let runs = try full.runs.map { run throws(Failure) in (run: run, step: try step(to: run.commit)) }
      .sorted { ($1.step.time, "\($0.run.commit)") < ($0.step.time, "\($1.run.commit)") }
    let (replay, _) = try walk.replay(runs.map(\.step))
    let told = zip(runs, replay.commits).map { pair, commit in
      self.told(pair.run, pair.step, commit, replay.lists, before: known[pair.step.parent])
    }
    return AuditReport(runs: told, warnings: full.warnings)
  }

  private func step(to commit: CommitID) throws(Failure) -> MainLineStep {
    let repository = pipeline.workspace.repository
    let base = try Failure.wrapping {
      let fork = try options.base.map { try repository.mergeBase(try repository.resolve($0), commit) }
      // A commit that the base has already is compared with the commit before it.
      return fork == nil || fork == commit ? try repository.parents(of: commit).first : fork ?? nil
    }
    guard let base else {
      throw Failure(
        code: "no-base",
        message:
          "the commit \(Text.cut(commit.description, to: 8)) has no base in this clone",
        hints: ["name a base with '--base REV', or fetch the history: `git fetch --unshallow`"])
    }
    return try Failure.wrapping { try repository.step(from: base, to: commit) }
  }

  private func told(
    _ run: FullRuns.Run, _ step: MainLineStep, _ commit: Replay.Commit, _ lists: [[Replay.Module]],
    before: Set<String>?
  ) -> AuditReport.Run {
    var (all, selected): ([Replay.Module], Set<ModuleID>) = ([], [])
    var unjudged: String?
    switch commit.finding {
    case .unknown(let reason): unjudged = reason
    case .reached(let places, let list):
      all = lists[list]
      selected = Set(places.map { all[$0].id })
    }
    let types = run.failures.isEmpty ? nil : DeclaredSuites(step, walk)
    let modules = CaseModules(all) { types?.modules(declaring: $0) ?? [] }
    let failures = run.failures.map { testCase in
      let found = unjudged == nil ? modules.modules(of: testCase) : []
      let verdict =
        unjudged != nil
        ? .selected
        : Self.verdict(found, selected, failedBefore: before?.contains(testCase.shown) ?? false)
      return AuditReport.Failure(name: testCase.shown, modules: found, verdict: verdict)
    }
    let tests = all.filter(\.kind.isTest)
    return AuditReport.Run(
      commit: commit.id, base: commit.parent, files: run.files, cases: run.cases, tests: tests.count,
      selected: tests.count { selected.contains($0.id) }, unjudged: unjudged, hasBaseRun: before != nil,
      failures: failures)
  }

  /// Judges a failed case. `found` are the modules that may have it.
  private static func verdict(
    _ found: [ModuleID], _ selected: Set<ModuleID>, failedBefore: Bool
  ) -> AuditReport.Verdict {
    let isSelected = Set(found.map(selected.contains))
    guard isSelected.count == 1 else { return .unknown }
    return isSelected.contains(true) ? .selected : failedBefore ? .failingBefore : .missed
  }
}

/// The types that test modules declare at a commit. They are looked up when first needed.
private final class DeclaredSuites {
  private lazy var types = (try? read()) ?? [:]
  private let step: MainLineStep
  private let walk: ReplayWalk

  init(_ step: MainLineStep, _ walk: ReplayWalk) { (self.step, self.walk) = (step, walk) }

  func modules(declaring type: String) -> Set<ModuleID> { types[type] ?? [] }

  private func read() throws -> [String: Set<ModuleID>] {
    let workspace = walk.pipeline.workspace
    let tree = SubTree(
      of: try workspace.tree(of: step.commit.description), at: workspace.location.folderInRepository)
    var types: [String: Set<ModuleID>] = [:]
    let sources = try tree.files { $0.hasSuffix(".swift") }
    for module in try walk.context(of: step).graph.listedModules where module.kind.isTest {
      for file in sources where Self.holds(module, file) {
        for type in DeclaredTypes.names(in: try tree.contents(of: file) ?? []) {
          types[type, default: []].insert(module.id)
        }
      }
    }
    return types
  }

  private static func holds(_ module: ModuleNode, _ source: RelativePath) -> Bool {
    module.target?.members.isOwn(source) ?? module.layout.folder.map(source.isInside) ?? false
  }
}
