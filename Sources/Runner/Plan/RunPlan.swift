package import Base
package import Graph

/// The work of a run, as a complete value. `--dry-run` prints its commands, and `Runner` executes them.
package struct RunPlan: Sendable, Equatable {
  package enum Action: String, Sendable {
    case build
    case test
  }

  package let action: Action
  /// The folder that holds the scratch folders of all groups.
  package let scratchRoot: String
  /// The command lines of SwiftPM and tests.
  package let swift: SwiftCommands
  /// The groups in the order in which they begin, two at a time.
  package let groups: [BuildGroup]
  package let commands: PlannedCommands
  /// The affected modules that this machine cannot run, sorted. They are reported and not run.
  package let excused: [ExcusedModule]
  /// The packages without tests to run that this machine cannot build, with the reasons.
  package let excusedPackages: [RelativePath: String]
  /// The affected packages that cannot be built, whatever their sources say, sorted. They are reported and not run.
  package let unjudged: [UnjudgedPackage]
  /// The seconds that test modules took before. The longest start first.
  package let expectedSeconds: [ModuleID: Double]
  /// The test modules that did not pass in their last run. They start before all others.
  package let failedBefore: Set<ModuleID>

  package var settings: RunSettings { swift.settings }

  /// The folders of the indexes that the compilers write, one for each group.
  package var indexStores: [String] {
    groups.map {
      swift.engine.productFolder(in: $0.scratchFolder, settings.build.configuration) + "/index/store"
    }
  }

  /// All packages, sorted by folder.
  package var packages: [PackageRun] { groups.flatMap(\.packages).sorted { $0.folder < $1.folder } }
}

/// A package that has no verdict before anything is built.
package struct UnjudgedPackage: Sendable, Equatable {
  package var folder: RelativePath
  /// The test modules that it should run.
  package var tests: [ModuleID]
  package var reason: Failure
}

package struct ExcusedModule: Sendable, Equatable {
  package var id: ModuleID
  package var reason: String
}

/// The planned commands, in the order in which they run.
///
/// The run may differ in three ways. A build may use SwiftPM's remembered plan (`Attempt`). A product without cases of
/// XCTest is not listed, and XCTest's commands follow from the list. A failed build may be repeated elsewhere.
package struct PlannedCommands: Sendable, Equatable {
  /// The builds of each group. A group's builds end at the first that fails.
  let builds: [[Command]]
  /// The lists hold, for each test product, the commands that name its cases. The tests hold, for each test module, the
  /// command of Swift Testing or of `swift test`.
  let lists: [[Command]]
  let tests: [[Command]]

  package var all: [Command] { (builds + lists + tests).flatMap { $0 } }
}

extension PlannedCommands {
  init(_ groups: [BuildGroup], _ action: RunPlan.Action, _ swift: SwiftCommands) {
    builds = groups.map { swift.build($0, action) }
    let tested = action == .test ? groups.flatMap(\.packages).filter { !$0.tests.isEmpty } : []
    let packages = tested.sorted { $0.folder < $1.folder }
    let products = packages.flatMap { package in swift.testProducts(of: package).map { (package, $0) } }
    lists = products.map(swift.lists)
    tests = products.flatMap { package, product in product.tests(of: package).map(swift.runAll) }
  }
}

/// The packages that have something to build or to run, and the modules that this machine cannot build.
struct RunChoice {
  private(set) var runs: [ChosenPackage] = []
  private(set) var excused: [ExcusedModule] = []
  private(set) var excusedPackages: [RelativePath: String] = [:]
  private(set) var unjudged: [UnjudgedPackage] = []

  private let request: RunRequest
  private let workspace: RunWorkspace
  /// The executables that each test module to run may start.
  private var tools: [ModuleIndex: Set<ModuleIndex>] = [:]

  init(_ request: RunRequest, in workspace: RunWorkspace) {
    self.request = request
    self.workspace = workspace
    if request.action == .test {
      let tests = workspace.packages.flatMap { workspace.graph.packages[$0].modules }.filter(isTestToRun)
      tools = Dictionary(uniqueKeysWithValues: tests.map { ($0, workspace.tools(of: $0)) }).filter {
        !$0.value.isEmpty
      }
    }
    let wanted = tools.values.reduce(into: request.builds) { $0.formUnion(ids($1)) }
    for package in workspace.packages {
      guard let run = choice(of: package, building: wanted) else { continue }
      if let reason = workspace.obstacle(of: package) {
        unjudged.append(
          UnjudgedPackage(folder: graph.packages[package].folder, tests: run.tests.map(id), reason: reason))
      } else {
        runs.append(run)
      }
    }
    for package in graph.packages.indices where request.unknown.contains(graph.packages[package].folder) {
      guard let reason = workspace.obstacle(of: package) else { continue }
      unjudged.append(
        UnjudgedPackage(folder: graph.packages[package].folder, tests: [], reason: reason))
    }
    unjudged.sort { $0.folder < $1.folder }
  }
}

/// A package's part of a plan, before it has a scratch folder.
struct ChosenPackage {
  let package: PackageIndex
  let name: String
  let modules: [ModuleIndex]
  let tests: [ModuleIndex]
  /// The executables that each test module may start.
  var tools: [ModuleIndex: Set<ModuleIndex>] = [:]
  let closure: [ModuleIndex]
  let extent: PackageRun.Extent
}

extension RunChoice {
  private var graph: WorkspaceGraph { workspace.graph }

  private func kind(_ module: ModuleIndex) -> ModuleKind { graph.modules[module].kind }

  private func id(_ module: ModuleIndex) -> ModuleID { graph.modules[module].id }

  private func ids(_ modules: some Sequence<ModuleIndex>) -> Set<ModuleID> { Set(modules.map(id)) }

  private func isTestToRun(_ module: ModuleIndex) -> Bool {
    kind(module) == .test && request.affected.contains(id(module))
      && request.tests?.contains(id(module)) ?? true
  }

  private mutating func choice(of package: PackageIndex, building wanted: Set<ModuleID>) -> ChosenPackage? {
    let modules = graph.packages[package].modules.filter {
      request.affected.contains(id($0)) || wanted.contains(id($0))
    }
    let tests = modules.filter(isTestToRun)
    let others = modules.filter { kind($0) != .test && graph.isBuilt($0) && wanted.contains(id($0)) }
    guard request.action == .test else { return whole(package, modules, tests) }
    if !tests.isEmpty, let run = tested(package, modules, tests) { return run }
    return others.isEmpty ? nil : untested(package, others)
  }

  /// Chooses test modules to run. Their build covers the rest of the package too.
  private mutating func tested(
    _ package: PackageIndex, _ modules: [ModuleIndex], _ tests: [ModuleIndex]
  ) -> ChosenPackage? {
    let closure = workspace.needed(by: graph.packages[package].modules.filter { kind($0) == .test })
    let excuses = tests.map { test in
      workspace.excuse(among: closure)
        ?? workspace.excuse(among: workspace.needed(by: tools[test] ?? []))
    }
    for (test, excuse) in zip(tests, excuses) {
      if let excuse { excused.append(ExcusedModule(id: id(test), reason: excuse)) }
    }
    let possible = zip(tests, excuses).filter { $1 == nil }.map(\.0)
    guard !possible.isEmpty else { return nil }
    let isPossible = workspace.excuse(among: workspace.needed(by: graph.packages[package].modules)) == nil
    var run = chosen(package, modules, possible, closure, isPossible ? nil : .possible)
    for test in possible { run?.tools[test] = tools[test] }
    return run
  }

  /// Chooses a package without tests to run, to see whether it builds. This machine may be able to build only some of
  /// it.
  private mutating func untested(_ package: PackageIndex, _ modules: [ModuleIndex]) -> ChosenPackage? {
    let whole = workspace.needed(by: graph.packages[package].modules.filter { kind($0) != .test })
    guard workspace.excuse(among: whole) != nil else { return chosen(package, modules, [], whole) }
    let excuses = modules.map { workspace.excuse(among: workspace.needed(by: [$0])) }
    let possible = zip(modules, excuses).filter { $1 == nil }.map(\.0)
    guard !possible.isEmpty else {
      excusedPackages[graph.packages[package].folder] = excuses.first ?? nil
      return nil
    }
    return chosen(package, possible, [], workspace.needed(by: possible), .possible)
  }

  private mutating func whole(
    _ package: PackageIndex, _ modules: [ModuleIndex], _ tests: [ModuleIndex]
  ) -> ChosenPackage? {
    guard modules.contains(where: graph.isBuilt) else { return nil }
    let closure = workspace.needed(by: graph.packages[package].modules)
    if let culprit = workspace.excuse(among: closure) {
      excused += modules.map { ExcusedModule(id: id($0), reason: culprit) }
      return nil
    }
    return chosen(package, modules, tests, closure)
  }

  private func chosen(
    _ package: PackageIndex, _ modules: [ModuleIndex], _ tests: [ModuleIndex], _ closure: [ModuleIndex],
    _ extent: PackageRun.Extent? = nil
  ) -> ChosenPackage? {
    let isWhole = modules.count == graph.packages[package].modules.count
    return workspace.facts[package].map { facts in
      ChosenPackage(
        package: package, name: facts.name, modules: modules, tests: tests, closure: closure,
        extent: extent ?? (isWhole ? .whole : .some))
    }
  }
}

extension WorkspaceGraph {
  /// True when SwiftPM compiles the module, or may refuse it with the rest of its package: system libraries and binaries
  /// are only used. SwiftPM builds no package of these alone.
  package func isBuilt(_ module: ModuleIndex) -> Bool {
    switch modules[module].kind {
    case .system, .binary:
      packages[modules[module].package].modules.contains { other in
        modules[other].kind.isCompiled && modules[other].kind != .test
      }
    case let kind: kind.isCompiled
    }
  }
}

extension ModuleKind {
  var isCompiled: Bool { self != .system && self != .binary && self != .unknown }
}

extension RunPlan {
  /// Plans the packages that hold affected modules, or test modules to run.
  package init(
    _ request: RunRequest, in workspace: RunWorkspace, scratchRoot: String, by swift: SwiftCommands
  ) {
    let choice = RunChoice(request, in: workspace)
    let grouping = RunGrouping(workspace, scratchRoot: scratchRoot, settings: swift.settings)
    let groups = grouping.groups(of: choice.runs)
    self.init(
      action: request.action, scratchRoot: scratchRoot, swift: swift, groups: groups,
      commands: PlannedCommands(groups, request.action, swift), excused: choice.excused,
      excusedPackages: choice.excusedPackages, unjudged: choice.unjudged,
      expectedSeconds: request.expectedSeconds, failedBefore: request.failedBefore)
  }
}

/// Decides which packages are built together, and in which scratch folder.
struct RunGrouping {
  private let workspace: RunWorkspace
  private let scratchRoot: String
  private let settings: RunSettings
  /// The executable products of the whole workspace, by name.
  private let executables: [String: Set<ModuleID>]
  /// The dynamic libraries of the whole workspace, by name.
  private let libraries: [String: Set<ModuleID>]

  private var graph: WorkspaceGraph { workspace.graph }
  private var engine: any EngineForm { settings.engine }

  init(_ workspace: RunWorkspace, scratchRoot: String, settings: RunSettings) {
    self.workspace = workspace
    self.scratchRoot = scratchRoot
    self.settings = settings
    executables = workspace.products(\.executables)
    libraries = workspace.products(\.libraries)
  }

  /// Returns the groups, sorted by name.
  func groups(of runs: [ChosenPackage]) -> [BuildGroup] {
    // The partition looks at every package, which takes time.
    guard !runs.isEmpty else { return [] }
    let partition = BuildPartition(workspace, for: settings)
    let placed = Dictionary(grouping: runs) { place(of: $0, partition) }
    return placed.map { group(at: $0, of: $1, partition) }.sorted { $0.name < $1.name }
  }

  private enum Place: Hashable {
    case shared(Int)
    case alone(PackageIndex)
  }

  private func place(of run: ChosenPackage, _ partition: BuildPartition) -> Place {
    guard !settings.keepsPackagesApart, run.extent != .possible,
      case .shared(let number) = partition.places[run.package]
    else { return .alone(run.package) }
    return .shared(number)
  }

  private func name(of place: Place) -> String {
    switch place {
    case .shared(let number): ScratchName.shared(number)
    case .alone(let package): ScratchName.alone(graph.packages[package].folder)
    }
  }

  /// Returns all packages that are built in one place, affected or not.
  private func members(of place: Place, _ partition: BuildPartition) -> [PackageIndex] {
    switch place {
    case .shared(let number): workspace.packages.filter { partition.places[$0] == .shared(number) }
    case .alone(let package): [package]
    }
  }

  private func group(at place: Place, of runs: [ChosenPackage], _ partition: BuildPartition) -> BuildGroup {
    let name = name(of: place)
    let folder = "\(scratchRoot)/\(engine.scratchPrefix)\(settings.build.scratchPrefix)\(name)"
    let members = members(of: place, partition)
    let kept = kept(by: members, partition)
    let products = Set(kept.products.keys)
    return BuildGroup(
      name: name, scratchFolder: folder,
      packages: runs.map { packageRun($0, in: folder, beside: products, partition) },
      pins: runs.count > 1 ? pins(of: runs, partition) : nil, kept: kept)
  }

  private func packageRun(
    _ run: ChosenPackage, in folder: String, beside products: Set<String>, _ partition: BuildPartition
  ) -> PackageRun {
    let node = graph.packages[run.package]
    let tools = Dictionary(uniqueKeysWithValues: run.tools.map { (id($0), Set($1.map(id))) })
    let started = tools.values.reduce(into: Set()) { $0.formUnion($1) }
    let closure = Set(run.closure.map(id))
    let loaded = Set(workspace.needed(by: run.tools.values.joined()).map(id))
    var result = PackageRun(
      folder: node.folder, absoluteFolder: workspace.absolute(node.folder),
      name: run.name, modules: run.modules.map { ModuleRun(id: id($0), kind: graph.modules[$0].kind) },
      tests: run.tests.map(id), tools: tools, ownTools: ownTools(of: run.package, among: started),
      testModules: workspace.testModules(of: run.package),
      closure: closure,
      planned: partition.planned(with: run.package).map { Set($0.map { graph.packages[$0].folder }) },
      extent: run.extent, scratchFolder: folder,
      hidden: run.tests.isEmpty || settings.viaSwiftTest
        ? [] : hidden(among: products, from: closure.union(loaded)))
    result.isPinned = partition.isPinned(run.package)
    result.hasTestEntryPoint = node.modules.contains { graph.modules[$0].layout.hasTestEntryPoint }
    return result
  }

  private func ownTools(of package: PackageIndex, among started: Set<ModuleID>) -> [String] {
    let facts = workspace.facts[package]
    let own = (facts?.executables ?? [:]).merging(facts?.libraries ?? [:]) { $0.union($1) }
    return own.filter { !$0.value.isDisjoint(with: started) }.keys.sorted()
  }

  /// Returns the files of executables and dynamic libraries among `products` that contain none of the modules `needed`.
  private func hidden(among products: Set<String>, from needed: Set<ModuleID>) -> Set<String> {
    func names(_ all: [String: Set<ModuleID>]) -> [String] {
      all.filter { products.contains($0.key) && $0.value.isDisjoint(with: needed) }.map(\.key)
    }
    return Set(names(executables) + names(libraries).map(HostPlatform.libraryFile))
  }

  private func id(_ module: ModuleIndex) -> ModuleID { graph.modules[module].id }

  private func kept(by members: [PackageIndex], _ partition: BuildPartition) -> BuildGroup.KeptOutputs {
    var targets: Set<String> = []
    var products: [String: Set<String>] = [:]
    let unwanted = partition.unwanted(by: members)
    for package in Set(members.flatMap(partition.closure)) {
      targets.formUnion(graph.packages[package].modules.filter { !unwanted.contains($0) }.map { id($0).name })
      products.merge(workspace.productKinds(of: package, by: engine)) { $0.union($1) }
    }
    return BuildGroup.KeptOutputs(
      targets: targets, products: products, externals: partition.externals(of: members))
  }

  private func pins(of runs: [ChosenPackage], _ partition: BuildPartition) -> ResolvedPins? {
    var pins = ResolvedPins()
    for run in runs {
      guard partition.needsPins(run.package), let own = workspace.pins[run.package] else { continue }
      _ = pins.merge(own)
    }
    return pins.isEmpty ? nil : pins
  }
}

enum ScratchName {
  /// Returns the name for packages that are built together.
  static func shared(_ number: Int) -> String { number == 0 ? "main" : "main-\(number + 1)" }

  /// Returns the name for a package that is built by itself. No group has such a name.
  static func alone(_ folder: RelativePath) -> String { "only-\(of(folder))" }

  /// Returns a path component that no two packages share. For example `Packages/Core` is `Packages_sCore`.
  static func of(_ folder: RelativePath) -> String {
    // An escape always has a second character, so a single underscore can mean the root.
    folder.isRoot ? "_" : folder.bytes.map(escape).joined()
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "/"): "_s"
    case UInt8(ascii: "_"): "__"
    // The dot is reserved: side folders are named after the scratch folder, a dot and a word.
    case UInt8(ascii: "."): "_d"
    case UInt8(ascii: "-"): "-"
    default: byte.isASCIIAlphanumeric ? String(UnicodeScalar(byte)) : "_x\(Text.hex(byte))"
    }
  }
}

/// The request for a plan.
package struct RunRequest: Sendable {
  package var action: RunPlan.Action
  package var affected: Set<ModuleID>
  /// The affected test modules to run. nil means all.
  package var tests: Set<ModuleID>?
  /// Other modules that a run of tests has to build, even when no test needs them.
  package var builds: Set<ModuleID> = []
  /// The packages without a readable manifest that the run has to report.
  package var unknown: Set<RelativePath> = []
  package var expectedSeconds: [ModuleID: Double] = [:]
  /// Test modules that did not pass in their last run. They start first, since they are most likely to fail again.
  package var failedBefore: Set<ModuleID> = []

  package init(_ action: RunPlan.Action, affected: Set<ModuleID>, tests: Set<ModuleID>? = nil) {
    self.action = action
    self.affected = affected
    self.tests = tests
  }

  /// True when there is nothing to build, run or report.
  package var isEmpty: Bool { tests?.isEmpty ?? false && builds.isEmpty && unknown.isEmpty }
}

/// The value of `--filter`: a regular expression that is found anywhere in `Module.Suite/case`.
package struct CaseFilter: Sendable, Equatable {
  package let pattern: String

  package init(_ pattern: String) throws(Failure) {
    do {
      _ = try Regex(pattern)
    } catch {
      throw Failure(
        code: "invalid-filter", message: "the filter \"\(pattern)\" is not a regular expression: \(error)")
    }
    self.pattern = pattern
  }

  /// Returns the matching names. Each call makes its own `Regex`, since threads cannot share one.
  func wanted(_ names: [String]) -> Set<String> {
    guard let regex = try? Regex(pattern) else { return Set(names) }
    return Set(names.filter { $0.contains(regex) })
  }
}
