import ModuleGraph
import Names
import Support

/// `ambit graph --format json`.
package enum GraphJSON {
  package static func text(_ report: GraphReport) -> String {
    let edges = report.edges.lazy.map { edge -> JSON in
      [
        "from": report.modules[edge.from].id.description, "to": report.modules[edge.to].id.description,
        "kind": edge.kind.name, "platforms": edge.platforms,
      ]
    }
    return JSON.report([
      "modules": report.modules.lazy.map(\.json), "edges": edges, "fallback": report.fallback,
      "warnings": report.warnings,
    ])
  }
}

extension GraphReport.Module {
  fileprivate var json: JSON {
    [
      "id": id.description, "kind": kind.rawValue, "package": id.package.description, "owners": owners,
      "tags": tags, "affected": mark.map { $0 != .untouched },
    ]
  }
}
