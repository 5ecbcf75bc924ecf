package import ModuleGraph
package import Names
package import Runner
package import Support

/// The errors of a run's builds, each once, by the module whose source has it.
///
/// A package that fails because of another one's error has that error in its report too; it is shown where it
/// belongs.
package struct BuildBlame {
  package struct Group: Equatable {
    /// The module to blame; else the package whose build brought the error up.
    package let name: String
    package var errors: [BuildDiagnostic]
  }

  package private(set) var groups: [Group] = []
  private var seen: Set<BuildDiagnostic> = []
  private let modules: SourceModules

  package init(_ report: RunReport, _ modules: SourceModules) {
    self.modules = modules
    for package in report.packages { add(package) }
    // What somebody can mend at once comes before what only follows from it.
    let isLocated = { (group: Group) in group.errors.contains { $0.file != nil } }
    groups = groups.filter(isLocated) + groups.filter { !isLocated($0) }
  }

  private mutating func add(_ package: PackageReport) {
    guard package.outcome == .buildFailed else { return }
    for error in package.errors where seen.insert(error).inserted {
      let module = error.file.flatMap { modules.module(of: $0) }
      let name = module?.description ?? "//\(package.folder)"
      if let known = groups.firstIndex(where: { $0.name == name }) {
        groups[known].errors.append(error)
      } else {
        groups.append(Group(name: name, errors: [error]))
      }
    }
  }
}

/// Which module a source file belongs to, for blaming an error on it.
package struct SourceModules: Sendable {
  private var modules: [RelativePath: ModuleID] = [:]

  package init(_ folders: some Sequence<(folder: RelativePath, module: ModuleID)>) {
    for (folder, module) in folders { modules[folder] = module }
  }

  package init(_ graph: WorkspaceGraph) {
    self.init(graph.modules.compactMap { node in node.layout.folder.map { ($0, node.id) } })
  }

  /// The module with the innermost folder around the file, which is relative to the workspace.
  package func module(of file: String) -> ModuleID? {
    guard !file.hasPrefix("/") else { return nil }
    return RelativePath(file).withAncestors.reversed().lazy.compactMap { modules[$0] }.first
  }
}
