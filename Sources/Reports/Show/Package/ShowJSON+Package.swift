import Manifests
import Names
package import Support

extension ShowJSON {
  package static func text(_ package: ShownPackage, _ warnings: [Warning]) -> String {
    report("package", warnings) { writer in
      writer.field("folder", package.folder.description)
      writer.field("problem", package.problem)
      writer.field("toolsVersion", package.toolsVersion)
      writer.owners(package.owners)
      writer.field("modules", package.modules.map(\.id.description))
      writer.field("products") { writer in
        writer.array(of: package.products) { writer, product in
          writer.object { writer in
            writer.field("name", product.name)
            writer.field("kind", word(product.kind))
            writer.field("targets", product.targets)
          }
        }
      }
      writer.field("packages", package.packages.map { "//\($0)" })
      writer.field("requirements") { writer in
        writer.array(of: package.requirements) { writer, requirement in
          writer.object { writer in
            writer.field("location", requirement.location)
            writer.field("version", requirement.version)
          }
        }
      }
      writer.field("usedBy", package.usedBy.map { "//\($0)" })
      writer.rules(package.demands)
      writer.findings(package.findings)
    }
  }

  private static func word(_ kind: ProductDescription.Kind) -> String {
    switch kind {
    case .library: "library"
    case .executable: "executable"
    case .plugin: "plugin"
    }
  }
}
