import Config
import History
import ModuleGraph
import Names
import Runner
package import Support

extension ShowJSON {
  package static func text(_ module: ShownModule, _ warnings: [Warning]) -> String {
    let facts: JSON = [
      "id": module.id.description, "package": module.id.package.description, "name": module.id.name,
      "kind": module.kind.rawValue, "folder": module.folder, "owners": module.owners.map(\.json),
      "tags": module.tags, "layers": module.layers, "needs": module.needs.json,
      "neededBy": module.neededBy.json, "external": module.external,
      "tests": module.tests.map(\.description), "rules": module.demands.map(\.json),
      "findings": module.findings.map(\.json), "key": module.kept?.key,
      "kept": module.kept?.state.rawValue, "obstacle": module.kept?.obstacle,
    ]
    return report("module", warnings, JSON(facts, json(module.history)))
  }

  private static func json(_ history: ShownHistory?) -> JSON {
    let results = (history?.story ?? []).map { result -> JSON in
      [
        "time": result.time, "outcome": result.outcome.rawValue, "head": result.head,
        "seconds": result.seconds, "failedCases": result.failedCases,
      ]
    }
    let slowest = (history?.cases ?? []).map { ["case": $0.name, "seconds": $0.seconds] as JSON }
    let flaky = (history?.flaky?.cases ?? []).map { ["case": $0.name, "failures": $0.failures] as JSON }
    return [
      "expectedSeconds": history?.expectedSeconds, "results": results, "slowest": slowest,
      "flaky": flaky,
    ]
  }
}

extension ShownNeighbours {
  fileprivate var json: JSON {
    let direct = direct.map {
      ["id": $0.id.description, "layers": $0.layers, "owners": $0.owners] as JSON
    }
    return ["direct": direct, "total": total]
  }
}
