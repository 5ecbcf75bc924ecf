import Forecast
import Runner
import Support

/// `ambit insights replay --json`.
package enum ReplayJSON {
  package static func text(_ report: ReplayReport) -> String {
    let gates = report.gates.map { gates in
      JSON(
        ["runs": gates.runs], JSON(fields: Gate.allCases.map { ($0.rawValue, gates.share($0)) }))
    }
    return JSON.report([
      "asked": report.asked, "isCut": report.isCut, "remembered": report.remembered,
      "total": report.total.json, "gates": gates,
      "estimates": [
        "timedTestModules": report.costs.timed, "testModules": report.costs.tests,
        "testSecondsOfLine": report.costs.testSecondsOfLine,
        "isTestGuessed": report.costs.isTestGuessed,
        "buildSecondsOfModule": report.costs.buildSecondsOfModule,
        "isBuildGuessed": report.costs.isBuildGuessed, "timedBuilds": report.costs.timedBuilds,
        "modules": report.costs.modules,
      ] as JSON,
      "commits": report.steps.lazy.map(\.json), "warnings": report.warnings,
    ])
  }
}

extension CommitForecast.Share {
  fileprivate var json: JSON { ["modules": modules, "tests": tests, "cost": cost.json] }
}

extension CommitForecast {
  fileprivate var json: JSON { ["selected": selected.json, "everything": everything.json] }
}

extension ReplayReport.Step {
  fileprivate var json: JSON {
    [
      "commit": commit.id, "parent": commit.parent, "time": Timestamp.text(commit.time),
      "forecast": forecast.json, "unknown": unknown, "note": commit.note,
    ]
  }
}
