import Base

/// The values that every check needs: the facts, the rules and the tags.
struct RuleContext {
  let facts: WorkspaceFacts
  let config: WorkspaceConfig
  let dependencies: [Dependency]
  let family: Family
  private let tags: ModuleTags

  init(_ facts: WorkspaceFacts, _ config: WorkspaceConfig, _ tags: ModuleTags) {
    self.facts = facts
    self.config = config
    dependencies = facts.dependencies
    family = Family(facts.graph)
    self.tags = tags
  }

  var rules: RulesConfig { config.rules }

  func id(_ module: ModuleIndex) -> ModuleID { facts.graph.modules[module].id }

  func hasTag(_ tag: String, _ module: ModuleIndex) -> Bool { tags[module].contains(tag) }

  /// Returns a sentence such as `//A:A depends on //B:B`, or "imports" when no manifest declares the dependency.
  func sentence(_ dependency: Dependency) -> String {
    "\(id(dependency.from)) \(dependency.site == nil ? "depends on" : "imports") \(id(dependency.to))"
  }

  func finding(
    _ rule: LintRule, _ dependency: Dependency, message: String? = nil, why: String, mend: String
  ) -> LintFinding {
    LintFinding(
      rule: rule, package: id(dependency.from).package, module: id(dependency.from), other: id(dependency.to),
      site: dependency.site, message: message ?? sentence(dependency),
      why: why, mend: mend)
  }

  func finding(_ rule: LintRule, _ module: ModuleIndex, message: String, why: String, mend: String)
    -> LintFinding
  {
    LintFinding(
      rule: rule, package: id(module).package, module: id(module), message: message, why: why, mend: mend)
  }
}

/// Writes names in a sentence: `"a", "b" and "c"`.
enum QuotedNames {
  static func list(_ names: [String], _ last: String = "and") -> String {
    let quoted = names.map { "\"\($0)\"" }
    guard quoted.count > 1, let end = quoted.last else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " \(last) \(end)"
  }
}
