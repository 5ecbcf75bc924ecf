package import AffectedGraph
package import Names
import Support
package import Terminal

/// `ambit why`: the chain from a module down to the change, one step a line.
package enum WhyText {
  package static func lines(of module: Selection.Module) -> [StyledText] {
    let steps = Wording.count(module.distance, "step")
    let place = module.isDirect ? "by itself" : "\(steps) from the change"
    var lines = [StyledText(module.id.description, .module) + StyledText(" is affected, \(place)")]
    for (depth, reason) in module.reason.enumerated() {
      lines.append(StyledText(String(repeating: "  ", count: depth + 1)) + ReasonText.line(reason))
    }
    return lines
  }

  package static func notAffected(_ module: ModuleID, _ report: AffectedReport) -> [StyledText] {
    [
      StyledText(module.description, .module) + StyledText(" is not affected: ")
        + StyledText("nothing it is built from is among \(AffectedText.subject(report))")
    ]
  }
}

/// `ambit why --json`.
package enum WhyJSON {
  package static func text(_ id: ModuleID, _ module: Selection.Module?, _ report: AffectedReport) -> String {
    JSONWriter.report { writer in
      writer.revisions(report.revisions)
      writer.field("module", id.description)
      writer.field("affected", module != nil)
      if let module { writer.field("distance", module.distance) }
      writer.reasons(module?.reason ?? [])
      writer.warningField("fallback", report.fallback)
      writer.warnings(report.warnings)
    }
  }
}
