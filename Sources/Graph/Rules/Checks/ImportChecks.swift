import Base
import SwiftSources

/// Checks `imports.undeclared`: a manifest declares all modules that its sources import.
enum UndeclaredCheck {
  static func findings(_ context: RuleContext) -> [LintFinding] {
    guard context.rules.imports.undeclared != .off else { return [] }
    return context.facts.listed.flatMap { module in
      context.facts.uses[module].filter { !$0.isConditional && !isReleased($0, by: module, context) }
        .map { finding($0, by: module, context) }
    }
  }

  /// Returns true when the target uses a release of the package with the imported module. A working copy of that
  /// package in the workspace does not make the import undeclared.
  private static func isReleased(_ use: ImportUse, by module: ModuleIndex, _ context: RuleContext) -> Bool {
    let graph = context.facts.graph
    let outside = Set(graph.modules[module].externalPackages)
    return use.bearers.allSatisfy { outside.contains(graph.packages[graph.modules[$0].package].identity) }
  }

  private static func finding(_ use: ImportUse, by module: ModuleIndex, _ context: RuleContext) -> LintFinding
  {
    let bearers = use.bearers.map(context.id)
    let known = bearers.count == 1 ? bearers[0] : nil
    let others = known == nil ? "; it may be \(QuotedNames.list(bearers.map(\.description), "or"))" : ""
    return LintFinding(
      rule: .undeclaredImport, severity: context.rules.imports.undeclared,
      package: context.id(module).package,
      module: context.id(module), other: known, subject: known == nil ? use.name : nil, site: use.site,
      message: "\(context.id(module)) imports \(known?.description ?? use.name), which its manifest does not "
        + "declare\(others)",
      why: use.isReached
        ? "the import works only through another dependency, and may break when that dependency changes"
        : "the import works only if the module happens to be built first, so a build may fail or use "
          + "an old state",
      mend:
        "add it to the target's dependencies in \(context.id(module).package.appending(PackageFile.manifest)), "
        + "or remove the import")
  }
}

/// Checks `imports.unused`: some source imports each declared dependency.
///
/// Only certain findings are reported. A dependency may be there for its header, its resources, a plugin's output, or
/// to be linked. Wherever that is possible, there is no finding.
struct UnusedCheck {
  private let context: RuleContext
  private let sites: ImportSites
  private var swiftOnly: [ModuleIndex: Bool] = [:]
  private var closure: DeclaredClosure

  init(_ context: RuleContext) {
    self.context = context
    sites = ImportSites(context.facts.tree)
    closure = DeclaredClosure(context.facts.graph)
  }

  private var graph: WorkspaceGraph { context.facts.graph }

  mutating func findings() throws(Failure) -> [LintFinding] {
    guard context.rules.imports.unused != .off else { return [] }
    var findings: [LintFinding] = []
    for package in graph.packages.indices {
      let suspects = graph.packages[package].modules.filter(isSuspect)
      guard !suspects.isEmpty, let manifest = graph.packages[package].manifest else { continue }
      let resolver = DependencyTargets(of: package, in: graph)
      for module in suspects {
        findings += try unused(by: module, manifest, resolver).map { finding($0, by: module) }
      }
    }
    return findings
  }

  /// Returns true when some declared module is not imported, so that a closer look is worth it.
  private func isSuspect(_ index: ModuleIndex) -> Bool {
    let module = graph.modules[index]
    guard [.library, .executable, .test, .macro].contains(module.kind), !module.layout.readsWholePackage
    else { return false }
    let imported = importedModules(index)
    return module.edges.contains { $0.kind == .dependency && !imported.contains($0.target) }
  }

  private func importedModules(_ index: ModuleIndex) -> Set<ModuleIndex> {
    Set(context.facts.imported.byModule[index].flatMap { context.facts.modulesByName[$0] })
  }

  private mutating func unused(
    by module: ModuleIndex, _ manifest: PackageManifest, _ resolver: DependencyTargets
  ) throws(Failure) -> [TargetDependency] {
    guard !context.facts.mayImportMore(graph.modules[module]), try isSwiftOnly(module),
      let description = manifest.targets.first(where: { $0.name == graph.modules[module].id.name })
    else { return [] }
    let imported = importedModules(module)
    // A test module that imports nothing of the workspace tests it by other means.
    if graph.modules[module].kind == .test, imported.isEmpty { return [] }
    var found: [TargetDependency] = []
    for dependency in description.dependencies
    where dependency.moduleAliases.isEmpty && dependency.condition.traits.isEmpty {
      let modules = resolver.modules(of: dependency, in: module)
      guard !modules.isEmpty, imported.isDisjoint(with: modules),
        try canOnlyBeImported(modules),
        !bringsAlong(modules, whatIsImportedBy: module)
      else { continue }
      found.append(dependency)
    }
    return found
  }

  /// Returns true for Swift libraries: an import is the only way to use one.
  private mutating func canOnlyBeImported(_ modules: [ModuleIndex]) throws(Failure) -> Bool {
    for module in modules {
      guard graph.modules[module].kind == .library, try isSwiftOnly(module) else { return false }
    }
    return true
  }

  private mutating func isSwiftOnly(_ module: ModuleIndex) throws(Failure) -> Bool {
    if let known = swiftOnly[module] { return known }
    let answer = try sites.isSwiftOnly(graph.modules[module])
    swiftOnly[module] = answer
    return answer
  }

  /// Returns true when the dependency brings along a module that is imported and that the manifest does not name.
  private mutating func bringsAlong(_ modules: [ModuleIndex], whatIsImportedBy module: ModuleIndex) -> Bool {
    let undeclared = context.facts.uses[module].flatMap(\.bearers)
    for start in modules {
      for target in undeclared where closure.reaches(target, from: start) { return true }
    }
    return false
  }

  private func finding(_ dependency: TargetDependency, by module: ModuleIndex) -> LintFinding {
    let name = dependency.reference.name
    return LintFinding(
      rule: .unusedDependency, severity: context.rules.imports.unused, package: context.id(module).package,
      module: context.id(module), subject: name,
      message: "\(context.id(module)) declares \"\(name)\", which none of its sources imports",
      why: "a declared dependency is built first, and its changes run more tests",
      mend: "remove it from the target's dependencies")
  }
}

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
