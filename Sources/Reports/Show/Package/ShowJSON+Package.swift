import Manifests
import Names
package import Support

extension ShowJSON {
  package static func text(_ package: ShownPackage, _ warnings: [Warning]) -> String {
    let products = package.products.map { product -> JSON in
      ["name": product.name, "kind": word(product.kind), "targets": product.targets]
    }
    let requirements = package.requirements.map { requirement -> JSON in
      ["location": requirement.location, "version": requirement.version]
    }
    return report(
      "package", warnings,
      [
        "folder": package.folder.description, "problem": package.problem,
        "toolsVersion": package.toolsVersion, "owners": package.owners.map(\.json),
        "modules": package.modules.map(\.id.description), "products": products,
        "packages": package.packages.map { "//\($0)" }, "requirements": requirements,
        "usedBy": package.usedBy.map { "//\($0)" }, "rules": package.demands.map(\.json),
        "findings": package.findings.map(\.json),
      ])
  }

  private static func word(_ kind: ProductDescription.Kind) -> String {
    switch kind {
    case .library: "library"
    case .executable: "executable"
    case .plugin: "plugin"
    }
  }
}
