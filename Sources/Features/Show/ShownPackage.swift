import Base
import Graph
import SwiftSources

struct ShownPackage: Sendable {
  struct Module: Sendable, Hashable {
    let id: ModuleID
    let kind: ModuleKind
    let owners: [String]
  }

  /// A package from a repository or a registry.
  struct Requirement: Sendable, Hashable {
    let location: String
    let version: String
  }

  let folder: RelativePath
  /// The reason why the manifest cannot be evaluated; nil when it can.
  let problem: String?
  let toolsVersion: String?
  let products: [ProductDescription]
  let modules: [Module]
  /// The workspace's packages that the manifest names.
  let packages: [RelativePath]
  let requirements: [Requirement]
  /// The workspace's packages whose manifests name this package.
  let usedBy: [RelativePath]
  /// The owners of the package's modules. The owner of most modules comes first.
  let owners: [ShownOwner]
  let demands: [RuleDemand]
  let findings: [LintFinding]
}

extension ShowContext {
  func package(_ index: PackageIndex) -> ShownPackage {
    let package = graph.packages[index]
    let modules = package.modules.filter(isListed)
    return ShownPackage(
      folder: package.folder, problem: package.problem,
      toolsVersion: package.manifest.map { "\($0.toolsVersion)" },
      products: package.manifest?.products ?? [],
      modules: modules.map {
        .init(id: graph.modules[$0].id, kind: graph.modules[$0].kind, owners: owners[$0].owners)
      },
      packages: package.dependencies.compactMap { $0.package.map { graph.packages[$0].folder } },
      requirements: (package.manifest?.dependencies ?? []).compactMap(Self.requirement),
      usedBy: graph.packages.filter { $0.dependencies.contains { $0.package == index } }.map(\.folder),
      owners: owners(of: modules), demands: RuleDemands.of(package: package.folder, config.rules),
      findings: findings.filter { $0.package == package.folder })
  }

  private func owners(of modules: [ModuleIndex]) -> [ShownOwner] {
    let counts = modules.flatMap { owners[$0].owners }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { owner($0.key) }
  }

  private static func requirement(_ dependency: PackageDependency) -> ShownPackage.Requirement? {
    switch dependency.source {
    case .path: nil
    case .sourceControl(let location, let requirement), .registry(let location, let requirement):
      .init(location: location, version: requirement.text)
    }
  }
}

extension ShowText {
  func lines(_ package: ShownPackage) -> [StyledText] {
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
