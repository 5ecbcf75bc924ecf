import Base

/// Checks `names`: the names of modules with a tag have one form.
enum NameCheck {
  static func findings(_ context: RuleContext) -> [LintFinding] {
    context.rules.names.flatMap { rule -> [LintFinding] in
      // A pattern that is no regular expression was refused with the configuration.
      guard let pattern = try? Regex(rule.pattern) else { return [] }
      return context.facts.listed.filter { module in
        context.hasTag(rule.tag, module) && context.id(module).name.firstMatch(of: pattern) == nil
      }.map { module in
        context.finding(
          .name, module, message: "the name of \(context.id(module)) does not match \"\(rule.pattern)\"",
          why: "modules with the tag \"\(rule.tag)\" have names of this form",
          mend: "rename the module, or remove its tag \"\(rule.tag)\"")
      }
    }
  }
}
