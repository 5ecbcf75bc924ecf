import ModuleGraph
import Names
import Support

/// `ambit query --json`.
package enum QueryJSON {
  package static func text(_ report: QueryReport) -> String {
    JSON.report([
      "query": report.query, "base": report.revisions.base?.json, "head": report.revisions.head.json,
      "count": report.modules.count, "modules": report.modules.lazy.map(\.json),
      "path": OptionalField(report.path?.map(\.description)), "warnings": report.warnings,
    ])
  }
}

extension QueryReport.Module {
  fileprivate var json: JSON {
    [
      "id": id.description, "package": id.package.description, "name": id.name, "kind": kind.rawValue,
      "owners": owners, "tags": tags,
    ]
  }
}
