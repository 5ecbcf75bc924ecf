import Base

/// Finds packages of a workspace by everything that projects name them by.
struct XcodePackages {
  private let packages: [XcodeSources.Package]
  private var byFolder: [RelativePath: Int] = [:]
  private var byIdentity: [String: [Int]] = [:]
  private var byProduct: [String: [Int]] = [:]

  init(_ packages: [XcodeSources.Package]) {
    self.packages = packages
    for (place, package) in packages.enumerated() {
      byFolder[package.folder] = place
      byIdentity[package.identity.lowercased(), default: []].append(place)
      for product in package.products { byProduct[product.name, default: []].append(place) }
    }
  }

  func package(at folder: RelativePath) -> XcodeSources.Package? { byFolder[folder].map { packages[$0] } }

  func folders(below folder: RelativePath) -> [RelativePath] {
    packages.map(\.folder).filter { $0 != folder && $0.isInside(folder) }
  }

  /// The packages that may make a product that a project uses.
  struct Origin {
    var packages: [XcodeSources.Package] = []
    /// The identity of an external package; nil when a local package certainly stands in for it.
    var external: String?
  }

  /// Returns the packages that a product comes from. A local package that the container refers to stands in for each
  /// dependency of the same identity. Without such a reference both packages count, since the reference may have a form
  /// that is not known here.
  func origin(of product: XcodePackageProduct, referredTo: (XcodeSources.Package) -> Bool) -> Origin {
    switch product.origin {
    case .local(let folder):
      if let package = package(at: folder) { return Origin(packages: [package]) }
      let named = unnamed(product.name, referredTo: referredTo)
      return Origin(packages: named)
    case .remote(let identity):
      let all = (byIdentity[identity.lowercased()] ?? []).map { packages[$0] }
      let referred = all.filter(referredTo)
      return referred.isEmpty
        ? Origin(packages: all, external: identity.lowercased()) : Origin(packages: referred)
    case .unnamed:
      let named = unnamed(product.name, referredTo: referredTo)
      return Origin(packages: named, external: named.allSatisfy(\.isUnread) ? XcodeModule.anyPackage : nil)
    }
  }

  /// Returns all packages with a product of that name; only those that the container refers to, if there are any.
  /// Otherwise a package that cannot be read may have the product too.
  private func unnamed(_ product: String, referredTo: (XcodeSources.Package) -> Bool) -> [XcodeSources
    .Package]
  {
    let all = (byProduct[product] ?? []).map { packages[$0] }
    let referred = all.filter(referredTo)
    return referred.isEmpty ? all + packages.filter(\.isUnread) : referred
  }
}
