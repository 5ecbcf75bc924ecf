import Arguments
package import Base
import GitBridge
package import Graph
import Reports
package import Runner
package import Store
import SwiftSources

/// The results of a run's test modules: recorded ones, and those that the run adds.
package struct RunResults {
  /// The affected test modules, sorted.
  private let wanted: [ModuleID]
  /// Recorded passes that replace a run of a module.
  private let cached: [ModuleID: ModuleReport]
  private let audit: Audit?
  /// The affected modules without tests that no earlier run has built as they are.
  package let toBuild: Set<ModuleID>
  private let known: (tests: [ModuleID], builds: Set<ModuleID>)
  private var recorder: ResultRecorder?

  /// `tests` are the affected test modules among `all`. `builds` are affected modules to build.
  /// Without a recorder nothing is looked up or recorded.
  init(
    tests: [ModuleID], among all: Set<ModuleID>, builds: Set<ModuleID> = [], recorder: ResultRecorder? = nil,
    auditing percent: Int? = nil, runsAll: Bool = false
  ) {
    wanted = tests
    self.recorder = recorder
    recorder?.bring(tests: tests, builds: builds)
    var cached: [ModuleID: ModuleReport] = [:]
    for test in tests where !runsAll { cached[test] = recorder?.pass(of: test) }
    var random = SystemRandomNumberGenerator()
    // A test that runs in any case says nothing about what is left out.
    let leftOut = all.subtracting(tests).union(cached.keys)
    audit = percent.map { Audit($0, of: leftOut, random: &random) }
    for test in audit?.modules ?? [] { cached[test] = nil }
    self.cached = cached
    if let audit { recorder?.gates.audit(audit) }
    known = (Array(cached.keys), builds)
    toBuild = builds.filter { !(recorder?.isBuilt($0) ?? false) }
  }

  /// The test modules to run.
  var toRun: Set<ModuleID> { Set(wanted.filter { cached[$0] == nil }).union(unselected) }
  var unselected: Set<ModuleID> { audit?.modules.subtracting(wanted) ?? [] }

  /// The recorded passes, in the order of the modules.
  package var replays: [ModuleReport] { wanted.compactMap { cached[$0] } }

  /// Observations of passes that other machines recorded.
  var adopted: [ModuleID: Observation] {
    recorder?.lookup.adopted.with { $0 } ?? [:]
  }

  /// Sends known records that other machines may not have yet.
  func sendKnown() { recorder?.sendKnown(tests: known.tests, builds: known.builds) }

  /// Call this right before the run.
  mutating func watchInputs(_ moves: FolderMoves, unlikeCheckout: Set<RelativePath>) {
    let tests = toRun
    recorder?.watchInputs(moves, of: tests, unlikeCheckout: unlikeCheckout)
  }

  /// Compares built tests with recorded passes.
  var gates: RunGates? { recorder?.gates }

  /// Observations of earlier runs, where modules may run on workers.
  var keptTestReads: KeptTestReads? { recorder?.keptTestReads }

  /// Records passes, and returns the whole report in the order of the modules: new results and recorded ones.
  func joined(
    _ run: RunReport, builtAs build: UndeclaredReads,
    _ observations: [ModuleID: Result<Observation, ObservationObstacle>]
  ) throws(Failure) -> RunReport {
    var report = run
    report.warnings +=
      audit?.contradictions(
        in: run.modules, affected: Set(wanted), builtAsBefore: recorder?.gates.auditedAsBuilt ?? []) ?? []
    let altered = recorder?.gates.altered ?? [:]
    report.warnings += Audit.contradictions(in: altered)
    let ran = Dictionary(run.modules.map { ($0.id, altered[$0.id]?.judged($0) ?? $0) }) { first, _ in first }
    // An audited module that was not selected is told of only if it fails.
    let others = unselected.filter { ran[$0]?.outcome.isFailure ?? false }
    report.auditedPasses = unselected.count { ran[$0]?.outcome.isSuccess ?? false }
    report.modules = (wanted + others).sorted().compactMap { test in
      guard var module = ran[test] ?? cached[test] else { return nil }
      module.key = recorder?.key(of: test)?.digest.description
      return module
    }
    if report.outcome == .passed, ran.values.contains(where: \.outcome.isFailure) { report.outcome = .failed }
    if let recorder {
      report.warnings += try recorder.record(
        run.modules, built: run.packages.flatMap(\.proven),
        accepted: Set(run.packages.filter { $0.outcome == .built }.map(\.folder)), builtAs: build,
        observations)
    }
    return report
  }
}

extension RunResults {
  /// Looks up recorded passes of the selected test modules, and recorded builds of the other modules.
  ///
  /// - `place` is where the run happens. Keys are for the files there.
  static func open(
    _ preparation: RunPreparation, _ place: RevisionRun
  ) throws(Failure) -> (results: RunResults, warnings: [Warning]) {
    let isTest = preparation.action == .test
    let tests = isTest ? preparation.tests : []
    // A filtered run answers only for the cases that it runs.
    let builds = preparation.filter == nil ? preparation.buildable : []
    // Other shards report on their own modules.
    let others = Set(preparation.outcome.report.selection.tests).subtracting(tests)
    let all = Set(preparation.outcome.graph.listedModules.filter { $0.kind == .test }.map(\.id)).subtracting(
      others)
    let percent = preparation.options.audit
    let withoutCache = RunResults(tests: tests, among: isTest ? all : [], builds: builds, auditing: percent)
    let doubts =
      percent == nil || preparation.options.dryRun
      ? []
      : AlterableFiles.warning(preparation.auditSandbox, unaltered(preparation, place)).map { [$0] } ?? []
    let isNothing = tests.isEmpty && builds.isEmpty && percent == nil
    guard !preparation.options.noCache, !preparation.options.dryRun || isTest, preparation.filter == nil,
      !isNothing
    else { return (withoutCache, doubts) }
    let (opened, problems) = ResultStore.open(for: preparation)
    guard let store = opened else { return (withoutCache, problems) }
    // An audit may draw any.
    let keyed = percent == nil ? tests : all.union(tests).sorted()
    let recorder = try recorder(store, preparation, place, keyed + builds.sorted())
    let results = RunResults(
      tests: tests, among: isTest ? all : [], builds: builds, recorder: recorder, auditing: percent,
      runsAll: preparation.options.auditsInputs)
    return (results, doubts)
  }

  /// Returns the reason for which an audit of this run alters no files.
  private static func unaltered(_ preparation: RunPreparation, _ place: RevisionRun) -> String? {
    let settings = preparation.session.settings
    if place.isCopy { return "it runs in a copy of a revision" }
    if settings.measuresCoverage { return "it measures coverage" }
    if preparation.filter != nil { return "it runs some cases only" }
    return preparation.options.viaSwiftTest ? "`swift test` starts the tests" : nil
  }

  /// The records of a module, here and now.
  package struct Kept {
    package let key: ModuleKey?
    /// The gate by which the module need not run, as far as that is known before a build. nil where it must run, or where
    /// it is no test module.
    package let gate: Gate?
    package let isBuilt: Bool
  }

  /// Returns nil where nothing is ever kept.
  package static func kept(
    of module: ModuleID, _ preparation: RunPreparation, _ place: RevisionRun
  ) throws(Failure) -> Kept? {
    guard let store = ResultStore.open(for: preparation).results else { return nil }
    let recorder = try recorder(store, preparation, place, [module])
    return Kept(
      key: recorder.key(of: module), gate: recorder.pass(of: module)?.gate, isBuilt: recorder.isBuilt(module))
  }

  /// Returns the recorded passes of test modules, for commands that need their details.
  package static func passes(
    of modules: [ModuleID], _ preparation: RunPreparation, _ place: RevisionRun
  ) throws(Failure) -> [ModuleID: ModuleReport] {
    guard let store = ResultStore.open(for: preparation).results else { return [:] }
    let recorder = try recorder(store, preparation, place, modules)
    recorder.bring(tests: modules, builds: [])
    return Dictionary(
      uniqueKeysWithValues: modules.compactMap { module in recorder.pass(of: module).map { (module, $0) } })
  }

  private static func recorder(
    _ store: ResultStore, _ preparation: RunPreparation, _ place: RevisionRun, _ modules: [ModuleID]
  ) throws(Failure) -> ResultRecorder {
    preparation.world.progressLine.begin("Looking up results")
    let workspace = preparation.session.workspace
    let keys = try KeyPreparation(preparation, workspace.head.tree).keys(of: modules)
    let inputs: RunInputs
    var alterable: AlterableFiles?
    if place.isCopy {
      inputs = .inCopy(keys)
    } else {
      // A commit may also be run in the working tree, when both agree on all that matters.
      let now = try workspace.ofWorkingTree(preparation.world)
      if preparation.options.audit != nil {
        alterable = try AlterableFiles(now.tree, preparation.auditSandbox)
      }
      inputs = .inWorkingTree(
        now.head.tree as? WorkingTree, keys, workspaceFolder: workspace.location.folderInRepository
      ) { () throws(Failure) in
        try KeyPreparation(preparation, now.refreshed(preparation.world).head.tree).keys(of: modules)
      }
    }
    let shapes = PackageShapes(keys) { path in
      place.isCopy
        ? (try? workspace.tree.kind(of: path)) != nil
        : LocalFiles.exists(workspace.location.absolutePath(of: path))
    }
    let leftovers = Leftovers(workspace, workspace.footprints.outputs, isInCopy: place.isCopy)
    let gates = RunGates(
      store, keys, RunGates.Context(preparation), seen: workspace.footprints, leftovers,
      usesGates: preparation.usesGates, alterable: alterable)
    return ResultRecorder(
      lookup: lookup(store, leftovers, preparation, place), keys: keys, shapes: shapes, inputs: inputs,
      gates: gates, keptTestReads: preparation.keptTestReads(store),
      measuresCoverage: preparation.session.settings.measuresCoverage)
  }

  /// Looks at files in the working tree, or at those from which a copy will be made.
  private static func lookup(
    _ store: ResultStore, _ leftovers: Leftovers, _ preparation: RunPreparation, _ place: RevisionRun
  ) -> PassLookup {
    let workspace = preparation.session.workspace
    let home = preparation.environment.tests["HOME"]
    let disk = DiskView(
      root: workspace.location.root, home: home, beside: preparation.world.beside, memory: DiskMemory())
    let view: any SeenView = place.isCopy ? TreeView(tree: workspace.tree, disk: disk) : disk
    return PassLookup(
      results: store, view: view, seen: workspace.footprints, leftovers: leftovers,
      usesGates: preparation.usesGates,
      observes: { preparation.canObserve($0) })
  }
}

extension RunPreparation {
  /// True when the built product may replace a run of a test module.
  fileprivate var usesGates: Bool {
    guard options.usesGates else { return false }
    switch outcome.config.run.gates {
    case .always: return true
    case .never: return false
    case .pullRequests: return !NamespaceChain.isTrunk(world.environment, outcome.config, head: head)
    }
  }

  fileprivate var auditSandbox: ManifestSandbox {
    ManifestSandbox(.auto, searchPath: world.environment["PATH"] ?? "")
  }

  /// Asks the system only if workspace.json does not forbid observing.
  fileprivate func canObserve(_ module: ModuleID) -> Bool {
    outcome.config.settings(for: module).test.observe != false && ProcessObserver.obstacle() == nil
  }
}

extension ResultStore {
  /// Opens the store of a run. Returns nil where there is no cache folder, and a warning where it cannot be opened.
  /// Without a store everything runs, which is slow but right.
  package static func open(
    for config: WorkspaceConfig, head: String?, remote: RemoteCache? = nil, _ world: World
  ) -> (results: ResultStore?, problems: [Warning]) {
    do throws(Failure) {
      let store = try LocalStore.open(for: config, head: head, world)
      return (store.map { ResultStore(store: $0, remote: remote) }, [])
    } catch {
      return (nil, [Warning(error)])
    }
  }

  fileprivate static func open(for preparation: RunPreparation) -> (
    results: ResultStore?, problems: [Warning]
  ) {
    open(
      for: preparation.outcome.config, head: preparation.head, remote: preparation.remote, preparation.world)
  }
}

extension RunGates.Context {
  fileprivate init(_ preparation: RunPreparation) {
    let location = preparation.session.workspace.location
    self.init(
      root: location.root, folderInRepository: location.folderInRepository,
      toolchain: preparation.toolchain.root, temporary: preparation.environment.tests["TMPDIR"],
      home: preparation.environment.tests["HOME"], beside: preparation.world.beside)
  }
}

extension Toolchain {
  /// The root folder of the toolchain. A toolchain in `/usr` shares its folder, so its library folder is used instead.
  package var root: String {
    let folder = LocalFiles.folder(of: LocalFiles.folder(of: swift))
    return ["/", "/usr", "/usr/local"].contains(folder) ? "\(folder)/lib/swift" : folder
  }
}
