package import Base

/// The test bundles that schemes and plans run.
package struct TestCatalog: Sendable {
  /// One call of `xcodebuild test`: a scheme, and one of its plans if it has any.
  package struct Entry: Sendable, Hashable {
    package let scheme: XcodeScheme
    package let plan: XcodeTestPlan?
    /// The bundles that it runs, in the order of the scheme or plan.
    package let bundles: [ModuleID]
    /// True when Xcode makes the plan, and a container that may have bundles for it cannot be read.
    package var mayHaveMore = false

    /// True when Xcode makes the plan. `bundles` then has all that may be in it.
    package var isOpen: Bool { plan == nil && scheme.testables.isEmpty && scheme.makesPlan }
  }

  /// The entries by scheme, then in the order of the scheme's plans. The first plan is the default.
  package let entries: [Entry]
  /// Names of bundles in a scheme or plan that no target has, with the file.
  package let stale: [(file: RelativePath, target: XcodeTargetReference)]

  /// Bundles of projects and packages that cannot be read. Any change may reach them.
  package let unknown: Set<ModuleID>

  /// The workspaces that show each project.
  let workspaces: [RelativePath: Set<RelativePath>]

  /// Schemes and plans that exist and cannot be read.
  private let unreadFiles: Set<RelativePath>

  /// `targets` are the modules of projects and packages that can be test bundles. A project or package that is
  /// `unread`, or lies in one of the `absent` folders, may have any bundle.
  package init(
    schemes: [XcodeScheme], plans: [XcodeTestPlan], targets: Set<ModuleID>, unread: Set<RelativePath> = [],
    absent: Set<RelativePath> = [], unreadFiles: Set<RelativePath> = [], workspaces: [XcodeWorkspace] = []
  ) {
    self.unreadFiles = unreadFiles
    self.workspaces = workspaces.filter { !$0.container.parent.isXcodeProject }.reduce(into: [:]) {
      shown, workspace in
      for path in workspace.references.compactMap(\.inTree) {
        shown[path, default: []].insert(workspace.container)
      }
    }
    func isUnknown(_ container: RelativePath) -> Bool {
      unread.contains(container) || container.withAncestors.contains(where: absent.contains)
    }
    let plansByFile = Dictionary(plans.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
    var stale: [(file: RelativePath, target: XcodeTargetReference)] = []
    func bundles(_ references: [XcodeTargetReference], in file: RelativePath) -> [ModuleID] {
      references.compactMap { reference in
        let id = ModuleID(package: reference.container, name: reference.name)
        if targets.contains(id) || isUnknown(id.package) { return id }
        stale.append((file, reference))
        return nil
      }
    }
    entries = schemes.sorted { $0.file < $1.file }.flatMap { scheme -> [Entry] in
      let known = scheme.plans.compactMap { plansByFile[$0] }
      guard !known.isEmpty else {
        if scheme.testables.isEmpty, scheme.makesPlan {
          let containers = Set(scheme.builds.map(\.container)).union([scheme.container])
          let possible = targets.filter { containers.contains($0.package) }.sorted()
          return [
            Entry(
              scheme: scheme, plan: nil, bundles: possible, mayHaveMore: containers.contains(where: isUnknown)
            )
          ]
        }
        let listed = scheme.testables.filter { !$0.isSkipped }.map(\.target)
        return [Entry(scheme: scheme, plan: nil, bundles: bundles(listed, in: scheme.file))]
      }
      return known.map { plan in
        let listed = plan.entries.filter(\.isEnabled).map(\.target)
        return Entry(scheme: scheme, plan: plan, bundles: bundles(listed, in: plan.file))
      }
    }
    self.stale = stale
    unknown = Set(entries.lazy.flatMap(\.bundles).filter { isUnknown($0.package) })
  }
}

extension TestCatalog {
  /// A question with no answer, or with several.
  package enum Doubt: Error, Sendable, Hashable {
    case unknownScheme(String, known: [String])
    case ambiguousScheme(String, containers: [RelativePath])
    case unknownPlan(String, known: [String])
    /// A scheme or plan is missing or cannot be read, so the bundles that run are not known.
    case unreadable(RelativePath)
  }

  /// Returns the entries of the scheme of that name, or of all schemes. `plan` is the name of one of its plans; without
  /// one, the default plan counts. `container` is the project, workspace or package to open.
  package func entries(
    scheme: String?, plan: String?, in container: RelativePath?
  ) throws(Doubt) -> [Entry] {
    var found = entries.filter { container == nil || $0.scheme.container == container }
    if let scheme {
      let named = found.filter { $0.scheme.name == scheme }
      guard !named.isEmpty else {
        try refuse(unreadFile: "\(scheme).xcscheme")
        throw .unknownScheme(scheme, known: Set(found.map(\.scheme.name)).sorted())
      }
      let containers = Set(named.map(\.scheme.container)).sorted()
      guard containers.count == 1 else { throw .ambiguousScheme(scheme, containers: containers) }
      found = named
    }
    guard let plan else {
      guard scheme != nil else {
        if let file = unreadFiles.min() { throw .unreadable(file) }
        return found
      }
      // A scheme without a named plan only runs its default plan.
      let first = found.prefix(1)
      if let planned = first.first?.scheme.plans.first, first.first?.plan?.file != planned {
        throw .unreadable(planned)
      }
      return Array(first)
    }
    let planned = found.filter { $0.plan?.name == plan }
    guard !planned.isEmpty else {
      try refuse(unreadFile: "\(plan).xctestplan")
      throw .unknownPlan(plan, known: Set(found.compactMap { $0.plan?.name }).sorted())
    }
    return planned
  }

  private func refuse(unreadFile name: String) throws(Doubt) {
    let named = unreadFiles.filter { $0.lastComponent.elementsEqual(name.utf8) }
    if let file = named.min() { throw .unreadable(file) }
  }
}

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
