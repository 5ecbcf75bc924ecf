import Base

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
