import Arguments
import Base
import GitBridge
import Graph
import Runner
import Session
import SwiftSources

/// Collects the facts about the modules of one revision.
struct MetricsSource {
  let session: Session
  let graph: WorkspaceGraph
  /// All files of the repository.
  let tree: any FileTree
  let config: WorkspaceConfig

  /// More commits would take too long. The newest tell most.
  private static let mostCommits = 5000

  private var workspace: OpenWorkspace { session.workspace }
  private var folder: RelativePath { workspace.location.folderInRepository }

  func facts(
    upTo commit: CommitID?, days: Int
  ) throws(Failure) -> (Indexed<ModuleIndex, ModuleFacts>, RecentCommits?, [Warning]) {
    let (sources, unread) = try sources()
    let owners = workspace.knownOwners(config, in: tree)
    let tags = ModuleTags(graph, config)
    // An unreadable history gives nothing. `ambit history` tells why.
    let history = History.of(workspace.location, session.world)
    let seconds = (try? history?.expectedSeconds()) ?? [:]
    let builds = (try? history?.compileSeconds()) ?? [:]
    let changes = try commit.map { commit throws(Failure) in try self.changes(upTo: commit, days: days) }
    var facts = Indexed<ModuleIndex, ModuleFacts>(repeating: ModuleFacts(), count: graph.modules.count)
    for (index, module) in graph.modules.numbered where module.kind != .unknown {
      facts[index] = ModuleFacts(
        sources: sources[index], layers: config.layers(of: tags[index]),
        teams: owners.resolver.owners(of: module).owners, seconds: seconds[module.id],
        buildSeconds: builds[module.id],
        commits: changes.map { $0.byModule[index] ?? [] })
    }
    let warnings = owners.warnings + [owners.problemWarning].compactMap(\.self)
    return (facts, changes?.window, warnings + unread)
  }

  private func sources() throws(Failure) -> (Indexed<ModuleIndex, SourceFacts>, [Warning]) {
    session.world.progressLine.begin("Counting lines")
    let scan = SourceScan(cacheFolder: session.world.cacheFolder, jobs: session.world.processors)
    let (facts, unread) = try scan.facts(of: graph, in: SubTree(of: tree, at: folder))
    let warnings = unread.prefix(1).map { path in
      Warning(
        code: "unread-source",
        message: "\"\(path)\" cannot be read and is not counted"
          + (unread.count > 1 ? ", nor are \(unread.count - 1) more" : ""))
    }
    return (facts, Array(warnings))
  }

  private func changes(
    upTo commit: CommitID, days: Int
  ) throws(Failure) -> (byModule: [ModuleIndex: [Int]], window: RecentCommits) {
    session.world.progressLine.begin("Looking at commits")
    let map = ModuleMap(of: graph, config, at: workspace.location)
    var places: [RelativePath: [ModuleIndex]] = [:]
    var byModule: [ModuleIndex: [Int]] = [:]
    let window = try workspace.repository.recentCommits(upTo: commit, days: days, atMost: Self.mostCommits) {
      number, files in
      var modules: Set<ModuleIndex> = []
      for file in files {
        if let known = places[file] {
          modules.formUnion(known)
        } else {
          let found = map.place(file.seen(from: folder)).modules.filter { $0.role == .own }.map(\.module)
          places[file] = found
          modules.formUnion(found)
        }
      }
      for module in modules { byModule[module, default: []].append(number) }
    }
    return (byModule, window)
  }
}

extension WorkspaceConfig {
  /// Returns the layers by the rules, or by tags such as `layer:core` where there are no rules.
  fileprivate func layers(of tags: Set<String>) -> [String] {
    let prefix = "layer:"
    guard rules.layers.isEmpty else { return rules.layers.filter { tags.contains($0.tag) }.map(\.name) }
    return tags.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }.sorted()
  }
}

/// Coverage of one revision, from records of `ambit test --coverage` or from files.
///
/// A module's coverage is known if it comes from all tests that depend on the module.
struct RecordedCoverage {
  private let files: WorkspaceCoverage
  /// The test modules with known coverage. nil when files were given: then their author is responsible.
  private let known: Set<ModuleID>?
  private let graph: WorkspaceGraph

  private init(_ all: some Sequence<CoveredFiles>, known: Set<ModuleID>?, _ graph: WorkspaceGraph) {
    files = WorkspaceCoverage(all, graph)
    self.known = known
    self.graph = graph
  }

  /// Returns nil for unknown coverage, and no lines where no test contains code of the module.
  func coverage(of module: ModuleIndex, _ coupling: Coupling) -> LineCoverage? {
    let coverage = files.coverage(of: module) ?? LineCoverage()
    guard let known else { return coverage }
    let tests = coupling.reach(from: [module]).filter { graph.modules[$0].isTestOfPackage }
    return tests.allSatisfy { known.contains(graph.modules[$0].id) } ? coverage : nil
  }

  var warnings: [Warning] {
    let tests = graph.tests
    guard let known, known.count < tests.count else { return [] }
    return [
      Warning(
        code: "no-coverage",
        message:
          "\(tests.count - known.count) of \(tests.count) test modules have no recorded coverage for these files, "
          + "so the coverage of their dependencies is unknown",
        hints: ["ambit test --coverage --all"])
    ]
  }
}

extension WorkspaceGraph {
  fileprivate var tests: [ModuleID] { listedModules.filter(\.isTestOfPackage).map(\.id) }
}

extension ModuleNode {
  /// True for tests whose coverage is recorded. Xcode's bundles are not measured.
  fileprivate var isTestOfPackage: Bool { kind.isTest && target == nil }
}

// MARK: Sources

extension RecordedCoverage {
  /// Reads coverage from named files. Their paths are absolute, or relative to the workspace.
  static func read(
    _ names: [Argument], _ graph: WorkspaceGraph, _ location: WorkspaceLocation, _ world: World
  ) throws(Failure) -> RecordedCoverage {
    let root = RelativePath(Array(location.root.utf8))
    var all: [CoveredFiles] = []
    for name in names {
      guard let bytes = LocalFiles.read(world.absoluteText(name.bytes)) else {
        throw Failure(
          code: "no-trace", message: "the file \(name.quoted) of '--coverage-from' cannot be read",
          hints: ["`ambit test --coverage-out DIR` writes coverage.lcov to that folder"])
      }
      let found = TraceFile.parse(bytes) { path in
        let isAbsolute = path.first == UInt8(ascii: "/")
        return isAbsolute ? RelativePath(path).relative(to: root) : RelativePath(path)
      }
      guard let found else {
        throw Failure(
          code: "no-trace",
          message: "the file \(name.quoted) of '--coverage-from' is not a trace file of lcov",
          hints: ["`ambit test --coverage-out DIR` writes coverage.lcov to that folder"])
      }
      all.append(found)
    }
    return RecordedCoverage(all, known: nil, graph)
  }

  /// Reads coverage under the current keys of the test modules. `session` must measure coverage.
  static func now(
    _ graph: WorkspaceGraph, _ session: Session, head: String?
  ) throws(Failure) -> RecordedCoverage {
    var selection = SelectionOptions()
    selection.allowsEmpty = true
    selection.all = session.workspace.head.commit == nil
    selection.change = .revisions(base: head ?? "HEAD", head: head, fromMergeBase: false)
    let outcome = try session.select(selection, lostPackages: .seen)
    let place = try RevisionRun.place(for: .init(outcome, graph.tests), in: session)
    let preparation = RunPreparation(asking: outcome, place.session)
    let found = try RunResults.passes(of: graph.tests, preparation, place).compactMapValues(\.coverage)
    return RecordedCoverage(found.values, known: Set(found.keys), graph)
  }

  /// Reads coverage that was recorded for another revision, under that revision's keys. `packages` is the graph without
  /// targets of projects, as keys are made with it.
  static func then(
    _ graph: WorkspaceGraph, _ packages: WorkspaceGraph, _ tree: any FileTree, _ config: WorkspaceConfig,
    _ words: SwiftArguments, _ session: Session
  ) throws(Failure) -> RecordedCoverage {
    let head = session.workspace.head.commit?.description
    let opened = ResultStore.open(for: session.workspace.config, head: head, session.world)
    guard let store = opened.results else { return RecordedCoverage([], known: [], graph) }
    let keys = try KeyPreparation(
      session, tree, packages, config, try BuildSettings(config, words, toolchain: session.toolchain),
      platform: HostPlatform.name
    ).keys(of: graph.tests)
    var found: [ModuleID: CoveredFiles] = [:]
    for test in graph.tests {
      found[test] = keys.key(of: test).flatMap { store.kept(under: $0.digest)?.coverage }
    }
    return RecordedCoverage(found.values, known: Set(found.keys), graph)
  }
}
