import Names
package import Support
package import Xcode

extension WorkspaceGraph {
  /// The test bundles that the schemes and plans of a tree run. `isAbsence` tells whether an error says that this clone lacks a
  /// file.
  package func testCatalog(
    in tree: any FileTree, isAbsence: @escaping @Sendable (any Error) -> Bool
  ) throws -> TestCatalog {
    let targets = Set(modules.lazy.filter(\.kind.isTest).map(\.id))
    return try ProjectLoader(tree: tree, packages: self, isAbsence: isAbsence).catalog(
      among: targets, unread: unreadFolders)
  }

  /// The projects and packages that cannot be read. Each may have any test bundle, and each of these counts as affected.
  package var unreadFolders: Set<RelativePath> {
    Set(packages.lazy.filter { $0.problem != nil }.map(\.folder))
  }
}
