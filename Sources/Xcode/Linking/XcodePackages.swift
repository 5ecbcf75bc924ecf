import Base

/// The packages of a workspace, by all that projects name them by.
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

  /// The packages that a product of a project comes from.
  struct Origin {
    var packages: [XcodeSources.Package] = []
    /// The identity of a package from elsewhere, which no local package stands in for with certainty.
    var external: String?
  }

  /// A local package that the container refers to stands in for each dependency of the same identity. Where the container
  /// does not refer to it, both count: the reference may be of a form that nobody here reads.
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

  /// All packages with a product of that name, those that the container refers to if there are any. Else one that cannot be
  /// read may have it too.
  private func unnamed(_ product: String, referredTo: (XcodeSources.Package) -> Bool) -> [XcodeSources
    .Package]
  {
    let all = (byProduct[product] ?? []).map { packages[$0] }
    let referred = all.filter(referredTo)
    return referred.isEmpty ? all + packages.filter(\.isUnread) : referred
  }
}
