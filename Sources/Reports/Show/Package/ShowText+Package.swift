import Manifests
import ModuleGraph
import Names
package import Terminal

extension ShowText {
  package func lines(_ package: ShownPackage) -> [StyledText] {
    ["\("//\(package.folder)", .module)  \("package", .dim)"]
      + facts([
        ("owner", Self.owners(package.owners)), ("tools", "\(package.toolsVersion ?? "")"),
        ("broken", "\(package.problem ?? "", .bad)"),
      ])
      + list("Modules", package.modules) {
        ["\($0.id.name, .module)", "\($0.kind.rawValue, .dim)", "\($0.owners.joined(separator: ", "))"]
      }
      + list("Products", package.products) {
        ["\($0.name)", "\(Self.word($0.kind), .dim)", "\($0.targets.joined(separator: ", "), .dim)"]
      }
      + list("Needs packages", package.packages) { ["\("//\($0)", .module)"] }
      + list("Needs from outside", package.requirements) { ["\($0.location, .path)", "\($0.version)"] }
      + list("Needed by packages", package.usedBy) { ["\("//\($0)", .module)"] }
      + rules(package.demands, package.findings)
  }

  private func list<Item>(
    _ title: String, _ items: [Item], _ cells: (Item) -> [StyledText]
  ) -> [StyledText] {
    .section(title, "\(items.count)", table([.middle(20), .left, .end()], cut(items, cells)))
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
