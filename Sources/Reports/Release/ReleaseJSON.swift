import Manifests
import Release
import Support

/// `ambit release plan --json`.
package enum ReleaseJSON {
  package static func text(_ report: ReleaseReport) -> String {
    JSON.report([
      "head": report.head.json, "packages": report.packages.map(\.json), "next": report.next,
      "warnings": report.warnings,
    ])
  }
}

extension ReleaseReport.Package {
  fileprivate var json: JSON {
    let causes = (release?.causes ?? []).map { cause -> JSON in
      ["effect": cause.effect.rawValue, "reason": cause.reason, "place": cause.place]
    }
    let edits = (release?.edits ?? []).map { edit -> JSON in
      [
        "manifest": "\(edit.manifest)", "dependency": edit.dependency, "old": edit.old.written,
        "new": edit.new.written,
      ]
    }
    return [
      "folder": "\(folder)", "name": name, "last": last, "claim": claim, "changed": isTouched,
      "next": release?.version, "tag": release?.tag, "step": release?.step.rawValue,
      "claimTooLow": release?.isClaimedTooLow ?? false, "causes": causes, "edits": edits,
      "commits": commits.map { ["id": $0.id, "subject": $0.subject] as JSON },
    ]
  }
}
