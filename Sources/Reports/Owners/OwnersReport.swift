import AffectedGraph
package import Support
package import Workspace

/// Whom a change concerns.
package struct OwnersReport: Sendable, Hashable {
  /// A team, or a handle that no team has claimed, with modules it owns.
  package struct Group: Sendable, Hashable {
    package let id: String
    /// How people call the team, and where to reach it; nil for a bare handle.
    package let name: String?
    package let contact: String?
    package let modules: [ModuleID]

    package init(id: String, name: String?, contact: String?, modules: [ModuleID]) {
      self.id = id
      self.name = name
      self.contact = contact
      self.modules = modules
    }
  }

  package let revisions: ComparedRevisions
  /// Owners of modules that changed themselves.
  package let changed: [Group]
  /// Owners of modules that the change merely reaches; those who also own changed ones are left out.
  package let reached: [Group]
  package let unowned: [ModuleID]
  package let fallback: Fallback?
  package let warnings: [Warning]

  package init(
    _ report: AffectedReport, teams: [String: TeamConfig], extraWarnings: [Warning] = []
  ) {
    revisions = report.revisions
    fallback = report.fallback
    warnings = report.warnings + extraWarnings
    let direct = report.selection.modules.filter(\.isDirect).map(\.id)
    let indirect = report.selection.modules.filter { !$0.isDirect }.map(\.id)
    changed = Self.groups(direct, report.owners, teams)
    let owning = Set(changed.map(\.id))
    reached = Self.groups(indirect, report.owners, teams).filter { !owning.contains($0.id) }
    unowned = report.selection.modules.map(\.id).filter { report.owners[$0]?.isEmpty ?? true }
  }

  private static func groups(
    _ modules: [ModuleID], _ owners: [ModuleID: [String]], _ teams: [String: TeamConfig]
  ) -> [Group] {
    var byOwner: [String: [ModuleID]] = [:]
    for module in modules {
      for owner in owners[module] ?? [] { byOwner[owner, default: []].append(module) }
    }
    return byOwner.keys.sorted().map { owner in
      Group(
        id: owner, name: teams[owner]?.name, contact: teams[owner]?.contact, modules: byOwner[owner] ?? [])
    }
  }
}

/// The owners of paths that somebody asked about.
package struct PathOwners: Sendable, Hashable {
  package let path: RelativePath
  package let owners: [String]

  package init(path: RelativePath, owners: [String]) {
    self.path = path
    self.owners = owners
  }
}
