package import AffectedGraph
package import Names
package import Runner
package import Support
package import Terminal

/// A step of a reason chain in words.
package enum ReasonText {
  /// `depends on //Packages/Core:Core`, `changed Packages/Core/Sources/A.swift`. Beside a module of
  /// `package`, what lies in the same one is told in short: `depends on :Core`, `changed Sources/A.swift`.
  package static func line(_ reason: Reason, besidePackage package: RelativePath = .root) -> StyledText {
    let words = StyledText(words(for: reason.kind), .dim)
    switch reason.subject {
    case .path(let path): return "\(words) \(path.relative(to: package) ?? path, .path)"
    case .module(let module):
      let isNear = !package.isRoot && module.package == package
      return "\(words) \(isNear ? ":\(module.name)" : module.description, .module)"
    case .none: return words
    }
  }

  /// The same without colours.
  package static func plain(_ reason: Reason, besidePackage package: RelativePath) -> String {
    line(reason, besidePackage: package).plain
  }

  package static func words(for kind: Reason.Kind) -> String {
    switch kind {
    case .source: "changed"
    case .manifest: "its description changed in"
    case .lockfile: "a pin it uses changed in"
    case .config: "its settings changed in"
    case .input: "it reads"
    case .unowned: "no module owns"
    case .global: "everything depends on"
    case .named: "was named"
    case .all: "everything was selected"
    case .dependsOn: "depends on"
    case .plugin: "uses the plugin"
    case .macro: "uses the macro"
    case .undeclaredImport: "imports, without declaring it,"
    case .mayStart: "may start"
    case .removedDependency: "no longer depends on"
    }
  }
}

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
