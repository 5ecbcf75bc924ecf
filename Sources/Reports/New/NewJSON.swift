import Config
import Names
import Rules
import Scaffold
import Support

/// `ambit new --json`.
package enum NewJSON {
  package static func text(_ report: NewReport) -> String {
    let edits = report.plan.edits.map { edit -> JSON in
      [
        "file": edit.path.seen(from: report.folder).description,
        "before": Text.escapingInvalidUTF8(edit.before), "after": Text.escapingInvalidUTF8(edit.after),
      ]
    }
    let findings = report.findings.map { finding -> JSON in
      [
        "rule": finding.rule.id, "severity": finding.severity.rawValue,
        "module": finding.module?.description, "message": finding.message, "mend": finding.mend,
      ]
    }
    return JSON.report([
      "outcome": report.fails ? "refused" : report.isDry ? "planned" : "made",
      "written": report.isWritten, "template": report.template, "name": report.name,
      "packages": report.plan.packages.map(\.json), "edits": edits, "findings": findings,
      "notes": report.plan.notes, "next": report.isWritten ? report.nextCommands.map(\.command) : [],
    ])
  }
}

extension NewPackage {
  fileprivate var json: JSON {
    [
      "folder": folder.description, "template": template, "module": id.description, "demo": demo,
      "tags": tags, "owners": owners, "files": files.map(\.path.description),
    ]
  }
}
