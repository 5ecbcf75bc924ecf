import Manifests
import ModuleGraph
import Names
import Support

/// What a new package is to depend on, in the words of its manifest.
struct NeededModules {
  var packages: [[String: String]] = []
  var products: [[String: String]] = []
  var imports: [[String: String]] = []
  /// Of the packages that are there.
  var manifests: [PackageManifest] = []

  mutating func add(path: String, package: String, product: String, module: String) {
    func add(_ row: [String: String], to rows: inout [[String: String]]) {
      if !rows.contains(row) { rows.append(row) }
    }
    add(["path": SwiftText.escaped(path)], to: &packages)
    add(["product": SwiftText.escaped(product), "package": SwiftText.escaped(package)], to: &products)
    // Sources import by the first of the names that a target's may become.
    add(["import": ModuleName.names(of: module).first ?? module], to: &imports)
  }

  /// A module of the workspace, by a product of its package.
  mutating func add(_ id: ModuleID, from folder: RelativePath, _ graph: WorkspaceGraph) throws(ScaffoldError)
  {
    guard let index = graph.index(of: id) else { return }
    let package = graph.packages[graph.modules[index].package]
    let offering = (package.manifest?.products ?? []).filter { product in
      if case .library = product.kind { product.targets.contains(id.name) } else { false }
    }
    guard let product = offering.first(where: { $0.name == id.name }) ?? offering.first else {
      throw ScaffoldError(.noProduct, "no library of the package //\(package.folder) offers \(id) to others")
    }
    if let manifest = package.manifest, !manifests.contains(manifest) { manifests.append(manifest) }
    add(
      path: package.folder.seen(from: folder).description,
      package: Text.escapingInvalidUTF8(
        package.folder.isRoot ? package.identity.utf8.map(\.self)[...] : package.folder.lastComponent),
      product: product.name, module: id.name)
  }

  func fill(_ values: inout TemplateValues) {
    values.rows["packages"] = packages
    values.rows["products"] = products
    values.rows["imports"] = imports
    values.flags["depends"] = !packages.isEmpty
  }
}
