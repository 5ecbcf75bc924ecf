import Support
package import Workspace

extension RunPlan {
  /// The plan for the packages that hold affected modules; for tests, test modules to run.
  ///
  /// `tests` are the affected test modules that are to be run; nil: all of them. `builds` are other modules that a run
  /// of tests has to build, whether a test needs them or not.
  package static func make(
    _ action: Action, affected: Set<ModuleID>, tests: Set<ModuleID>? = nil, builds: Set<ModuleID> = [],
    packages: [PlannedPackage], scratchRoot: String, settings: RunSettings = RunSettings(),
    expectedSeconds: [ModuleID: Double] = [:]
  ) -> RunPlan {
    let planner = RunPlanner(
      action: action, affected: affected, wantedTests: tests, wantedBuilds: builds, packages: packages,
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
  let scratchRoot: String
  let settings: RunSettings
  private let packages: [PlannedPackage]
  private let closures: ModuleClosures

  init(
    action: RunPlan.Action, affected: Set<ModuleID>, wantedTests: Set<ModuleID>?, wantedBuilds: Set<ModuleID>,
    packages: [PlannedPackage], scratchRoot: String, settings: RunSettings
  ) {
    self.action = action
    self.affected = affected
    self.wantedTests = wantedTests
    self.wantedBuilds = wantedBuilds
    self.packages = packages.sorted { $0.folder < $1.folder }
    self.scratchRoot = scratchRoot
    self.settings = settings
    closures = ModuleClosures(packages)
  }

  func plan() -> RunPlan {
    var plan = RunPlan(action: action, scratchRoot: scratchRoot, settings: settings, groups: [])
    var runs: [PackageRun] = []
    let tools = tools
    let wanted = tools.values.reduce(into: wantedBuilds) { $0.formUnion($1) }
    for package in packages {
      if let run = run(of: package, building: wanted, tools, &plan) { runs.append(run) }
    }
    guard !runs.isEmpty else { return plan }
    plan.groups = groups(of: runs)
    plan.modules = WorkspaceModules(packages)
    return plan
  }
}

// MARK: What is to be run

extension RunPlanner {
  /// What the test modules to be run start, by test module.
  private var tools: [ModuleID: Set<ModuleID>] {
    guard action == .test else { return [:] }
    let tests = packages.flatMap(\.modules).filter(isTestToRun).map { ($0.id, closures.tools(of: $0.id)) }
    return Dictionary(tests.filter { !$1.isEmpty }) { first, _ in first }
  }

  private func isTestToRun(_ module: PlannedModule) -> Bool {
    module.kind == .test && affected.contains(module.id) && wantedTests?.contains(module.id) ?? true
  }

  private func run(
    of package: PlannedPackage, building wanted: Set<ModuleID>, _ tools: [ModuleID: Set<ModuleID>],
    _ plan: inout RunPlan
  ) -> PackageRun? {
    let modules = package.modules.filter { affected.contains($0.id) || wanted.contains($0.id) }
      .sorted { $0.id < $1.id }
    let tests = modules.filter(isTestToRun).map(\.id)
    let others = modules.filter { $0.kind != .test && $0.kind.isBuilt && wanted.contains($0.id) }
    guard action == .test else { return wholeRun(of: package, modules, tests, &plan) }
    if !tests.isEmpty, let run = testRun(of: package, modules, tests, tools, &plan) { return run }
    return others.isEmpty ? nil : buildRun(of: package, others, &plan)
  }

  /// For tests, and with them for all else that the package has.
  private func testRun(
    of package: PlannedPackage, _ modules: [PlannedModule], _ tests: [ModuleID],
    _ tools: [ModuleID: Set<ModuleID>], _ plan: inout RunPlan
  ) -> PackageRun? {
    let closure = closures.of(package.modules.filter { $0.kind == .test }.map(\.id))
    let excuses = tests.map { test in
      closures.excuse(among: closure) ?? closures.excuse(among: closures.of(Array(tools[test] ?? [])))
    }
    for (test, excuse) in zip(tests, excuses) {
      if let excuse { plan.excused.append(ExcusedModule(id: test, reason: excuse)) }
    }
    let possible = zip(tests, excuses).filter { $1 == nil }.map(\.0)
    guard !possible.isEmpty else { return nil }
    var run = packageRun(package, modules, possible, closure)
    run.tools = tools.filter { possible.contains($0.key) }
    return run
  }

  /// Without tests, to see whether it builds: all of it, or as much as this machine can.
  private func buildRun(
    of package: PlannedPackage, _ modules: [PlannedModule], _ plan: inout RunPlan
  ) -> PackageRun? {
    let whole = closures.of(package.modules.filter { $0.kind != .test }.map(\.id))
    guard closures.excuse(among: whole) != nil else { return packageRun(package, modules, [], whole) }
    let possible = modules.filter { closures.excuse(among: closures.of([$0.id])) == nil }
    guard !possible.isEmpty else {
      plan.excusedPackages[package.folder] = modules.first.flatMap {
        closures.excuse(among: closures.of([$0.id]))
      }
      return nil
    }
    var run = packageRun(package, possible, [], closures.of(possible.map(\.id)))
    run.testsOnly = true
    return run
  }

  private func wholeRun(
    of package: PlannedPackage, _ modules: [PlannedModule], _ tests: [ModuleID], _ plan: inout RunPlan
  ) -> PackageRun? {
    guard modules.contains(where: { $0.kind.isBuilt }) else { return nil }
    let closure = closures.of(package.modules.map(\.id))
    if let culprit = closures.excuse(among: closure) {
      plan.excused += modules.map { ExcusedModule(id: $0.id, reason: culprit) }
      return nil
    }
    return packageRun(package, modules, tests, closure)
  }

  private func packageRun(
    _ package: PlannedPackage, _ modules: [PlannedModule], _ tests: [ModuleID], _ closure: Set<ModuleID>
  ) -> PackageRun {
    let everything = closures.of(package.modules.map(\.id))
    return PackageRun(
      folder: package.folder, absoluteFolder: package.absoluteFolder, scratchFolder: "", name: package.name,
      modules: modules.map { ModuleRun(id: $0.id, kind: $0.kind) }, tests: tests,
      testModules: package.modules.filter { $0.kind == .test }.map(\.id.name).sorted(),
      wholePackage: modules.count == package.modules.count, closure: closure,
      testsOnly: !tests.isEmpty && closures.excuse(among: everything) != nil)
  }
}

// MARK: What is built together

extension RunPlanner {
  private func groups(of runs: [PackageRun]) -> [BuildGroup] {
    let partition = BuildPartition(packages, requested: settings.traits)
    var groups: [String: BuildGroup] = [:]
    for run in runs {
      let place = settings.keepsPackagesApart || run.testsOnly ? nil : partition.places[run.folder]
      let name = Self.name(of: place ?? .alone, run.folder)
      var group = groups[name] ?? emptyGroup(name, for: place ?? .alone, run.folder, partition)
      group.plannedPackages = partition.planned(with: run.folder).flatMap {
        group.plannedPackages?.union($0)
      }
      var placed = run
      placed.scratchFolder = group.scratchFolder
      group.packages.append(placed)
      groups[name] = group
    }
    return groups.values.map { withPins($0, partition) }.sorted { $0.name < $1.name }
  }

  private static func name(of place: BuildPartition.Place, _ folder: RelativePath) -> String {
    switch place {
    case .shared(0): "main"
    case .shared(let number): "main-\(number + 1)"
    case .alone: ScratchName.alone(folder)
    }
  }

  /// All packages that are built in one place, affected or not.
  private func members(
    of place: BuildPartition.Place, _ folder: RelativePath, _ partition: BuildPartition
  ) -> [PlannedPackage] {
    switch place {
    case .shared: packages.filter { partition.places[$0.folder] == place }
    case .alone: packages.filter { $0.folder == folder }
    }
  }

  private func emptyGroup(
    _ name: String, for place: BuildPartition.Place, _ folder: RelativePath, _ partition: BuildPartition
  ) -> BuildGroup {
    let members = members(of: place, folder, partition)
    let kept = partition.closure(of: members)
    var group = BuildGroup(
      name: name, scratchFolder: "\(scratchRoot)/\(name)", packages: [],
      keptTargets: Set(kept.flatMap(\.modules).map(\.id.name)), externals: partition.externals(of: members))
    group.keptProducts = Set(
      kept.flatMap { package in
        package.products + package.executables.keys + ["\(package.name)PackageTests"]
          + package.modules.map { "\(package.name)_\($0.id.name)" }
      })
    return group
  }

  private func withPins(_ group: BuildGroup, _ partition: BuildPartition) -> BuildGroup {
    var result = group
    guard group.packages.count > 1 else { return result }
    var pins = ResolvedPins()
    for run in group.packages {
      guard partition.needsPins(run.folder),
        let own = packages.first(where: { $0.folder == run.folder })?.pins
      else { continue }
      _ = pins.merge(own)
    }
    result.pins = pins.isEmpty ? nil : pins
    return result
  }
}

extension TargetDescription.Kind {
  /// Whether SwiftPM has anything to build for it; system libraries and binaries are only used.
  var isBuilt: Bool { self != .system && self != .binary }
}
