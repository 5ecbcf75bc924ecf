import Platform
import Workspace

/// What a package's tests find beside themselves: what SwiftPM would have made for this package as its sole root. In a
/// scratch folder that several packages share there are executables of others as well, of this build or an older one;
/// a test that looks for one by its name shall not find it, unless its package needs it or says that it runs it.
struct ProductView {
  /// Of the whole workspace.
  let executables: [String: Set<ModuleID>]

  static func root(beside scratch: String) -> String { "\(scratch).view" }

  /// The package as it is to be tested. Where nothing is to be hidden, that is where it was built.
  func prepared(_ package: PackageRun, productFolder: String) throws(RunError) -> PackageRun {
    let needed = package.tools.values.reduce(into: package.closure) { $0.formUnion($1) }
    let hidden = Set(executables.filter { $0.value.isDisjoint(with: needed) }.keys)
    guard hidden.contains(where: { LocalFiles.isFile("\(productFolder)/\($0)") }) else { return package }
    var result = package
    let view = "\(Self.root(beside: package.scratchFolder))/\(ScratchName.of(package.folder))"
    LocalFiles.removeTree(view)
    guard LocalFiles.makeFolders(view, mode: 0o755) else { throw .unwritable(view) }
    for entry in LocalFiles.entries(in: productFolder) where isSeen(entry, package, hidden) {
      let (original, copy) = ("\(productFolder)/\(entry.name)", "\(view)/\(entry.name)")
      // A program tells by its own path where it is, so it must not be a symbolic link.
      let isLinked =
        entry.isFolder ? LocalFiles.linkSymbolically(copy, to: original) : LocalFiles.link(original, to: copy)
      guard isLinked else { throw .unwritable(copy) }
    }
    result.viewFolder = view
    return result
  }

  private func isSeen(_ entry: LocalFiles.Entry, _ package: PackageRun, _ hidden: Set<String>) -> Bool {
    let ending = SourceFiles.ending(of: entry.name)
    if ending == "xctest" { return entry.name == "\(package.testProduct).xctest" }
    return !hidden.contains(entry.name) && ending != "product" && ending != "build"
  }
}
