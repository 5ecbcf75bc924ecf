package import Base

/// The demand of one rule on one module or package, in words.
package struct RuleDemand: Sendable, Hashable {
  package let rule: LintRule
  package let text: String
}

/// Lists the rules that apply to a module or package, even those that it breaks. Demands on every module, such as
/// declared imports, are left out.
package enum RuleDemands {
  package static func of(_ module: ModuleID, tags: Set<String>, _ rules: RulesConfig) -> [RuleDemand] {
    let layers = rules.layers.filter { tags.contains($0.tag) }.map {
      RuleDemand(rule: .layer, text: $0.demand)
    }
    let isolated = Set(rules.isolated).intersection(tags).sorted().map {
      RuleDemand(rule: .isolated, text: IsolationCheck.demand(on: $0))
    }
    let importers = rules.onlyImportedBy.filter { tags.contains($0.tag) }.map {
      RuleDemand(rule: .onlyImportedBy, text: $0.demand)
    }
    let names = rules.names.filter { tags.contains($0.tag) }.map {
      RuleDemand(
        rule: .name, text: "modules with the tag \"\($0.tag)\" have names that match \"\($0.pattern)\"")
    }
    let forbidden = rules.forbidden.filter { $0.applies(to: module, hasTag: tags.contains) }.map {
      RuleDemand(rule: .forbidden, text: $0.demand)
    }
    let contracts = rules.contracts.filter { tags.contains($0.tag) }.map {
      RuleDemand(rule: .contract, text: $0.demand)
    }
    let stable = rules.stable.filter { $0.applies(to: module, hasTag: tags.contains) }.map {
      RuleDemand(rule: .stable, text: $0.demand)
    }
    let owners = rules.requireOwner ? [RuleDemand(rule: .owner, text: "every module has an owner")] : []
    let metrics = rules.metrics.filter { $0.match.matches(module) }.map {
      RuleDemand(rule: .metric, text: $0.demand)
    }
    return layers + isolated + importers + names + forbidden + contracts + stable + metrics + owners
  }

  /// Returns the demand of the last rule that matches, which is the one that counts.
  package static func of(package folder: RelativePath, _ rules: RulesConfig) -> [RuleDemand] {
    rules.pins.last { $0.match.matches(package: folder) }.map { [RuleDemand(rule: .pin, text: $0.demand)] }
      ?? []
  }
}

extension LayerRule {
  var demand: String {
    let allowed = mayDependOn.isEmpty ? "on no other layer" : "on \(QuotedNames.list(mayDependOn)) only"
    return "modules of the layer \"\(name)\" may depend \(allowed)"
  }
}

extension ImporterRule {
  var demand: String {
    let allowed = by.isEmpty ? "by no other module" : "only by \(QuotedNames.list(by.map(\.text)))"
    return "modules with the tag \"\(tag)\" may be imported \(allowed)"
  }
}

extension ForbiddenRule {
  func applies(to module: ModuleID, hasTag: (String) -> Bool) -> Bool {
    if from.isEmpty, fromTag == nil { return true }
    return from.contains { $0.matches(module) } || fromTag.map(hasTag) == true
  }

  var demand: String {
    let from = from.map(\.text) + (fromTag.map { ["tag \($0)"] } ?? [])
    let to = to.map(\.text) + (toTag.map { ["tag \($0)"] } ?? [])
    let subject = from.isEmpty ? "every module" : QuotedNames.list(from)
    let reason = because.map { ": \($0)" } ?? ""
    return "\(QuotedNames.list(to, "or")) is forbidden to \(subject)\(reason)"
  }
}

extension ContractRule {
  var demand: String {
    let kinds = expose.isEmpty ? "nothing" : "only \(QuotedNames.list(expose.map(\.rawValue)))"
    return "modules with the tag \"\(tag)\" expose \(kinds)"
  }
}

extension StableRule {
  var demand: String {
    let subjects = [match.map { "match \"\($0)\"" }, tag.map { "have the tag \"\($0)\"" }].compactMap(\.self)
    let reason = because.map { ": \($0)" } ?? ""
    return "no change breaks the interfaces of modules that \(subjects.joined(separator: " or "))\(reason)"
  }
}

extension PinRule {
  var demand: String { "packages that match \"\(match)\" ask for \(require.text)" }
}
