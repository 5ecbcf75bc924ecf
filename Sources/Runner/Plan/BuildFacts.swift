import Base
import Graph
import SwiftSources

/// What runs have to know of one manifest and the graph does not tell.
struct BuildFacts: Sendable, Equatable {
  let name: String
  /// The names of its products.
  let products: [String]
  /// Its executable products, those included that SwiftPM adds, with the targets that each is made of.
  let executables: [String: Set<ModuleID>]
  /// By target: the products from outside the workspace that it is made with, and when, in words that can be compared.
  let uses: [String: [String]]
  /// The targets with flags that name paths which are not absolute: SwiftPM leaves them as they are, so that they lead
  /// from wherever it is called.
  let relativelyFlagged: Set<String>

  /// `own` are the identities of the workspace's packages.
  init(_ manifest: PackageManifest, in folder: RelativePath, of own: Set<String>) {
    name = manifest.name
    products = manifest.products.map(\.name)
    executables = Self.executables(of: manifest).mapValues { names in
      Set(names.map { ModuleID(package: folder, name: $0) })
    }
    let targets = manifest.targets.map { ($0.name, Self.uses(of: $0, manifest, own: own)) }
    uses = Dictionary(targets) { first, _ in first }
    relativelyFlagged = Set(
      manifest.targets.filter { target in
        target.settings.contains { $0.name == "unsafeFlags" && RelativeFlags.exist(in: $0.values) }
      }.map(\.name))
  }

  /// SwiftPM adds a product for every executable target that no declared one is made of.
  private static func executables(of manifest: PackageManifest) -> [String: Set<String>] {
    let declared = manifest.products.filter { $0.kind == .executable }.map { ($0.name, Set($0.targets)) }
    let used = declared.reduce(into: Set<String>()) { $0.formUnion($1.1) }
    let added = manifest.targets.filter { $0.kind == .executable && !used.contains($0.name) }
      .map { ($0.name, Set([$0.name])) }
    return Dictionary(declared + added) { $0.union($1) }
  }

  private static func uses(
    of target: TargetDescription, _ manifest: PackageManifest, own: Set<String>
  ) -> [String] {
    target.dependencies.compactMap { dependency in
      let condition = dependency.condition
      let when = "\(condition.platforms) \(condition.configuration ?? "") \(condition.traits)"
      switch dependency.reference {
      case .product(let name, let package) where !own.contains(package?.lowercased() ?? ""):
        return "\(name) of \(package ?? "") on \(when)"
      case .byName(let name) where !manifest.targets.contains { $0.name == name }: return "\(name) on \(when)"
      case .target, .product, .byName: return nil
      }
    }
  }
}
