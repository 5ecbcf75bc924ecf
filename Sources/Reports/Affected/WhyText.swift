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
    return ["\(module.id, .module) is affected, \(place)"]
      + module.reason.enumerated().map { depth, reason in
        "\(String(repeating: "  ", count: depth + 1))\(ReasonText.line(reason))"
      } + (gate.map { ["its tests need not run: \($0.reason)"] } ?? [])
  }

  package static func notAffected(_ module: ModuleID, _ report: AffectedReport) -> [StyledText] {
    [
      "\(module, .module) is not affected: nothing it is built from is among \(AffectedText.subject(report))"
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
