import Platform

/// What a package's tests find beside themselves: what SwiftPM would have made for this package as its sole root. In a
/// scratch folder that several packages share there are executables of others as well, of this build or an older one;
/// a test that looks for one by its name shall not find it, unless its package needs it or says that it runs it.
enum ProductView {
  static func root(beside scratch: String) -> String { "\(scratch).view" }

  /// Makes the folder `view` for a package that was built in `products`.
  static func make(
    _ view: String, of package: PackageRun, in products: String, by engine: any EngineForm
  ) throws(RunError) {
    LocalFiles.removeTree(view)
    guard LocalFiles.makeFolders(view, mode: 0o755) else { throw .unwritable(view) }
    for entry in LocalFiles.entries(in: products)
    where engine.isSeen(entry.name, by: package) && !package.hidden.contains(entry.name) {
      let (original, copy) = ("\(products)/\(entry.name)", "\(view)/\(entry.name)")
      // A program tells by its own path where it is, so it must not be a symbolic link.
      let isLinked =
        entry.isFolder ? LocalFiles.linkSymbolically(copy, to: original) : LocalFiles.link(original, to: copy)
      guard isLinked else { throw .unwritable(copy) }
    }
  }
}
