import Interfaces
import Names
import Support

/// `ambit interface --json`.
package enum InterfaceJSON {
  package static func text(_ report: InterfaceReport) -> String {
    JSON.report([
      "head": report.head.json, "modules": report.modules.lazy.map(\.json),
      "warnings": report.warnings,
    ])
  }

  package static func text(_ report: InterfaceDiffReport) -> String {
    let modules = report.modules.lazy.map { module -> JSON in
      [
        "id": module.id.description, "verdict": module.verdict.rawValue, "reason": module.reason,
        "changes": module.changes.map(\.json),
      ]
    }
    return JSON.report([
      "base": report.revisions.base?.json, "head": report.revisions.head.json,
      "breaking": report.isBreaking, "modules": modules, "warnings": report.warnings,
    ])
  }
}

extension InterfaceReport.Module {
  fileprivate var json: JSON {
    switch interface {
    case .nothing(let reason): return ["id": id.description, "state": "nothing", "reason": reason]
    case .unknown(let reason): return ["id": id.description, "state": "unknown", "reason": reason]
    case .surface(let surface):
      let declarations = zip(surface.declarations, surface.places).map { declaration, place in
        JSON(
          declaration.json(at: place),
          ["conformances": declaration.conformances, "availability": declaration.availability])
      }
      return ["id": id.description, "state": "known", "declarations": declarations]
    }
  }
}

extension SurfaceDeclaration {
  fileprivate func json(at place: SurfacePlace?) -> JSON {
    [
      "name": name, "kind": kind.rawValue, "access": access.rawValue, "role": role.rawValue,
      "text": text, "extends": extended, "file": place?.file, "line": place?.line,
    ]
  }
}

extension InterfaceDiffReport.Change {
  fileprivate var json: JSON {
    let verdict: JSON = [
      "verdict": change.verdict.rawValue, "withinPackage": change.isWithinPackage,
      "reason": change.reason, "before": change.before, "after": change.after,
    ]
    let users = users.map { user -> JSON in
      ["module": user.module.description, "file": user.file, "lines": user.lines]
    }
    return JSON(verdict, change.declaration.json(at: change.place), ["users": users])
  }
}
