package import Base

/// The test bundles that schemes run, each with the plan that says so.
package struct TestCatalog: Sendable {
  /// One call of `xcodebuild test`: a scheme, and one of its plans where it has any.
  package struct Entry: Sendable, Hashable {
    package let scheme: XcodeScheme
    package let plan: XcodeTestPlan?
    /// The bundles that it runs, in the order in which they are listed.
    package let bundles: [ModuleID]
    /// True where Xcode makes its plan, and a container that may have bundles for it cannot be read.
    package var mayHaveMore = false

    /// True where Xcode makes a plan of its own: the bundles are those that may be in there.
    package var isOpen: Bool { plan == nil && scheme.testables.isEmpty && scheme.makesPlan }
  }

  /// By scheme, then in the order in which the scheme names its plans: the first is its default.
  package let entries: [Entry]
  /// Names of bundles that a scheme or plan lists and no target bears, with the file that lists them.
  package let stale: [(file: RelativePath, target: XcodeTargetReference)]

  /// Bundles of projects and packages that cannot be read: nobody knows what reaches them.
  package let unknown: Set<ModuleID>

  /// The workspaces that show each project.
  let workspaces: [RelativePath: Set<RelativePath>]

  /// Schemes and plans that are there and cannot be read.
  private let unreadFiles: Set<RelativePath>

  /// `targets` are the modules that can be test bundles, of projects and of packages. A project or package that is `unread`, or
  /// lies in one of the `absent` folders, may have any bundle.
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
  /// A question that no entry, or more than one, answers.
  package enum Doubt: Error, Sendable, Hashable {
    case unknownScheme(String, known: [String])
    case ambiguousScheme(String, containers: [RelativePath])
    case unknownPlan(String, known: [String])
    /// A scheme or plan that is not there or cannot be read, so that nobody knows what runs.
    case unreadable(RelativePath)
  }

  /// The entries of the scheme of that name, or of all schemes. `plan` is the name of one of its plans; a scheme runs its default
  /// without one. `container` is the project, workspace or package that is opened.
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
      // Only the default plan runs of a scheme that was asked for.
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
