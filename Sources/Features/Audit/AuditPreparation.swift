import Arguments
import Base
import GitBridge
import Graph
import Reports
import Runner
import Session
import SwiftSources
import Xcode

/// Collects the data of `ambit audit` about full test runs.
struct AuditPreparation {
  private let options: AuditOptions
  private let session: Session
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
    session = try Session.open(world, global, selection)
    walk = ReplayWalk(session, platform: options.platform)
  }

  func report() throws(Failure) -> AuditReport {
    session.world.progressLine.begin("Reading test runs")
    let full = try FullRuns(options.files, in: session.workspace.repository, session.world)
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
    let repository = session.workspace.repository
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
    let workspace = walk.session.workspace
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

/// Full test runs from JUnit files, each with the commit that it tested.
struct FullRuns {
  struct Run {
    let commit: CommitID
    private(set) var files: [String] = []
    private(set) var cases = 0
    /// Each failed case once, in the order of the files.
    private(set) var failures: [JUnitFile.Case] = []

    fileprivate mutating func add(_ file: JUnitFile, named name: String) {
      files.append(name)
      cases += file.cases
      failures = (failures + file.failures).uniqued()
    }
  }

  /// Runs, in the order in which their commits are named first.
  private(set) var runs: [Run] = []
  private(set) var warnings: [Warning] = []

  init(_ arguments: [Argument], in repository: Repository, _ world: World) throws(Failure) {
    var places: [CommitID: Int] = [:]
    for argument in arguments.uniqued() {
      let (revision, path) = Self.split(argument, world)
      guard let bytes = LocalFiles.read(world.absoluteText(path.bytes)) else {
        throw Self.failure("cannot read the JUnit file \(path.quoted)", ["name it as 'FILE' or 'REV=FILE'"])
      }
      let commit = try Self.commit(revision, path, repository)
      let file = try JUnitFile(bytes, name: "\(path)")
      if file.cases == 0, file.failures.isEmpty {
        warnings.append(Warning(code: "empty-junit", message: "\(path.quoted) has no test case"))
      }
      let place = places[commit] ?? runs.count
      if place == runs.count {
        places[commit] = place
        runs.append(Run(commit: commit))
      }
      runs[place].add(file, named: "\(path)")
    }
  }

  /// An argument that is the path of a file is taken as that, even if it contains `=`.
  private static func split(_ argument: Argument, _ world: World) -> (revision: String?, path: Argument) {
    guard let equals = argument.bytes.firstIndex(of: UInt8(ascii: "=")),
      !LocalFiles.exists(world.absoluteText(argument.bytes))
    else { return (nil, argument) }
    return (
      String(decoding: argument.bytes[..<equals], as: UTF8.self), Argument(argument.bytes[(equals + 1)...])
    )
  }

  private static func commit(
    _ revision: String?, _ path: Argument, _ repository: Repository
  ) throws(Failure) -> CommitID {
    if let revision { return try repository.resolve(revision) }
    for component in path.bytes.split(separator: UInt8(ascii: "/")).reversed() {
      let found = Set(
        ids(in: component).compactMap { id -> CommitID? in
          // A branch or a tag may look like an id.
          (try? repository.resolve(id)).flatMap { $0.description.hasPrefix(id) ? $0 : nil }
        })
      guard found.count < 2 else {
        throw failure("the name of \(path.quoted) has two commit ids", hints(path))
      }
      if let commit = found.first { return commit }
    }
    throw failure(
      "no name in the path \(path.quoted) is the id of a commit in this clone",
      hints(path) + ["in a shallow clone, fetch all commits: `git fetch --unshallow`"])
  }

  private static func hints(_ path: Argument) -> [String] { ["name the tested commit: 'REV=\(path)'"] }

  /// Returns words of 7 to 40 hexadecimal digits, in lower case.
  static func ids(in name: some Sequence<UInt8>) -> [String] {
    let words = String(decoding: Array(name), as: UTF8.self).lowercased().split {
      !$0.isLetter && !$0.isNumber
    }
    return words.map(String.init).filter { word in
      (7...40).contains(word.utf8.count) && word.allSatisfy { $0.isASCII && $0.isHexDigit }
    }
  }

  private static func failure(_ message: String, _ hints: [String]) -> Failure {
    Failure(code: JUnitFile.unusable, message: message, hints: hints)
  }
}
