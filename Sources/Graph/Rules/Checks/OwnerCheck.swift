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
          why: "every module needs an owner who reviews its changes",
          mend: "add a line to CODEOWNERS, or a rule to \"owners.rules\" of workspace.json")
      case .claimedByChange:
        context.finding(
          .owner, module, message: "nobody owns \(context.id(module)) by the rules of the base",
          why: "new owners count from the next change on, so that no change exempts itself",
          mend:
            "name the owner in an earlier change; a line `*` at the top of CODEOWNERS covers new modules"
        )
      }
    }
  }
}
