package import Base
import Graph

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
    return BuildGroup(
      name: name, scratchFolder: folder,
      packages: runs.map { packageRun($0, in: folder, beside: kept.products, partition) },
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
    var products: Set<String> = []
    let unwanted = partition.unwanted(by: members)
    for package in Set(members.flatMap(partition.closure)) {
      targets.formUnion(graph.packages[package].modules.filter { !unwanted.contains($0) }.map { id($0).name })
      products.formUnion(workspace.productNames(of: package, by: engine))
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
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      String(UnicodeScalar(byte))
    default: "_x\(Text.hex(byte))"
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
