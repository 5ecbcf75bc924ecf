import Base
import Graph

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
    let others = modules.filter { kind($0) != .test && kind($0).isBuilt && wanted.contains(id($0)) }
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
    guard modules.contains(where: { kind($0).isBuilt }) else { return nil }
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

extension ModuleKind {
  /// True when SwiftPM has something to build for it. System libraries and binaries are only used.
  var isBuilt: Bool { self != .system && self != .binary && self != .unknown }
}
