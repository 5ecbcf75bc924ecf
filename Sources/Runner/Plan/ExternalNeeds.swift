import Support
import Workspace

/// All that decides which modules packages get from outside the workspace, in words that can be compared.
struct ExternalNeeds {
  private var lines: Set<String> = []

  /// Of the packages that `root` needs, when it is built with itself as root.
  mutating func add(_ root: PlannedPackage, _ closure: PackageClosure) {
    guard !closure.externals.isEmpty else { return }
    for (node, traits) in closure.traits {
      guard case .external(let identity) = node else { continue }
      lines.insert("\(root.folder) needs \(identity) with \(traits.sorted())")
    }
    for member in closure.packages {
      for module in member.modules { lines.formUnion(module.products.map { "\(module.id) uses \($0)" }) }
    }
    lines.insert("\(root.folder) is pinned to \(root.pins?.text ?? "nothing")")
  }

  var text: String { lines.sorted().joined(separator: "\n") }
}
