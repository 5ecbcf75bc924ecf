import AffectedGraph
import Platform
package import Runner
import Support

/// `test --dry-run --json`: what would be executed, in its order.
package enum DryRunJSON {
  package static func text(_ plan: RunPlan, about affected: AffectedReport) -> String {
    let commands: [JSON] = plan.commands.all.map { command in
      ["words": [command.executable] + command.arguments, "folder": command.workingFolder]
    }
    return JSON.report([
      "selection": affected.selection.scope.rawValue, "base": affected.revisions.base?.json,
      "head": affected.revisions.head.json, "commands": commands, "fallback": affected.fallback,
      "warnings": affected.warnings,
    ])
  }
}
