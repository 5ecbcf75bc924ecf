import AffectedGraph
import Arguments
import Cache
import Config
import ContentKeys
import GitBridge
import ModuleGraph
import Names
import Reports
import Runner
import Support

extension RunResults {
  /// Looks up what stands for running the test modules of a selection, and for building the others.
  ///
  /// - `place` says where the run happens; keys are for what lies there.
  static func open(
    _ preparation: RunPreparation, _ place: RevisionRun
  ) throws(Failure) -> (results: RunResults, warnings: [Warning]) {
    let isTest = preparation.action == .test
    let tests = isTest ? preparation.outcome.report.selection.tests.sorted() : []
    // A filtered run asks about some cases and answers for nothing else.
    let builds = preparation.filter == nil ? preparation.buildable : []
    let all = Set(preparation.outcome.graph.listedModules.filter { $0.kind == .test }.map(\.id))
    let percent = preparation.options.audit
    let withoutCache = RunResults(tests: tests, among: isTest ? all : [], builds: builds, auditing: percent)
    let isNothing = tests.isEmpty && builds.isEmpty && percent == nil
    guard !preparation.options.noCache, !preparation.options.dryRun || isTest, preparation.filter == nil,
      !isNothing
    else { return (withoutCache, []) }
    let store: PassStore
    do throws(StoreError) {
      guard let opened = try PassStore.open(preparation.world, preparation.outcome.config) else {
        return (withoutCache, [])
      }
      store = opened
    } catch {
      // Without a store every test is run, which is slow and right.
      return (withoutCache, [Warning(describing: error)])
    }
    let recorder = try recorder(store, preparation, place, tests + builds.sorted())
    let results = RunResults(
      tests: tests, among: isTest ? all : [], builds: builds, recorder: recorder, auditing: percent)
    return (results, [])
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
    return ResultRecorder(store, keys, inputs: inputs)
  }
}

extension OpenWorkspace {
  /// The same workspace with the working tree in place of another revision.
  func ofWorkingTree(_ preparation: RunPreparation) throws(Failure) -> OpenWorkspace {
    head.isWorkingTree ? self : try reopened(preparation)
  }

  /// The same workspace with the working tree as it is by now.
  func reopened(_ preparation: RunPreparation) throws(Failure) -> OpenWorkspace {
    try .open(preparation.world, preparation.pipeline.global, headRevision: nil)
  }
}

extension PassStore {
  /// nil when there is no place for a cache.
  static func open(_ world: World, _ config: WorkspaceConfig) throws(StoreError) -> PassStore? {
    guard let folder = world.storeFolder else { return nil }
    return PassStore(store: try LocalStore.open(folder: folder, limit: config.cache.localLimit.bytes))
  }
}
