import Arguments
import Base
import GitBridge
import Graph
import Reports
import Runner
import Session
import SwiftSources
import Xcode

/// `ambit audit`: compares full test runs with the tests that selection would have run.
struct AuditCommand: AmbitCommand {
  let options: AuditOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try AuditPreparation(options, world, global).report()
    if options.format != .json { console.warn(report.warnings) }
    switch options.format {
    case .text: console.answer(report.document.lines(width: console.output.width))
    case .json: console.answer(AuditJSON.text(report))
    case .markdown: console.answer(report.document.markdown)
    }
    if report.count(.missed) > 0 { return .failed }
    return report.count(.unknown) > 0 ? .noVerdict : .success
  }
}

struct AuditOptions: Sendable, Hashable {
  /// The files, each as `FILE` or `REV=FILE`.
  var files: [Argument] = []
  /// The base of each commit; nil means the first parent.
  var base: String?
  var format = InsightsFormat.text
  var platform: String?

  init() {}

  init(_ arguments: ParsedArguments) throws(Failure) {
    files = arguments.arguments(.fullRuns)
    base = arguments.text(.base)
    format = try arguments.format()
    platform = arguments.text(.platform)
  }
}

extension FlagSpec {
  static let fullRuns = option(
    "junit", "[REV=]FILE", .file, arity: .many,
    "JUnit files of full test runs; REV is the tested commit, if no file or folder name has its id"
  )
}

extension AuditCommand {
  static let spec = CommandSpec(
    "audit", .automation, "Find failures of full test runs that selection would have missed",
    discussion: [
      "Give JUnit files of full test runs, such as runs of the default branch. Ambit checks if selection "
        + "would have run the failed modules. Nothing is checked out, built or run.",
      "The name of the file or its folder has the commit id, full or abbreviated. Files of one commit are "
        + "one run. Each commit is compared with its first parent, or with '--base'.",
      "Exits with 1 when selection would have missed a failure. Failures that the base's run also has do "
        + "not count. Exits with 2 when a file cannot be read, or the module of a failed case is unknown.",
    ],
    flags: [.fullRuns, .base, .platform, .format(InsightsFormat.self)],
    mainFlags: [.fullRuns, .base, .format(InsightsFormat.self)],
    examples: [
      Example("ambit audit --junit ci/*.xml", "files like ci/tests-1a2b3c4d.xml"),
      Example("ambit audit --junit main~1=before.xml main=after.xml", "two files, with their commits"),
      Example("ambit audit --base main --junit prs/*/junit.xml", "runs of pull requests"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(Failure) {
    options = try AuditOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}

/// Collects the data of `ambit audit` about full test runs.
struct AuditPreparation {
  private let options: AuditOptions
  private let pipeline: SelectionPipeline
  private let walk: ReplayWalk

  init(_ options: AuditOptions, _ world: World, _ global: GlobalOptions) throws(Failure) {
    guard !options.files.isEmpty else {
      throw Failure.usage(
        "`ambit audit` needs JUnit files of full test runs",
        hints: ["usage: ambit audit --junit [REV=]FILE..."])
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
    let fork = try options.base.map { base throws(Failure) in
      try repository.mergeBase(try repository.resolve(base), commit)
    }
    // A commit that the base has already is compared with the commit before it.
    let base = fork == nil || fork == commit ? try repository.parents(of: commit).first : fork ?? nil
    guard let base else {
      throw Failure(
        code: "no-base",
        message:
          "the commit \(Text.cut(commit.description, to: 8)) has no base in this clone",
        hints: ["name a base with '--base REV', or fetch the history: `git fetch --unshallow`"])
    }
    return try repository.step(from: base, to: commit)
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

  private func read() throws(Failure) -> [String: Set<ModuleID>] {
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

/// Finds the module of a case that another tool has named.
///
/// 1. A suite with the name of a module belongs to that module: Ambit names suites so.
/// 2. `CoreTests.CartTests` belongs to the test module CoreTests.
/// 3. Otherwise a suite may have the name of a test module.
/// 4. Otherwise the class is a test module with a free function, or a type that sources of test modules declare.
///
/// If several test modules have the name, only those count whose sources declare the type.
struct CaseModules {
  private let modules: [Replay.Module]
  private let byText: [String: ModuleID]
  private let tests: [String: [ModuleID]]
  /// Returns the test modules whose sources declare a type of that name.
  private let declaring: (String) -> Set<ModuleID>

  init(_ modules: [Replay.Module], declaring: @escaping (String) -> Set<ModuleID>) {
    self.modules = modules
    self.declaring = declaring
    byText = Dictionary(modules.map { ($0.id.description, $0.id) }) { first, _ in first }
    tests = Dictionary(grouping: modules.filter(\.kind.isTest).map(\.id)) {
      ModuleNames.compiled($0.name)
    }
  }

  /// The modules that the case may belong to, sorted. An empty list means that nobody can say.
  func modules(of testCase: JUnitFile.Case) -> [ModuleID] {
    if let id = testCase.suites.lazy.compactMap({ byText[$0] }).first { return [id] }
    // Ambit itself writes a package that does not build as a class.
    if testCase.className.hasPrefix("//") {
      return modules.map(\.id).filter { "//\($0.package)" == testCase.className }
    }
    let words = testCase.className.split(separator: ".").map(String.init)
    if words.count > 1, let owners = tests[words[0]] { return narrowed(owners, by: words[1]) }
    let owners = testCase.suites.lazy.compactMap { tests[String($0.prefix { $0 != "." })] }.first
    if let owners { return narrowed(owners, by: words.first) }
    return words.first.map { declaring($0).union(tests[$0] ?? []).sorted() } ?? []
  }

  private func narrowed(_ modules: [ModuleID], by type: String?) -> [ModuleID] {
    guard modules.count > 1, let type else { return modules.sorted() }
    let found = modules.filter(declaring(type).contains)
    return (found.isEmpty ? modules : found).sorted()
  }
}
