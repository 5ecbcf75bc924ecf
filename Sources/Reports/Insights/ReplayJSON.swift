import Forecast
import Names
import Runner
import Support

/// `ambit insights replay --json`.
package enum ReplayJSON {
  package static func text(_ report: ReplayReport) -> String {
    let gates = report.gates.map { gates in
      JSON(
        ["runs": gates.runs], JSON(fields: Gate.allCases.map { ($0.rawValue, gates.share($0)) }))
    }
    let edges = report.edges.compactMap { saving -> JSON? in
      guard case .edge(let module, let needed) = saving.subject else { return nil }
      return JSON(["module": module.description, "on": needed.description], saving.json)
    }
    let contracts = report.contracts.compactMap { saving -> JSON? in
      guard case .contract(let module) = saving.subject else { return nil }
      return JSON(["module": module.description], saving.json)
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
      "edges": edges,
      "contracts": contracts,
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

extension Saving {
  fileprivate var json: JSON { ["saved": cost.json, "commits": commits] }
}

extension ReplayReport.Step {
  fileprivate var json: JSON {
    [
      "commit": commit.id, "parent": commit.parent, "time": Timestamp.text(commit.time),
      "forecast": forecast.json, "unknown": unknown, "note": commit.note,
    ]
  }
}
