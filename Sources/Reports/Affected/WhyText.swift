package import AffectedGraph
package import Names
package import Runner
import Support
package import Terminal

/// `ambit why`: the chain from a module down to the change, one step a line.
package enum WhyText {
  /// `gate` says why its tests need not run all the same.
  package static func lines(of module: Selection.Module, _ gate: Gate?) -> [StyledText] {
    let steps = Wording.count(module.distance, "step")
    let place = module.isDirect ? "by itself" : "\(steps) from the change"
    var lines = [StyledText(module.id.description, .module) + StyledText(" is affected, \(place)")]
    for (depth, reason) in module.reason.enumerated() {
      lines.append(StyledText(String(repeating: "  ", count: depth + 1)) + ReasonText.line(reason))
    }
    if let gate { lines.append(StyledText("its tests need not run: \(gate.reason)")) }
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
  package static func text(
    _ id: ModuleID, _ module: Selection.Module?, _ gate: Gate?, _ report: AffectedReport
  ) -> String {
    JSON.report([
      "base": report.revisions.base?.json, "head": report.revisions.head.json, "module": id.description,
      "affected": module != nil, "distance": OptionalField(module?.distance),
      "reason": (module?.reason ?? []).map(\.json), "gate": gate?.rawValue, "fallback": report.fallback,
      "warnings": report.warnings,
    ])
  }
}

extension Gate {
  fileprivate var reason: String {
    switch self {
    case .key: "they passed under the same key"
    case .observed: "they passed, and what differs since they did not look at"
    case .product: "what is built of them passed"
    }
  }
}
