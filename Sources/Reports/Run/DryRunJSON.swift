import AffectedGraph
import Platform
package import Runner
import Support

/// `test --dry-run --json`: what would be executed, in its order.
package enum DryRunJSON {
  package static func text(_ plan: RunPlan, about affected: AffectedReport) -> String {
    JSONWriter.report { writer in
      writer.field("selection", affected.selection.scope.rawValue)
      writer.revisions(affected.revisions)
      writer.field("commands") { writer in
        writer.array(of: plan.commands.all) { writer, command in
          writer.object { writer in
            writer.field("words", [command.executable] + command.arguments)
            writer.field("folder", command.workingFolder)
          }
        }
      }
      writer.warningField("fallback", affected.fallback)
      writer.warnings(affected.warnings)
    }
  }
}
