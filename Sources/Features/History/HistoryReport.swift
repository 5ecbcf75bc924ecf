import Base
import Graph
import Reports
import Runner

/// `ambit history --json`: all entries, where people see the first few.
enum HistoryJSON {
  static func text(_ report: HistoryReport) -> String {
    switch report {
    case .runs(let runs, let total):
      JSON.report(["total": total, "runs": runs.lazy.map(\.json)])
    case .slowest(let modules, let cases, let runs):
      JSON.report(["total": runs, "modules": modules.map(\.json), "cases": cases.lazy.map(\.json)])
    case .flaky(let modules, let proposed, let runs):
      JSON.report(["total": runs, "flaky": modules.map(\.json), "quarantine": proposed.map(\.json)])
    case .failed(let modules, let last):
      JSON.report(["last": last?.json, "failed": modules.map(\.json)])
    case .module(let id, let seconds, let story):
      JSON.report([
        "id": id.description, "expectedSeconds": seconds, "runs": story.lazy.map(\.json),
      ])
    }
  }
}

extension RecordedRun {
  fileprivate var json: JSON {
    [
      "time": Timestamp.text(facts.time), "action": facts.action, "outcome": outcome.rawValue,
      "selection": facts.selection, "filtered": facts.isFiltered, "base": facts.base,
      "head": facts.head, "affected": facts.affected, "run": ran, "cached": cached,
      "gates": gates.json, "failed": failed, "seconds": facts.seconds,
      "secondsSaved": facts.secondsSaved, "buildSeconds": buildSeconds,
    ]
  }
}

extension RecordedModule {
  fileprivate var json: JSON {
    [
      "time": Timestamp.text(time), "outcome": outcome.rawValue, "source": source.rawValue,
      "gate": gate?.rawValue, "filtered": isFiltered, "head": head, "key": key, "seconds": seconds,
      "attempts": attempts, "failed": failedCases,
    ]
  }
}

extension FailedModule {
  fileprivate var json: JSON { JSON(["id": id.description], result.json) }
}

extension ModuleDuration {
  fileprivate var json: JSON { ["id": id.description, "seconds": seconds, "passes": passes] }
}

extension CaseDuration {
  fileprivate var json: JSON {
    ["module": module.description, "case": name, "seconds": seconds, "passes": passes]
  }
}

extension FlakyModule {
  fileprivate var json: JSON {
    [
      "id": id.description, "runs": runs, "retried": retried, "contradicted": contradicted,
      "last": Timestamp.text(last),
      "cases": cases.map { ["case": $0.name, "failures": $0.failures] as JSON },
    ]
  }
}

extension QuarantineLine {
  /// The line as workspace.json has it.
  var json: JSON { ["cases": cases.text, "owner": owner, "reason": reason, "until": until] }
}

/// The result of `ambit history`.
enum HistoryReport: Sendable, Hashable {
  /// The newest runs, and the number of all runs.
  case runs([RecordedRun], total: Int)
  case slowest(modules: [ModuleDuration], cases: [CaseDuration], runs: Int)
  /// `quarantine` holds lines that would put the flaky cases aside.
  case flaky([FlakyModule], quarantine: [QuarantineLine] = [], runs: Int)
  /// The test modules that failed when they last ran, with that result, and the newest run.
  case failed([FailedModule], last: RecordedRun?)
  /// The newest runs of one module.
  case module(ModuleID, expectedSeconds: Double?, [RecordedModule])
}

/// A test module whose latest result is a failure.
struct FailedModule: Sendable, Hashable {
  let id: ModuleID
  let result: RecordedModule
}
