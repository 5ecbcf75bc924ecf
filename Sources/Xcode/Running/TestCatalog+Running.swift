package import Base

extension TestCatalog {
  /// The reasons why no scheme can be called for a bundle.
  package enum NoScheme: Error, Sendable, Hashable {
    /// No scheme that is shared runs the bundle.
    case none
    /// The named scheme and plan exist, and do not run the bundle.
    case leftOut(scheme: String?, plan: String?)
    case unknownScheme(String)
    case unknownPlan(String, scheme: String)
    /// Several schemes run the bundle, sorted.
    case ambiguous([String])
    /// Several plans of one scheme run the bundle, sorted. The scheme's default plan does not.
    case ambiguousPlan([String], scheme: String)
    /// Several containers have a scheme of the name, sorted.
    case ambiguousContainer([RelativePath], scheme: String)
  }

  /// Returns the scheme and plan to call for a bundle, and the container with the scheme. `scheme` and `plan` are the
  /// names that the user gave.
  package func entry(
    running bundle: ModuleID, scheme: String?, plan: String?
  ) throws(NoScheme) -> (container: RelativePath, scheme: String, plan: String?) {
    var found = entries
    if let scheme {
      found = found.filter { $0.scheme.name == scheme }
      if found.isEmpty {
        // Xcode makes schemes for a package that has none, and only Xcode knows them.
        guard !bundle.package.isXcodeContainer else { throw .unknownScheme(scheme) }
        return (bundle.package, scheme, plan)
      }
    }
    if let plan {
      found = found.filter { $0.plan?.name == plan }
      if found.isEmpty, let scheme { throw .unknownPlan(plan, scheme: scheme) }
    }
    found = found.filter { $0.bundles.contains(bundle) }
    if found.contains(where: { !$0.isOpen }) { found = found.filter { !$0.isOpen } }
    let names = Set(found.map(\.scheme.name)).sorted()
    guard let name = names.first else {
      throw scheme == nil && plan == nil ? .none : .leftOut(scheme: scheme, plan: plan)
    }
    guard names.count == 1 else { throw .ambiguous(names) }
    let container = try Self.container(of: found, for: bundle)
    found = found.filter { $0.scheme.container == container }
    return (opened(for: container), name, try Self.plan(of: found, named: name))
  }

  /// Returns the workspace to open for a project when exactly one shows it, else the project. Many projects build only
  /// in their workspace, as with CocoaPods.
  private func opened(for container: RelativePath) -> RelativePath {
    guard let shown = workspaces[container], let only = shown.first, shown.count == 1 else {
      return container
    }
    return only
  }

  /// Chooses the container. A workspace comes before a project, since it may show packages and projects that the scheme
  /// needs.
  private static func container(
    of entries: [Entry], for bundle: ModuleID
  ) throws(NoScheme) -> RelativePath {
    let containers = Set(entries.map(\.scheme.container)).sorted()
    let workspaces = containers.filter { $0.isXcodeContainer && !$0.isXcodeProject }
    if let only = workspaces.first, workspaces.count == 1 { return only }
    if workspaces.isEmpty, containers.contains(bundle.package) { return bundle.package }
    guard let only = containers.first, containers.count == 1 else {
      throw .ambiguousContainer(containers, scheme: entries.first?.scheme.name ?? "")
    }
    return only
  }

  /// Returns the scheme's default plan when it runs the bundle, else the only plan that does.
  private static func plan(of entries: [Entry], named scheme: String) throws(NoScheme) -> String? {
    let isDefault = { (entry: Entry) in entry.plan?.file == entry.scheme.plans.first }
    if let entry = entries.first(where: isDefault) { return entry.plan?.name }
    let plans = Set(entries.compactMap { $0.plan?.name }).sorted()
    guard plans.count <= 1 else { throw .ambiguousPlan(plans, scheme: scheme) }
    return plans.first
  }
}
