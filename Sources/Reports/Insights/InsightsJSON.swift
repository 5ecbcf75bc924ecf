import Forecast
import History
import Names
import Runner
import Support

/// `ambit insights --json`.
package enum InsightsJSON {
  package static func text(_ report: InsightsReport) -> String {
    let runs = report.runs.lazy.map { run -> JSON in
      [
        "time": Timestamp.text(run.run.facts.time), "outcome": run.run.outcome.rawValue,
        "unselected": run.run.facts.unselected?.modules, "saved": SavedTime(run).json,
      ]
    }
    let slowest = report.modules.map { module -> JSON in
      ["id": module.id.description, "seconds": module.seconds, "passes": module.passes]
    }
    let cases = report.cases.map { test -> JSON in
      ["module": test.module.description, "name": test.name, "seconds": test.seconds]
    }
    let flaky = report.flaky.map { module -> JSON in
      let misbehaved = module.retried + module.contradicted
      return ["id": module.id.description, "runs": module.runs, "misbehaved": misbehaved]
    }
    let costly = report.costly.map { module -> JSON in
      [
        "id": module.id.description, "changes": module.changes, "reached": module.reached,
        "tests": module.tests, "change": module.cost.json, "seconds": module.total,
      ]
    }
    return JSON.report([
      "total": report.total.json, "uncountedRuns": report.uncounted, "runs": runs,
      "slowestModules": slowest, "slowestCases": cases, "flaky": flaky, "costly": costly,
      "warnings": report.warnings,
    ])
  }
}

extension SavedTime {
  fileprivate var json: JSON {
    [
      "ranSeconds": ran, "selectionSeconds": selection, "localSeconds": local,
      "remoteSeconds": remote, "ran": runModules, "reused": reusedModules,
    ]
  }
}

extension Cost {
  var json: JSON { ["testSeconds": tests, "buildSeconds": builds] }
}
