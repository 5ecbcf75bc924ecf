import Manifests
import ModuleGraph
import Names

/// What the manifest of a package says whose files come from another: what that one says, as far as it has to do with them.
struct ExtractedManifest {
  let text: String
  private(set) var notes: [String] = []

  init(_ extracted: ExtractedPackage, _ ground: ScaffoldGround) throws(ScaffoldError) {
    let graph = ground.graph
    guard let index = graph.index(of: extracted.origin),
      let origin = graph.packages[graph.modules[index].package].manifest,
      let target = origin.targets.first(where: { $0.name == extracted.origin.name })
    else {
      throw ScaffoldError(
        .noProduct, "the manifest of //\(extracted.origin.package) says nothing of \(extracted.origin)")
    }
    var own = NeededModules()
    for need in extracted.needs { try own.add(need, from: extracted.folder, graph) }
    var tests = own
    tests.products = []
    for need in extracted.testNeeds ?? [] { try tests.add(need, from: extracted.folder, graph) }
    let outside = OutsideProducts(target, origin, imports: extracted.imports, graph)
    let convention = ManifestConvention(neighbours: [origin], needed: tests.manifests)
    let settings = SwiftSettings(target.settings)
    notes = outside.notes + settings.notes
    let name = SwiftText.literal(extracted.name)
    let packages =
      tests.packages.compactMap { $0["path"] }.map { ".package(path: \"\($0)\")" } + outside.packages
    var arguments = ["name: \(name)"]
    if !convention.platforms.isEmpty { arguments.append("platforms: [\(convention.platforms)]") }
    arguments.append("products: [\n    .library(name: \(name), targets: [\(name)])\n  ]")
    if !packages.isEmpty { arguments.append("dependencies: \(Self.list(packages, indent: "  "))") }
    var targets = [
      Self.target(
        "target", extracted.name, Self.products(own) + outside.products, settings.text)
    ]
    if extracted.testNeeds != nil {
      targets.append(
        Self.target("testTarget", "\(extracted.name)Tests", [name] + Self.products(tests), settings.text))
    }
    arguments.append("targets: \(Self.list(targets, indent: "  "))")
    if !convention.languageModes.isEmpty { arguments.append(convention.languageModes) }
    text = """
      // swift-tools-version: \(convention.toolsVersion)
      import PackageDescription

      let package = Package(
        \(arguments.joined(separator: ",\n  "))
      )

      """
  }

  private static func products(_ needed: NeededModules) -> [String] {
    needed.products.compactMap { row in
      guard let product = row["product"], let package = row["package"] else { return nil }
      return ".product(name: \"\(product)\", package: \"\(package)\")"
    }
  }

  private static func list(_ elements: [String], indent: String) -> String {
    "[\n" + elements.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)]"
  }

  private static func target(_ kind: String, _ name: String, _ dependencies: [String], _ settings: [String])
    -> String
  {
    var arguments = ["name: \(SwiftText.literal(name))"]
    if !dependencies.isEmpty { arguments.append("dependencies: \(list(dependencies, indent: "      "))") }
    if !settings.isEmpty { arguments.append("swiftSettings: \(list(settings, indent: "      "))") }
    return ".\(kind)(\n      \(arguments.joined(separator: ",\n      "))\n    )"
  }
}

/// What a target takes from outside of the workspace. Nobody knows which modules such a product has: where none is called
/// as a module that is imported, all are taken.
private struct OutsideProducts {
  var packages: [String] = []
  var products: [String] = []
  var notes: [String] = []

  init(
    _ target: TargetDescription, _ manifest: PackageManifest, imports: Set<String>, _ graph: WorkspaceGraph
  ) {
    let inside = Set(graph.packages.map(\.identity))
    let outside = Dictionary(
      manifest.dependencies.filter { $0.isFromOutside && !inside.contains($0.identity) }.map {
        ($0.identity, $0)
      },
      uniquingKeysWith: { one, _ in one })
    let all = target.dependencies.compactMap { dependency -> (name: String, identity: String)? in
      guard case .product(let name, let package?) = dependency.reference,
        outside[package.lowercased()] != nil
      else { return nil }
      return (name, package.lowercased())
    }
    let named = all.filter { !imports.isDisjoint(with: ModuleName.names(of: $0.name)) }
    let known = Set(graph.modules.flatMap { ModuleName.names(of: $0.id.name) })
    let unnamed = all.filter { one in !named.contains { $0 == one } }
    // An import that may come from any of them.
    let isOpen = !imports.subtracting(known).subtracting(named.flatMap { ModuleName.names(of: $0.name) })
      .isEmpty
    let taken = named + (isOpen && !imports.isEmpty ? unnamed : [])
    if isOpen, !unnamed.isEmpty {
      notes.append(
        "\(unnamed.map(\.name).joined(separator: ", ")) may not be needed: which modules products from outside have is "
          + "not known")
    }
    products = taken.map {
      ".product(name: \(SwiftText.literal($0.name)), package: \(SwiftText.literal($0.identity)))"
    }
    for identity in Set(taken.map(\.identity)).sorted() {
      if let call = outside[identity]?.call { packages.append(call) }
    }
  }
}

extension PackageDependency {
  fileprivate var isFromOutside: Bool {
    if case .path = source { false } else { true }
  }

  fileprivate var call: String? {
    switch source {
    case .path: nil
    case .sourceControl(let location, let requirement):
      ".package(url: \(SwiftText.literal(location)), \(requirement.argument))"
    case .registry(let id, let requirement): ".package(id: \(SwiftText.literal(id)), \(requirement.argument))"
    }
  }
}

extension PackageDependency.Requirement {
  fileprivate var argument: String {
    switch self {
    case .exact(let version): "exact: \(SwiftText.literal(version))"
    case .range(let from, let to): "\(SwiftText.literal(from))..<\(SwiftText.literal(to))"
    case .branch(let name): "branch: \(SwiftText.literal(name))"
    case .revision(let name): "revision: \(SwiftText.literal(name))"
    }
  }
}

/// What the compiler is told for a target, as far as it can be said once more.
private struct SwiftSettings {
  var text: [String] = []
  var notes: [String] = []

  private static let plain: Set = ["enableUpcomingFeature", "enableExperimentalFeature", "define"]

  init(_ settings: [BuildSetting]) {
    var left: Set<String> = []
    for setting in settings {
      guard setting.tool == "swift", setting.condition == .always else {
        left.insert(setting.name)
        continue
      }
      let values = setting.values.map(SwiftText.literal)
      if Self.plain.contains(setting.name), let value = values.first, values.count == 1 {
        text.append(".\(setting.name)(\(value))")
      } else if setting.name == "unsafeFlags" {
        text.append(".unsafeFlags([\(values.joined(separator: ", "))])")
      } else {
        left.insert(setting.name)
      }
    }
    if !left.isEmpty {
      notes.append(
        "settings of the old target that are not taken along: \(left.sorted().joined(separator: ", "))")
    }
  }
}
