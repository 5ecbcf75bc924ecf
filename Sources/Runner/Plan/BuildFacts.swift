import Base
import Graph
import SwiftSources

/// Facts of one manifest that runs need and the graph does not hold.
struct BuildFacts: Sendable, Equatable {
  let name: String
  /// The names of its products.
  let products: [String]
  /// Its executable products and their targets. SwiftPM adds some of these products itself.
  let executables: [String: Set<ModuleID>]
  /// Its products that are dynamic libraries, and their targets.
  let libraries: [String: Set<ModuleID>]
  /// The libraries that it links by name, as with `-lz`.
  let linked: Set<String>
  /// The products from outside the workspace that each target uses, with their conditions. The texts are only compared.
  let uses: [String: [String]]
  /// The targets with flags that name relative paths. SwiftPM does not change such flags, so they depend on the working
  /// folder.
  let relativelyFlagged: Set<String>

  /// `own` holds the identities of the workspace's packages.
  init(_ manifest: PackageManifest, in folder: RelativePath, of own: Set<String>) {
    name = manifest.name
    products = manifest.products.map(\.name)
    let ids = { (names: Set<String>) in Set(names.map { ModuleID(package: folder, name: $0) }) }
    executables = Self.executables(of: manifest).mapValues(ids)
    let dynamic = manifest.products.filter { $0.kind == .library(.dynamic) }
    libraries = Dictionary(dynamic.map { ($0.name, ids(Set($0.targets))) }) { $0.union($1) }
    linked = Self.linked(by: manifest)
    let targets = manifest.targets.map { ($0.name, Self.uses(of: $0, manifest, own: own)) }
    uses = Dictionary(targets) { first, _ in first }
    relativelyFlagged = Set(
      manifest.targets.filter { target in
        target.settings.contains { $0.name == "unsafeFlags" && RelativeFlags.exist(in: $0.values) }
      }.map(\.name))
  }

  /// SwiftPM adds a product for each executable target that no declared executable product contains.
  private static func executables(of manifest: PackageManifest) -> [String: Set<String>] {
    let declared = manifest.products.filter { $0.kind == .executable }.map { ($0.name, Set($0.targets)) }
    let used = declared.reduce(into: Set<String>()) { $0.formUnion($1.1) }
    let added = manifest.targets.filter { $0.kind == .executable && !used.contains($0.name) }
      .map { ($0.name, Set([$0.name])) }
    return Dictionary(declared + added) { $0.union($1) }
  }

  private static func linked(by manifest: PackageManifest) -> Set<String> {
    let settings = manifest.targets.flatMap(\.settings).filter { $0.tool == "linker" }
    return settings.reduce(into: []) { names, setting in
      let values = setting.values
      names.formUnion(
        setting.name == "linkedLibrary"
          ? values : values.compactMap { $0.hasPrefix("-l") ? String($0.dropFirst(2)) : nil })
    }
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
