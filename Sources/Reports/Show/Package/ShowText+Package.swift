import Manifests
import ModuleGraph
import Names
package import Terminal

extension ShowText {
  package func lines(_ package: ShownPackage) -> [StyledText] {
    [StyledText("//\(package.folder)", .module) + StyledText("  package", .dim)]
      + facts([
        ("owner", Self.owners(package.owners)),
        ("tools", StyledText(package.toolsVersion ?? "")),
        ("broken", StyledText(package.problem ?? "", .bad)),
      ])
      + list("Modules", package.modules) { module in
        [
          StyledText(module.id.name, .module), StyledText(module.kind.rawValue, .dim),
          StyledText(module.owners.joined(separator: ", ")),
        ]
      }
      + list("Products", package.products) { product in
        [
          StyledText(product.name), StyledText(Self.word(product.kind), .dim),
          StyledText(product.targets.joined(separator: ", "), .dim),
        ]
      }
      + list("Needs packages", package.packages) { [StyledText("//\($0)", .module)] }
      + list("Needs from outside", package.requirements) { requirement in
        [StyledText(requirement.location, .path), StyledText(requirement.version)]
      }
      + list("Needed by packages", package.usedBy) { [StyledText("//\($0)", .module)] }
      + rules(package.demands, package.findings)
  }

  private func list<Item>(
    _ title: String, _ items: [Item], _ cells: (Item) -> [StyledText]
  ) -> [StyledText] {
    guard !items.isEmpty else { return [] }
    let columns: [Table.Column] = [
      .init(truncation: .middle, narrowest: 20), .init(), .init(truncation: .tail),
    ]
    return heading(title, "\(items.count)") + table(columns, cut(items, cells))
  }

  private static func word(_ kind: ProductDescription.Kind) -> String {
    switch kind {
    case .library(.automatic): "library"
    case .library(let linkage): "\(linkage.rawValue) library"
    case .executable: "executable"
    case .plugin: "plugin"
    }
  }
}
