import Base
import Xcode

/// Checks `layers`: the layers that each layer may depend on. Modules in no layer are free.
enum LayerCheck {
  static func findings(_ context: RuleContext) -> [LintFinding] {
    let layers = context.rules.layers
    guard !layers.isEmpty else { return [] }
    let byModule = Indexed<ModuleIndex, [LayerRule]>(
      context.facts.graph.modules.indices.map { module in
        layers.filter { context.hasTag($0.tag, module) }
      })
    return context.dependencies.compactMap { dependency in
      let (own, other) = (byModule[dependency.from], byModule[dependency.to])
      guard let layer = own.first, !other.isEmpty, !own.contains(where: { maySee($0, other) }) else {
        return nil
      }
      return finding(dependency, layer, other, context)
    }
  }

  private static func maySee(_ layer: LayerRule, _ others: [LayerRule]) -> Bool {
    others.contains { $0.name == layer.name || layer.mayDependOn.contains($0.name) }
  }

  private static func finding(
    _ dependency: Dependency, _ layer: LayerRule, _ others: [LayerRule], _ context: RuleContext
  ) -> LintFinding {
    let foreign = QuotedNames.list(others.map(\.name))
    return context.finding(
      .layer, dependency,
      why: "\(layer.demand), and \(context.id(dependency.to).name) is in \(foreign)",
      mend: "move the code to a layer that \"\(layer.name)\" may use, or reverse the dependency; "
        + "to allow it, add the layer to \"mayDependOn\" of \"\(layer.name)\"")
  }
}

/// Checks `isolated`: features do not depend on other features. The parts and tests of one feature may.
enum IsolationCheck {
  static func demand(on tag: String) -> String {
    "modules with the tag \"\(tag)\" never depend on each other"
  }

  static func findings(_ context: RuleContext) -> [LintFinding] {
    let tags = Set(context.rules.isolated).sorted()
    guard !tags.isEmpty else { return [] }
    return context.dependencies.compactMap { dependency in
      guard
        let tag = tags.first(where: {
          context.hasTag($0, dependency.from) && context.hasTag($0, dependency.to)
        }), !context.family.joins(dependency.from, dependency.to)
      else { return nil }
      return context.finding(
        .isolated, dependency,
        why: "\(demand(on: tag)), so that each can be built, tested and replaced without the others",
        mend:
          "move the shared code to a contracts module without the tag \"\(tag)\", and connect the two "
          + "where the app is assembled")
    }
  }
}

/// Checks `onlyImportedBy`: only some modules may import implementation modules, besides their own tests. A test may
/// import what the module under test may import.
enum ImporterCheck {
  static func findings(_ context: RuleContext) -> [LintFinding] {
    context.rules.onlyImportedBy.flatMap { rule in
      context.dependencies.filter { dependency in
        context.hasTag(rule.tag, dependency.to) && !isAllowed(dependency, rule, context)
      }.map { finding($0, rule, context) }
    }
  }

  private static func isAllowed(
    _ dependency: Dependency, _ rule: ImporterRule, _ context: RuleContext
  ) -> Bool {
    if context.family.joins(dependency.from, dependency.to) { return true }
    let importers = [dependency.from] + context.family.subjects(ofTest: dependency.from)
    return importers.contains { importer in rule.by.contains { $0.matches(context.id(importer)) } }
  }

  private static func finding(
    _ dependency: Dependency, _ rule: ImporterRule, _ context: RuleContext
  ) -> LintFinding {
    context.finding(
      .onlyImportedBy, dependency,
      why: rule.demand,
      mend: "depend on the contract of \(context.id(dependency.to).name), and inject the implementation "
        + "where the app is assembled")
  }
}

/// Checks `forbidden`: some modules must not depend on others, of the workspace or outside of it.
struct ForbiddenCheck {
  let context: RuleContext

  func findings() throws(Failure) -> [LintFinding] {
    try context.rules.forbidden.map { rule throws(Failure) in inside(rule) + (try outside(rule)) }.flatMap(
      \.self)
  }

  private func applies(_ rule: ForbiddenRule, to module: ModuleIndex) -> Bool {
    rule.applies(to: context.id(module)) { context.hasTag($0, module) }
  }

  private func inside(_ rule: ForbiddenRule) -> [LintFinding] {
    context.dependencies.filter { dependency in
      guard applies(rule, to: dependency.from), !context.family.joins(dependency.from, dependency.to) else {
        return false
      }
      return rule.to.contains { $0.matches(context.id(dependency.to)) }
        || rule.toTag.map { context.hasTag($0, dependency.to) } == true
    }.map { context.finding(.forbidden, $0, why: rule.demand, mend: mend) }
  }

  /// Returns findings for imports of modules outside of the workspace: the platform's, or an external package's.
  private func outside(_ rule: ForbiddenRule) throws(Failure) -> [LintFinding] {
    let patterns = rule.to.filter(\.isForAnyFolder)
    guard !patterns.isEmpty else { return [] }
    let sites = ImportSites(context.facts.tree)
    return try context.facts.listed.filter { applies(rule, to: $0) }.map {
      module throws(Failure) -> [LintFinding] in
      let names = context.facts.imported.byModule[module].filter { name in
        context.facts.modulesByName[name].isEmpty && patterns.contains { $0.matches(outsideModule: name) }
      }
      guard !names.isEmpty else { return [] }
      let places = try sites.sites(of: Set(names), in: context.facts.module(module))
      return names.compactMap { name in places[name].map { finding(rule, module, name, $0) } }
    }.flatMap(\.self)
  }

  private func finding(_ rule: ForbiddenRule, _ module: ModuleIndex, _ name: String, _ site: ImportSite)
    -> LintFinding
  {
    LintFinding(
      rule: .forbidden, package: context.id(module).package, module: context.id(module), subject: name,
      site: site, message: "\(context.id(module)) imports \(name)", why: rule.demand,
      mend: mend)
  }

  private var mend: String { "remove the import, or change the rule in \"rules.forbidden\"" }
}

/// Finds modules that depend on themselves through others, by manifests or by imports. They have no build order.
enum CycleCheck {
  static func findings(_ context: RuleContext) -> [LintFinding] {
    var graph = context.facts.graph
    // An edge of the graph that may not exist counts only when a source confirms it.
    for module in graph.modules.indices
    where graph.modules[module].edges.contains(where: { !$0.kind.isCertain }) {
      graph.modules[module].edges.removeAll { !$0.kind.isCertain }
    }
    for dependency in context.dependencies where dependency.site != nil {
      graph.modules[dependency.from].edges.append(ModuleEdge(target: dependency.to, kind: .undeclaredImport))
    }
    return CycleFinder.coveringCycles(in: graph).map { finding($0, context) }
  }

  private static func finding(_ chain: [ModuleID], _ context: RuleContext) -> LintFinding {
    let ends = (from: chain.first, to: chain.dropFirst().first)
    let first = context.dependencies.first {
      context.id($0.from) == ends.from && context.id($0.to) == ends.to
    }
    let text = chain.map(\.description).joined(separator: " -> ")
    return LintFinding(
      rule: .cycle, package: chain[0].package, module: chain[0], chain: chain, site: first?.site,
      message: "modules depend on each other in a cycle: \(text)",
      why: "\(chain[0].package.isXcodeProject ? "Xcode" : "SwiftPM") cannot build a cycle, "
        + "and a change of one module changes all of them",
      mend: "move the shared code to a module below, or let one module depend only on a protocol")
  }
}
