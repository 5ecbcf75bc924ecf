import AffectedGraph
import ModuleGraph
import ModuleMap
import Names
import Support

/// `ambit affected --json`: a contract, field by field.
package enum AffectedJSON {
  package static func text(_ report: AffectedReport) -> String { JSON.report(report.json) }
}

extension AffectedReport {
  var json: JSON {
    [
      "base": revisions.base?.json, "head": revisions.head.json, "selection": selection.scope.rawValue,
      "fallback": fallback, "changes": selection.changes.lazy.map(\.json),
      "modules": selection.modules.lazy.map(json), "tests": selection.tests.map(\.description),
      "warnings": warnings,
    ]
  }

  private func json(_ module: Selection.Module) -> JSON {
    [
      "id": module.id.description, "package": module.id.package.description, "name": module.id.name,
      "kind": module.kind.rawValue, "direct": module.isDirect, "distance": module.distance,
      "owners": owners[module.id] ?? [], "tags": tags[module.id] ?? [],
      "reason": module.reason.lazy.map(\.json),
    ]
  }
}

extension ComparedRevisions.Base {
  var json: JSON { ["ref": ref, "commit": commit, "mergeBase": mergeBase] }
}

extension ComparedRevisions.Head {
  var json: JSON { ["ref": ref, "commit": commit] }
}

extension Selection.Change {
  fileprivate var json: JSON {
    [
      "path": path.description, "kind": file.kind.rawValue, "origin": file.origin.rawValue,
      "class": pathClass.rawValue, "modules": modules.map(\.description),
    ]
  }
}

extension Reason {
  var json: JSON {
    switch subject {
    case .path(let path): ["kind": kind.rawValue, "path": path.description]
    case .module(let module): ["kind": kind.rawValue, "module": module.description]
    case .none: ["kind": kind.rawValue]
    }
  }
}
