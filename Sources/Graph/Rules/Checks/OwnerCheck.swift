/// The state of a module's ownership.
package enum ModuleOwnership: Sendable {
  case owned, unowned
  /// The module has an owner, but only by rules that the change itself adds.
  case claimedByChange
}

/// Checks `requireOwner`: every module has an owner.
enum OwnerCheck {
  static func findings(
    _ context: RuleContext, _ ownership: (ModuleNode) -> ModuleOwnership
  ) -> [LintFinding] {
    guard context.rules.requireOwner else { return [] }
    return context.facts.listed.compactMap { module in
      switch ownership(context.facts.module(module)) {
      case .owned: nil
      case .unowned:
        context.finding(
          .owner, module, message: "nobody owns \(context.id(module))",
          why: "every module has an owner who reviews its changes and hears of what reaches it",
          mend: "add a line to CODEOWNERS, or a rule to \"owners.rules\" of workspace.json")
      case .claimedByChange:
        context.finding(
          .owner, module, message: "by the rules of the base nobody owns \(context.id(module))",
          why: "what a change says of owners counts from the next change on, so that none rules itself free",
          mend:
            "name the owner in a change that comes first; a line `*` at the top of CODEOWNERS gives new modules one"
        )
      }
    }
  }
}
