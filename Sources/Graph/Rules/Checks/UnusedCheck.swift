import Base
import SwiftSources

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
