import Base

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
