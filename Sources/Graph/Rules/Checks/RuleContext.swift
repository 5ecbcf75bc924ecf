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

/// Finds modules of one package that are parts of the same thing: a feature with its tests, its test support, its
/// smaller parts. A rule that keeps modules apart does not hold between them.
///
/// A package is often one such thing, but one package may also hold a whole app. The names show it. Parts begin with
/// the name of the whole (`Pay`, `PayTests`). A package is one thing when its modules are named after its folder
/// (`Features/Pay`: `PayUI`, `PayModel`).
struct Family {
  private let graph: WorkspaceGraph
  private let isOneThing: Indexed<PackageIndex, Bool>

  init(_ graph: WorkspaceGraph) {
    self.graph = graph
    isOneThing = graph.packages.mapped { package in
      if package.isProject { return false }
      let whole = String(decoding: package.folder.lastComponent, as: UTF8.self)
      let modules = package.modules.map { graph.modules[$0] }.filter { $0.kind != .test }
      // Half is enough for a feature with some helpers. In an app's package many modules have other names.
      return modules.count { Self.isPart($0.id.name, of: whole) } * 2 >= modules.count
    }
  }

  func joins(_ left: ModuleIndex, _ right: ModuleIndex) -> Bool {
    let (one, other) = (graph.modules[left], graph.modules[right])
    guard one.package == other.package else { return false }
    if isOneThing[one.package] { return true }
    if Self.isPart(one.id.name, of: other.id.name) || Self.isPart(other.id.name, of: one.id.name) {
      return true
    }
    return isTestOfNobody(one) || isTestOfNobody(other)
  }

  /// Returns the modules that a test module tests, by its name, and the app that it runs in.
  func subjects(ofTest index: ModuleIndex) -> [ModuleIndex] {
    let test = graph.modules[index]
    guard test.kind.isTest else { return [] }
    return Array(graph.packages[test.package].modules).filter { other in
      other != index && Self.isPart(test.id.name, of: graph.modules[other].id.name)
    } + test.edges.filter { $0.kind == .host }.map(\.target)
  }

  /// Returns true for a test module that is named after no module, such as `Tests` beside `PayFeature`. It tests its
  /// whole package.
  private func isTestOfNobody(_ module: ModuleNode) -> Bool {
    guard module.kind.isTest else { return false }
    return !graph.packages[module.package].modules.contains { index in
      let other = graph.modules[index]
      return !other.kind.isTest && Self.isPart(module.id.name, of: other.id.name)
    }
  }

  /// Returns true for a part by name: `PayTests` is a part of `Pay`, and so is `CPay`, its half in C. `Payments` is
  /// not.
  private static func isPart(_ name: String, of whole: String) -> Bool {
    guard !whole.isEmpty else { return false }
    if name == "C" + whole { return true }
    guard name.hasPrefix(whole) else { return false }
    return name.dropFirst(whole.count).first.map { !$0.isLowercase } ?? true
  }
}
