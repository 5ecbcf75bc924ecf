package import Names
import Support

/// The test bundles that a scheme or a plan runs.
package struct TestBundles: Sendable, Hashable {
  /// In the order of the file, each once. Disabled and skipped ones are left out.
  package private(set) var modules: [ModuleID] = []
  /// Entries that point at no target.
  package private(set) var absent: [XcodeTargetReference] = []

  fileprivate mutating func add(_ target: XcodeTargetReference, _ targets: KnownTargets) {
    if targets.contains(target) {
      if !modules.contains(target.module) { modules.append(target.module) }
    } else if !absent.contains(target) {
      absent.append(target)
    }
  }

  fileprivate mutating func add(_ plan: XcodeTestPlan, _ targets: KnownTargets) {
    for entry in plan.entries where entry.isEnabled { add(entry.target, targets) }
  }
}

extension XcodeTargetReference {
  package var module: ModuleID { ModuleID(package: container, name: name) }
}

extension XcodeSources {
  /// The bundles that a scheme runs: those of `plan`, else of all its plans, else the ones that it lists itself.
  /// xcodebuild runs one plan at a time, so a scheme with several needs the name of one.
  package func bundles(of scheme: XcodeScheme, plan: XcodeTestPlan? = nil) -> TestBundles {
    if let plan { return bundles(of: plan) }
    let targets = KnownTargets(self)
    var bundles = TestBundles()
    if scheme.plans.isEmpty {
      for testable in scheme.testables where !testable.isSkipped { bundles.add(testable.target, targets) }
    }
    for plan in plans(of: scheme) { bundles.add(plan, targets) }
    return bundles
  }

  package func bundles(of plan: XcodeTestPlan) -> TestBundles {
    var bundles = TestBundles()
    bundles.add(plan, KnownTargets(self))
    return bundles
  }

  /// In the order of the scheme; a plan that is not there is left out.
  package func plans(of scheme: XcodeScheme) -> [XcodeTestPlan] {
    scheme.plans.compactMap { file in plans.first { $0.file == file } }
  }
}

/// The targets that schemes and plans may name.
struct KnownTargets {
  private var projects: Set<XcodeTargetReference> = []
  private var packages: [RelativePath: XcodeSources.Package] = [:]

  init(_ sources: XcodeSources) {
    for project in sources.projects {
      for target in project.targets {
        projects.insert(.init(container: project.container, name: target.name))
      }
    }
    for package in sources.packages { packages[package.folder] = package }
  }

  func contains(_ target: XcodeTargetReference) -> Bool {
    if projects.contains(target) { return true }
    guard let package = packages[target.container] else { return false }
    return package.targets?.contains(target.name) ?? true
  }
}
