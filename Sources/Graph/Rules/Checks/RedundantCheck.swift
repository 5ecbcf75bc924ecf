import Base
import SwiftSources

/// Checks `imports.redundant`: a manifest declares each dependency once, and every package that it names is used.
struct RedundantCheck {
  private let context: RuleContext
  /// The packages of imported modules, by importing package. Such a package lacks a declaration, and naming it is
  /// right.
  private let imported: [PackageIndex: Set<PackageIndex>]

  init(_ context: RuleContext) {
    self.context = context
    let modules = context.facts.graph.modules
    let pairs = context.dependencies.filter { $0.site != nil }
    imported = Dictionary(grouping: pairs) { modules[$0.from].package }
      .mapValues { Set($0.map { modules[$0.to].package }) }
  }

  private var graph: WorkspaceGraph { context.facts.graph }

  func findings() -> [LintFinding] {
    guard context.rules.imports.redundant != .off else { return [] }
    return graph.packages.indices.flatMap { package -> [LintFinding] in
      guard let manifest = graph.packages[package].manifest else { return [] }
      return repeated(in: package, manifest) + unusedPackages(of: package, manifest)
    }
  }
}

// MARK: Said twice

extension RedundantCheck {
  private func repeated(in package: PackageIndex, _ manifest: PackageManifest) -> [LintFinding] {
    let resolver = DependencyTargets(of: package, in: graph)
    return graph.packages[package].modules.flatMap { module -> [LintFinding] in
      let dependencies = manifest.targets.first { $0.name == context.id(module).name }?.dependencies ?? []
      let always = dependencies.filter { $0.condition == .always }
      var seen: Set<[ModuleIndex]> = []
      return always.filter { dependency in
        let modules = resolver.modules(of: dependency, in: module)
        return !modules.isEmpty && !seen.insert(modules).inserted
      }.map { finding(twice: $0.reference.name, module) }
    }
  }

  private func finding(twice name: String, _ module: ModuleIndex) -> LintFinding {
    LintFinding(
      rule: .redundantDependency, severity: context.rules.imports.redundant,
      package: context.id(module).package,
      module: context.id(module), subject: name,
      message: "\(context.id(module)) declares \"\(name)\" twice",
      why: "the second declaration has no effect, and may stay behind when the first is removed",
      mend: "remove one of them from the target's dependencies")
  }
}

// MARK: Unused packages

extension RedundantCheck {
  private func unusedPackages(of package: PackageIndex, _ manifest: PackageManifest) -> [LintFinding] {
    let used = Set(
      graph.packages[package].modules.flatMap { graph.modules[$0].edges }.filter(\.kind.isDeclared).map {
        graph.modules[$0.target].package
      })
    return zip(manifest.dependencies, graph.packages[package].dependencies).compactMap { dependency, edge in
      // A package from outside may be there for a plugin that people call by hand.
      guard case .path(let path) = dependency.source, let index = edge.package,
        index != package, !used.contains(index), imported[package]?.contains(index) != true,
        let other = graph.packages[index].manifest, !other.products.contains(where: { $0.kind == .plugin }),
        !mentions(other, [graph.packages[index].identity, edge.identity], manifest)
      else { return nil }
      return finding(unused: path, package)
    }
  }

  /// Returns true when a target names the package in a way that makes no edge, as under a trait that no build enables.
  private func mentions(
    _ other: PackageManifest, _ identities: [String], _ manifest: PackageManifest
  ) -> Bool {
    let isNamed = { (package: String?) in package.map { identities.contains($0.lowercased()) } ?? false }
    let names = Set(other.products.map(\.name) + other.targets.map(\.name))
    return manifest.targets.contains { target in
      target.dependencies.contains { dependency in
        switch dependency.reference {
        case .target: false
        case .byName(let name): names.contains(name)
        case .product(let name, let package):
          names.contains(name) || isNamed(package)
        }
      } || target.pluginUsages.contains { isNamed($0.package) }
    }
  }

  private func finding(unused path: String, _ package: PackageIndex) -> LintFinding {
    let folder = graph.packages[package].folder
    return LintFinding(
      rule: .redundantDependency, severity: context.rules.imports.redundant, package: folder, module: nil,
      subject: path,
      message: "the package //\(folder) declares the package \"\(path)\", which none of its targets uses",
      why: "every build resolves and loads a declared package",
      mend: "remove it from the package's dependencies")
  }
}
