package import Base
package import SwiftSources

/// The effect of a change on the interface of a module.
package enum MovedInterface: Sendable, Hashable {
  /// A module that mentions the changed declaration, and the teams to ask there.
  package struct Mention: Sendable, Hashable {
    package let module: ModuleID
    package let teams: [String]
    /// A place such as `Features/Cart/Sources/Cart/Cart.swift:12`.
    package let place: String

    package init(module: ModuleID, teams: [String], place: String) {
      self.module = module
      self.teams = teams
      self.place = place
    }
  }

  package struct Change: Sendable, Hashable {
    package let change: SurfaceChange
    /// The mentions, sorted.
    package let mentions: [Mention]

    package init(_ change: SurfaceChange, mentions: [Mention]) {
      self.change = change
      self.mentions = mentions
    }
  }

  /// The whole interface is broken for this reason: the module is gone.
  case broken(String)
  case unknown(String)
  /// Single declarations changed. Compatible changes are in the list, too.
  case changed([Change])
}

/// Checks `stable`: no change breaks the interfaces of some modules. The code inside of functions does not count.
struct StableCheck {
  let config: WorkspaceConfig
  let interfaces: [ModuleID: MovedInterface]

  func findings() -> [LintFinding] {
    interfaces.sorted { $0.key < $1.key }.flatMap { module, interface -> [LintFinding] in
      let tags = config.tags(of: module)
      let rules = config.rules.stable.filter { $0.applies(to: module, hasTag: tags.contains) }
      return rules.first.map { findings(interface, of: module, $0, unknown: Self.strictest(rules)) } ?? []
    }
  }

  /// Returns the strictest severity for unknown changes among the rules of a module.
  private static func strictest(_ rules: [StableRule]) -> Severity {
    [.error, .warning].first { severity in rules.contains { $0.unknown == severity } } ?? .off
  }

  private func findings(
    _ interface: MovedInterface, of module: ModuleID, _ rule: StableRule, unknown: Severity
  ) -> [LintFinding] {
    switch interface {
    case .broken(let reason):
      return [
        finding(
          module, rule, nil, "the interface of \(module) breaks: \(reason)",
          mend: "keep the module, or agree with the teams that use it")
      ]
    case .unknown(let reason):
      guard unknown != .off else { return [] }
      var finding = finding(
        module, rule, "unknown", "cannot tell if the interface of \(module) breaks: \(reason)",
        mend: "fix the cause, or review the change of the interface")
      finding.severity = unknown
      return [finding]
    case .changed(let changes):
      return changes.filter { $0.change.verdict != .compatible && !$0.change.isWithinPackage }.compactMap {
        self.finding($0, of: module, rule, unknown: unknown)
      }
    }
  }

  private func finding(
    _ moved: MovedInterface.Change, of module: ModuleID, _ rule: StableRule, unknown: Severity
  ) -> LintFinding? {
    let change = moved.change
    let isBreaking = change.verdict == .breaking
    guard isBreaking || unknown != .off else { return nil }
    let name = change.declaration.name
    let previous = change.isRemoval ? change.place.map { " (was in \($0.file):\($0.line))" } ?? "" : ""
    let verb = isBreaking ? "breaks" : "may break"
    var finding = finding(
      module, rule, "\(name): \(change.reason)",
      "the interface of \(module) \(verb): \(name): \(change.reason)\(previous)",
      mend: "\(advice(on: change)), or agree with \(Self.words(moved.mentions))")
    if !change.isRemoval, let place = change.place {
      finding.site = ImportSite(file: RelativePath(place.file), line: place.line)
    }
    finding.severity = isBreaking ? .error : unknown
    return finding
  }

  private func advice(on change: SurfaceChange) -> String {
    if change.verdict == .unknown { return "check the code that uses it" }
    guard change.before == nil else {
      return change.isRemoval
        ? "keep the old declaration and deprecate it"
        : "keep and deprecate the old declaration next to the new one"
    }
    return change.declaration.role == .requirement
      ? "give the new requirement a default implementation" : "remove the addition"
  }

  private static let mostMentions = 5

  private static func words(_ mentions: [MovedInterface.Mention]) -> String {
    guard !mentions.isEmpty else {
      return "the teams that use it; no other module mentions it"
    }
    let told = mentions.prefix(mostMentions).map { mention in
      let teams = mention.teams.isEmpty ? "nobody's" : mention.teams.joined(separator: ", ")
      return "\(mention.module) (\(teams); \(mention.place))"
    }
    let more = mentions.count - told.count
    let rest = more > 0 ? " and \(more) more" : ""
    return "the teams of modules that mention it: \(told.joined(separator: ", "))\(rest)"
  }

  private func finding(
    _ module: ModuleID, _ rule: StableRule, _ subject: String?, _ message: String, mend: String
  ) -> LintFinding {
    var finding = LintFinding(
      rule: .stable, package: module.package, module: module, message: message, why: rule.demand, mend: mend)
    finding.subject = subject
    return finding
  }
}
