import Workspace

/// `requireOwner`: every module has somebody to ask.
enum OwnerCheck {
  static func findings(_ context: RuleContext, isOwned: (ModuleNode) -> Bool) -> [LintFinding] {
    guard context.rules.requireOwner else { return [] }
    return context.facts.listed.filter { !isOwned(context.facts.module($0)) }.map { module in
      context.finding(
        .owner, module, message: "nobody owns \(context.id(module))",
        why: "every module has an owner who reviews its changes and hears of what reaches it",
        mend: "add a line to CODEOWNERS, or a rule to \"owners.rules\" of workspace.json")
    }
  }
}
