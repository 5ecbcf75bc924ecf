import Base
import Reports
import Runner

/// `ambit insights --json`.
enum InsightsJSON {
  static func text(_ report: InsightsReport) -> String {
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

/// `ambit insights replay --json`.
enum ReplayJSON {
  static func text(_ report: ReplayReport) -> String {
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
