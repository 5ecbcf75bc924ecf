import AffectedGraph
import Arguments
package import Cache
package import Config
package import ContentKeys
package import Edge
import GitBridge
import Manifests
import ModuleGraph
package import Names
import Observations
import Platform
import Remote
import Reports
package import Runner
import Support
import Workspaces

extension RunResults {
  /// Looks up what stands for running the test modules of a selection, and for building the others.
  ///
  /// - `place` says where the run happens; keys are for what lies there.
  static func open(
    _ preparation: RunPreparation, _ place: RevisionRun
  ) throws(Failure) -> (results: RunResults, warnings: [Warning]) {
    let isTest = preparation.action == .test
    let tests = isTest ? preparation.tests : []
    // A filtered run asks about some cases and answers for nothing else.
    let builds = preparation.filter == nil ? preparation.buildable : []
    // What other shards run, they answer for.
    let others = Set(preparation.outcome.report.selection.tests).subtracting(tests)
    let all = Set(preparation.outcome.graph.listedModules.filter { $0.kind == .test }.map(\.id)).subtracting(
      others)
    let percent = preparation.options.audit
    let withoutCache = RunResults(tests: tests, among: isTest ? all : [], builds: builds, auditing: percent)
    let isNothing = tests.isEmpty && builds.isEmpty && percent == nil
    guard !preparation.options.noCache, !preparation.options.dryRun || isTest, preparation.filter == nil,
      !isNothing
    else { return (withoutCache, []) }
    let store: PassStore
    do throws(StoreError) {
      guard var opened = try PassStore.open(for: preparation) else {
        return (withoutCache, [])
      }
      opened.remote = preparation.remote
      store = opened
    } catch {
      // Without a store every test is run, which is slow and right.
      return (withoutCache, [Warning(describing: error)])
    }
    let recorder = try recorder(store, preparation, place, tests + builds.sorted())
    let results = RunResults(
      tests: tests, among: isTest ? all : [], builds: builds, recorder: recorder, auditing: percent,
      runsAll: preparation.options.auditsInputs)
    return (results, [])
  }

  /// What stands for running a test module, as far as that is known before anything is built.
  package static func gate(
    of module: ModuleID, _ preparation: RunPreparation, _ place: RevisionRun
  ) throws(Failure) -> Gate? {
    try kept(of: module, preparation, place)?.gate
  }

  /// What is kept of a module here and now.
  package struct Kept {
    package let key: ModuleKey?
    /// What stands for running it; nil where nothing does, or where it is no test module.
    package let gate: Gate?
    package let isBuilt: Bool
  }

  /// nil where nothing is ever kept.
  package static func kept(
    of module: ModuleID, _ preparation: RunPreparation, _ place: RevisionRun
  ) throws(Failure) -> Kept? {
    guard var store = (try? PassStore.open(for: preparation)) ?? nil else {
      return nil
    }
    store.remote = preparation.remote
    let recorder = try recorder(store, preparation, place, [module])
    return Kept(
      key: recorder.key(of: module), gate: recorder.pass(of: module)?.gate, isBuilt: recorder.isBuilt(module))
  }

  /// What stands for running test modules, for whoever wants to know what was found out then.
  package static func passes(
    of modules: [ModuleID], _ preparation: RunPreparation, _ place: RevisionRun
  ) throws(Failure) -> [ModuleID: ModuleReport] {
    guard var store = (try? PassStore.open(for: preparation)) ?? nil else {
      return [:]
    }
    store.remote = preparation.remote
    let recorder = try recorder(store, preparation, place, modules)
    recorder.bring(tests: modules, builds: [])
    return Dictionary(
      uniqueKeysWithValues: modules.compactMap { module in recorder.pass(of: module).map { (module, $0) } })
  }

  private static func recorder(
    _ store: PassStore, _ preparation: RunPreparation, _ place: RevisionRun, _ modules: [ModuleID]
  ) throws(Failure) -> ResultRecorder {
    preparation.world.progressLine.begin("Looking results up")
    let workspace = preparation.pipeline.workspace
    let keys = try KeyPreparation(preparation, workspace.head.tree).keys(of: modules)
    let inputs: RunInputs
    if place.isCopy {
      inputs = .inCopy(keys)
    } else {
      // Another revision than the working tree is run in there when the two agree on what matters.
      let now = try workspace.ofWorkingTree(preparation)
      inputs = .inWorkingTree(
        now.head.tree as? WorkingTree, keys, workspaceFolder: workspace.location.folderInRepository
      ) { () throws(Failure) in
        try KeyPreparation(preparation, workspace.reopened(preparation).head.tree).keys(of: modules)
      }
    }
    let leftovers = Leftovers(workspace, workspace.footprints.outputs, isInCopy: place.isCopy)
    let gates = RunGates(
      store, keys, RunGates.Ground(preparation), seen: workspace.footprints, leftovers,
      usesGates: preparation.usesGates)
    return ResultRecorder(
      lookup(store, leftovers, preparation, place), keys, inputs: inputs, gates: gates,
      acquaintances: preparation.acquaintances(store),
      measuresCoverage: preparation.pipeline.settings.measuresCoverage)
  }

  /// The files are looked at where they lie, or where a copy will be made from.
  private static func lookup(
    _ store: PassStore, _ leftovers: Leftovers, _ preparation: RunPreparation, _ place: RevisionRun
  ) -> PassLookup {
    let workspace = preparation.pipeline.workspace
    let home = preparation.environment.tests["HOME"]
    let disk = DiskView(root: workspace.location.root, home: home, memory: DiskMemory())
    let view: any SeenView = place.isCopy ? TreeView(tree: workspace.tree, disk: disk) : disk
    return PassLookup(
      passes: store, view: view, seen: workspace.footprints, leftovers: leftovers,
      usesGates: preparation.usesGates,
      observes: { preparation.canObserve($0) })
  }
}

extension RunPreparation {
  /// True when the product that was built may stand for running a test module.
  fileprivate var usesGates: Bool {
    guard options.usesGates else { return false }
    switch outcome.config.run.gates {
    case .always: return true
    case .never: return false
    case .pullRequests: return !NamespaceChain.isTrunk(world.environment, outcome.config, head: head)
    }
  }

  /// Asks the system only where workspace.json does not rule it out.
  fileprivate func canObserve(_ module: ModuleID) -> Bool {
    outcome.config.settings(for: module).test.observe != false && ProcessObserver.obstacle() == nil
  }
}

extension OpenWorkspace {
  /// The same workspace with the working tree in place of another revision.
  func ofWorkingTree(_ preparation: RunPreparation) throws(Failure) -> OpenWorkspace {
    head.isWorkingTree ? self : try reopened(preparation)
  }

  /// The same workspace with the working tree as it is by now.
  func reopened(_ preparation: RunPreparation) throws(Failure) -> OpenWorkspace {
    try .open(
      preparation.world, preparation.pipeline.global, headRevision: nil, footprints: footprints)
  }
}

extension PassStore {
  /// nil when there is no place for a cache.
  package static func open(
    for config: WorkspaceConfig, head: String?, _ world: World
  ) throws(StoreError) -> PassStore? {
    try LocalStore.open(for: config, head: head, world).map { PassStore(store: $0) }
  }

  fileprivate static func open(for preparation: RunPreparation) throws(StoreError) -> PassStore? {
    try open(for: preparation.outcome.config, head: preparation.head, preparation.world)
  }
}

extension RunGates.Ground {
  fileprivate init(_ preparation: RunPreparation) {
    let location = preparation.pipeline.workspace.location
    self.init(
      root: location.root, folderInRepository: location.folderInRepository,
      toolchain: preparation.toolchain.root, temporary: preparation.environment.tests["TMPDIR"],
      home: preparation.environment.tests["HOME"])
  }
}

extension Toolchain {
  /// The folder of all that is the toolchain's alone. One that is installed among everything else has none.
  package var root: String {
    let folder = LocalFiles.folder(of: LocalFiles.folder(of: swift))
    return ["/", "/usr", "/usr/local"].contains(folder) ? "\(folder)/lib/swift" : folder
  }
}
