import Support

/// `ambit report --json`: the parts of the page, for a page of one's own.
package enum ChangeJSON {
  package static func text(_ report: ChangeReport) -> String {
    JSON.report([
      "project": report.project, "branch": report.branch, "affected": report.affected.json,
      "owners": report.owners.json, "findings": report.findings?.map(\.json), "run": report.run?.json,
      "warnings": report.warnings,
    ])
  }
}

extension ChangeFinding {
  fileprivate var json: JSON {
    [
      "rule": rule, "severity": severity.rawValue, "module": module, "file": file, "line": line,
      "message": message, "mend": mend,
    ]
  }
}

extension ReportedRun {
  fileprivate var json: JSON {
    let causes: [JSON] = ChangeCauses(self).all.map { cause in
      [
        "name": cause.name, "message": cause.message, "place": cause.place, "tests": cause.tests,
        "packages": cause.packages,
      ]
    }
    return [
      "outcome": outcome, "run": ran, "cached": cached, "gates": gates.json,
      "failed": failed.map(\.id), "noVerdict": unjudged.map(\.name), "flaky": flaky,
      "notBuilt": brokenPackages.map(\.folder), "causes": causes, "secondsSaved": secondsSaved,
    ]
  }
}
