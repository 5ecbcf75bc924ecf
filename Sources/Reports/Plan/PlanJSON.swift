import AffectedGraph
import Names
import Runner
import Support
import Terminal

/// `plan --json`, and what `--out` writes: a contract, field by field.
package enum PlanJSON {
  package static func text(_ report: PlanReport) -> String {
    let builds = report.builds.lazy.map { id -> JSON in
      [
        "id": id.description, "needed": report.toBuild.contains(id),
        "shard": report.sharding?.number(of: id),
      ]
    }
    let totals: JSON = [
      "tests": report.tests.count, "run": report.running.count, "cached": report.cached,
      "gates": report.gates.json, "expectedSeconds": report.expectedSeconds,
      "buildSeconds": report.buildSeconds,
    ]
    let affected = report.affected
    return JSON.report([
      "selection": affected.selection.scope.rawValue, "base": affected.revisions.base?.json,
      "head": affected.revisions.head.json, "build": report.build,
      "modules": report.tests.lazy.map { $0.json(in: report) }, "builds": builds,
      "shards": report.sharding?.json, "digest": report.digest, "totals": totals,
      "fallback": affected.fallback, "warnings": affected.warnings,
    ])
  }
}

extension PlanReport.Module {
  fileprivate func json(in report: PlanReport) -> JSON {
    [
      "id": id.description, "runs": runs, "gate": gate?.rawValue, "excuse": excuse,
      "expectedSeconds": expectedSeconds, "reason": reason.map { ReasonText.line($0).plain },
      "shard": report.sharding?.number(of: id),
    ]
  }
}

extension Sharding {
  fileprivate var json: [JSON] {
    zip(shards, seconds).enumerated().map { index, shard in
      ["number": index + 1, "modules": shard.0.count, "expectedSeconds": shard.1]
    }
  }
}
