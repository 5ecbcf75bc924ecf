import Support
package import Workspace

extension RunPlan {
  /// The plan for the packages that hold affected modules; for tests, test modules to run.
  ///
  /// `tests` are the affected test modules that are to be run; nil: all of them. `builds` are other modules that a run
  /// of tests has to build, whether a test needs them or not.
  package static func make(
    _ action: Action, affected: Set<ModuleID>, tests: Set<ModuleID>? = nil, builds: Set<ModuleID> = [],
    in workspace: RunWorkspace, scratchRoot: String, settings: RunSettings = RunSettings(),
    expectedSeconds: [ModuleID: Double] = [:]
  ) -> RunPlan {
    let planner = RunPlanner(
      action: action, affected: affected, wantedTests: tests, wantedBuilds: builds, workspace: workspace,
      scratchRoot: scratchRoot, settings: settings)
    var plan = planner.plan()
    plan.expectedSeconds = expectedSeconds
    return plan
  }
}

/// Chooses what is to be built and run, and what of it is built together.
private struct RunPlanner {
  let action: RunPlan.Action
  let affected: Set<ModuleID>
  let wantedTests: Set<ModuleID>?
  let wantedBuilds: Set<ModuleID>
  let workspace: RunWorkspace
  let scratchRoot: String
  let settings: RunSettings

  private var graph: WorkspaceGraph { workspace.graph }

  func plan() -> RunPlan {
    var plan = RunPlan(action: action, scratchRoot: scratchRoot, settings: settings, groups: [])
    var runs: [(package: PackageIndex, run: PackageRun)] = []
    let tools = tools
    let wanted = tools.values.reduce(into: wantedBuilds) { $0.formUnion(ids($1)) }
    for package in workspace.packages {
      if let run = run(of: package, building: wanted, tools, &plan) { runs.append((package, run)) }
    }
    guard !runs.isEmpty else { return plan }
    plan.groups = groups(of: runs)
    plan.workspace = workspace
    return plan
  }
}

// MARK: What is to be run

extension RunPlanner {
  /// What the test modules to be run start, by test module.
  private var tools: [ModuleIndex: Set<ModuleIndex>] {
    guard action == .test else { return [:] }
    let tests = workspace.packages.flatMap { graph.packages[$0].modules }.filter(isTestToRun)
    return Dictionary(
      uniqueKeysWithValues: tests.map { ($0, workspace.tools(of: $0)) }.filter { !$1.isEmpty })
  }

  private func kind(_ module: ModuleIndex) -> ModuleKind { graph.modules[module].kind }

  private func id(_ module: ModuleIndex) -> ModuleID { graph.modules[module].id }

  private func ids(_ modules: some Sequence<ModuleIndex>) -> Set<ModuleID> { Set(modules.map(id)) }

  private func isTestToRun(_ module: ModuleIndex) -> Bool {
    kind(module) == .test && affected.contains(id(module)) && wantedTests?.contains(id(module)) ?? true
  }

  private func run(
    of package: PackageIndex, building wanted: Set<ModuleID>, _ tools: [ModuleIndex: Set<ModuleIndex>],
    _ plan: inout RunPlan
  ) -> PackageRun? {
    let modules = graph.packages[package].modules.filter {
      affected.contains(id($0)) || wanted.contains(id($0))
    }
    let tests = modules.filter(isTestToRun)
    let others = modules.filter { kind($0) != .test && kind($0).isBuilt && wanted.contains(id($0)) }
    guard action == .test else { return wholeRun(of: package, modules, tests, &plan) }
    if !tests.isEmpty, let run = testRun(of: package, modules, tests, tools, &plan) { return run }
    return others.isEmpty ? nil : buildRun(of: package, others, &plan)
  }

  /// For tests, and with them for all else that the package has.
  private func testRun(
    of package: PackageIndex, _ modules: [ModuleIndex], _ tests: [ModuleIndex],
    _ tools: [ModuleIndex: Set<ModuleIndex>], _ plan: inout RunPlan
  ) -> PackageRun? {
    let closure = workspace.needed(by: graph.packages[package].modules.filter { kind($0) == .test })
    let excuses = tests.map { test in
      workspace.excuse(among: closure)
        ?? workspace.excuse(among: workspace.needed(by: tools[test] ?? []))
    }
    for (test, excuse) in zip(tests, excuses) {
      if let excuse { plan.excused.append(ExcusedModule(id: id(test), reason: excuse)) }
    }
    let possible = zip(tests, excuses).filter { $1 == nil }.map(\.0)
    guard !possible.isEmpty else { return nil }
    var run = packageRun(package, modules, possible, closure)
    for test in possible { run?.tools[id(test)] = tools[test].map(ids) }
    return run
  }

  /// Without tests, to see whether it builds: all of it, or as much as this machine can.
  private func buildRun(
    of package: PackageIndex, _ modules: [ModuleIndex], _ plan: inout RunPlan
  ) -> PackageRun? {
    let whole = workspace.needed(by: graph.packages[package].modules.filter { kind($0) != .test })
    guard workspace.excuse(among: whole) != nil else { return packageRun(package, modules, [], whole) }
    let excuses = modules.map { workspace.excuse(among: workspace.needed(by: [$0])) }
    let possible = zip(modules, excuses).filter { $1 == nil }.map(\.0)
    guard !possible.isEmpty else {
      plan.excusedPackages[graph.packages[package].folder] = excuses.first ?? nil
      return nil
    }
    var run = packageRun(package, possible, [], workspace.needed(by: possible))
    run?.testsOnly = true
    return run
  }

  private func wholeRun(
    of package: PackageIndex, _ modules: [ModuleIndex], _ tests: [ModuleIndex], _ plan: inout RunPlan
  ) -> PackageRun? {
    guard modules.contains(where: { kind($0).isBuilt }) else { return nil }
    let closure = workspace.needed(by: graph.packages[package].modules)
    if let culprit = workspace.excuse(among: closure) {
      plan.excused += modules.map { ExcusedModule(id: id($0), reason: culprit) }
      return nil
    }
    return packageRun(package, modules, tests, closure)
  }

  /// nil for a package that nobody can look into.
  private func packageRun(
    _ package: PackageIndex, _ modules: [ModuleIndex], _ tests: [ModuleIndex], _ closure: [ModuleIndex]
  ) -> PackageRun? {
    guard let facts = workspace.facts[package] else { return nil }
    let node = graph.packages[package]
    let everything = workspace.needed(by: node.modules)
    return PackageRun(
      folder: node.folder, absoluteFolder: workspace.absolute(node.folder), scratchFolder: "",
      name: facts.name, modules: modules.map { ModuleRun(id: id($0), kind: kind($0)) }, tests: tests.map(id),
      testModules: node.modules.filter { kind($0) == .test }.map { id($0).name }.sorted(),
      wholePackage: modules.count == node.modules.count, closure: ids(closure),
      testsOnly: !tests.isEmpty && workspace.excuse(among: everything) != nil)
  }
}

// MARK: What is built together

extension RunPlanner {
  private func groups(of runs: [(package: PackageIndex, run: PackageRun)]) -> [BuildGroup] {
    let partition = BuildPartition(workspace, requested: settings.traits)
    var groups: [String: (group: BuildGroup, packages: [PackageIndex])] = [:]
    for (package, run) in runs {
      let place = settings.keepsPackagesApart || run.testsOnly ? .alone : partition.places[package] ?? .alone
      let name = Self.name(of: place, run.folder)
      var (group, packages) = groups[name] ?? (newGroup(name, for: place, package, partition), [])
      group.plannedPackages = partition.planned(with: package).flatMap { planned in
        group.plannedPackages?.union(planned.map { graph.packages[$0].folder })
      }
      var placed = run
      placed.scratchFolder = group.scratchFolder
      group.packages.append(placed)
      groups[name] = (group, packages + [package])
    }
    return groups.values.map { withPins($0.group, $0.packages, partition) }.sorted { $0.name < $1.name }
  }

  private func newGroup(
    _ name: String, for place: BuildPartition.Place, _ package: PackageIndex, _ partition: BuildPartition
  ) -> BuildGroup {
    let members = members(of: place, package, partition)
    var group = BuildGroup(
      name: name, scratchFolder: "\(scratchRoot)/\(name)", packages: [],
      keptTargets: kept(by: members, partition), externals: partition.externals(of: members))
    group.keptProducts = products(of: members, partition)
    return group
  }

  private static func name(of place: BuildPartition.Place, _ folder: RelativePath) -> String {
    switch place {
    case .shared(0): "main"
    case .shared(let number): "main-\(number + 1)"
    case .alone: ScratchName.alone(folder)
    }
  }

  /// All packages that are built in one place, affected or not.
  private func members(of place: BuildPartition.Place, _ package: PackageIndex, _ partition: BuildPartition)
    -> [PackageIndex]
  {
    switch place {
    case .shared: workspace.packages.filter { partition.places[$0] == place }
    case .alone: [package]
    }
  }

  private func kept(by members: [PackageIndex], _ partition: BuildPartition) -> Set<String> {
    let packages = Set(members.flatMap(partition.closure))
    return Set(packages.flatMap { graph.packages[$0].modules }.map { id($0).name })
  }

  private func products(of members: [PackageIndex], _ partition: BuildPartition) -> Set<String> {
    let packages = Set(members.flatMap(partition.closure))
    return Set(
      packages.flatMap { package -> [String] in
        guard let facts = workspace.facts[package] else { return [] }
        return facts.products + facts.executables.keys + ["\(facts.name)PackageTests"]
          + graph.packages[package].modules.map { "\(facts.name)_\(id($0).name)" }
      })
  }

  private func withPins(
    _ group: BuildGroup, _ packages: [PackageIndex], _ partition: BuildPartition
  ) -> BuildGroup {
    var result = group
    guard packages.count > 1 else { return result }
    var pins = ResolvedPins()
    for package in packages {
      guard partition.needsPins(package), let own = workspace.pins[package] else { continue }
      _ = pins.merge(own)
    }
    result.pins = pins.isEmpty ? nil : pins
    return result
  }
}

extension ModuleKind {
  /// Whether SwiftPM has anything to build for it; system libraries and binaries are only used.
  var isBuilt: Bool { self != .system && self != .binary && self != .unknown }
}
