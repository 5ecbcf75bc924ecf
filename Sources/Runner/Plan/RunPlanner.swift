import Support
package import Workspace

extension RunPlan {
  /// The plan for the packages that hold affected modules; for tests, test modules to run.
  ///
  /// `tests` are the affected test modules that are to be run; nil: all of them.
  package static func make(
    _ action: Action, affected: Set<ModuleID>, tests: Set<ModuleID>? = nil, packages: [PlannedPackage],
    scratchRoot: String, settings: RunSettings = RunSettings(), expectedSeconds: [ModuleID: Double] = [:]
  ) -> RunPlan {
    let planner = RunPlanner(
      action: action, affected: affected, wantedTests: tests, packages: packages, scratchRoot: scratchRoot,
      settings: settings)
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
  let scratchRoot: String
  let settings: RunSettings
  private let packages: [PlannedPackage]
  private let closures: ModuleClosures

  init(
    action: RunPlan.Action, affected: Set<ModuleID>, wantedTests: Set<ModuleID>?, packages: [PlannedPackage],
    scratchRoot: String, settings: RunSettings
  ) {
    self.action = action
    self.affected = affected
    self.wantedTests = wantedTests
    self.packages = packages.sorted { $0.folder < $1.folder }
    self.scratchRoot = scratchRoot
    self.settings = settings
    closures = ModuleClosures(packages)
  }

  func plan() -> RunPlan {
    var plan = RunPlan(action: action, scratchRoot: scratchRoot, settings: settings, groups: [])
    var runs: [PackageRun] = []
    for package in packages where package.modules.contains(where: { affected.contains($0.id) }) {
      let (run, excused) = self.run(of: package)
      plan.excused += excused
      if let run { runs.append(run) }
    }
    guard !runs.isEmpty else { return plan }
    plan.groups = groups(of: runs)
    plan.modules = WorkspaceModules(packages)
    return plan
  }
}

// MARK: What is to be run

extension RunPlanner {
  private func run(of package: PlannedPackage) -> (PackageRun?, [ExcusedModule]) {
    let modules = package.modules.filter { affected.contains($0.id) }.sorted { $0.id < $1.id }
    let tests = modules.filter { $0.kind == .test && wantedTests?.contains($0.id) ?? true }.map(\.id)
    guard !(action == .test ? tests.isEmpty : modules.allSatisfy { !$0.kind.isBuilt }) else {
      return (nil, [])
    }
    let testModules = package.modules.filter { $0.kind == .test }
    let everything = closures.of(package.modules.map(\.id))
    let closure = action == .test ? closures.of(testModules.map(\.id)) : everything
    if let culprit = closures.excuse(among: closure) {
      let ids = action == .test ? tests : modules.map(\.id)
      return (nil, ids.map { ExcusedModule(id: $0, reason: culprit) })
    }
    let run = PackageRun(
      folder: package.folder, absoluteFolder: package.absoluteFolder, scratchFolder: "", name: package.name,
      modules: modules.map { ModuleRun(id: $0.id, kind: $0.kind) }, tests: tests,
      testModules: testModules.map(\.id.name).sorted(), wholePackage: modules.count == package.modules.count,
      closure: closure, testsOnly: closures.excuse(among: everything) != nil)
    return (run, [])
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
      let members = members(of: place ?? .alone, run.folder, partition)
      var group =
        groups[name]
        ?? BuildGroup(
          name: name, scratchFolder: "\(scratchRoot)/\(name)", packages: [],
          keptTargets: kept(by: members, partition), externals: partition.externals(of: members))
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

  private func kept(by members: [PlannedPackage], _ partition: BuildPartition) -> Set<String> {
    Set(members.flatMap { partition.closure(of: $0.folder) }.flatMap(\.modules).map(\.id.name))
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
