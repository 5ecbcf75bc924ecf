/// A file of the workspace; the path is relative to its root.
package struct ExampleFile: Sendable, Hashable {
  package var path: String
  package var contents: String
  package var executable = false
}

extension ExampleWorkspace {
  /// Every tracked file at the tip of main, the packages' in their order.
  package func files() -> [ExampleFile] {
    var depths: [String: Int] = [:]
    var files = RootFiles.all
    for package in packages {
      let depth = 1 + (package.dependencies.compactMap { depths[$0.path] }.max() ?? 0)
      depths[package.path] = depth
      files += PackageFiles(package: package, depths: depths).all()
    }
    return files
  }
}
