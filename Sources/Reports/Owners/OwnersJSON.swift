import Names
import Ownership
package import Support

/// `ambit owners --json`.
package enum OwnersJSON {
  /// `gate` is nil when nothing was required.
  package static func text(_ report: OwnersReport, gate: OwnerGate? = nil) -> String {
    let held = gate.map { ["held": $0.isHeld, "unowned": $0.unowned] as JSON }
    return JSON.report(
      report.json, ["gate": held, "fallback": report.fallback, "warnings": report.warnings])
  }

  package static func text(_ paths: [PathOwners], _ warnings: [Warning]) -> String {
    let paths = paths.lazy.map { ["path": $0.path.description, "owners": $0.owners] as JSON }
    return JSON.report(["paths": paths, "warnings": warnings])
  }
}

extension OwnersReport {
  /// The fields of an owners report, warnings aside.
  var json: JSON {
    [
      "base": revisions.base?.json, "head": revisions.head.json, "rules": rules.json,
      "changed": changed.map(\.json), "reached": reached.map(\.json), "rebuilt": rebuilt?.map(\.json),
      "shared": shared.map(\.json), "mixed": mixed.map(\.json), "deleted": deleted.map(\.json),
      "unowned": unowned.map(\.description),
    ]
  }
}

extension OwnersReport.Rules {
  fileprivate var json: JSON { ["ref": ref, "commit": commit, "from": isBase ? "base" : "head"] }
}

extension OwnersReport.Group {
  fileprivate var json: JSON {
    [
      "team": id, "name": name, "contact": contact, "handles": handles,
      "modules": modules.map(\.description), "files": files.map(\.description),
      "path": OptionalField(path?.modules.map(\.description)),
      "reason": OptionalField(path?.reason.map(\.json)),
    ]
  }
}

extension OwnersReport.Shared {
  fileprivate var json: JSON {
    ["module": module.description, "owners": owners, "teams": teams, "dependents": dependents]
  }
}

extension OwnersReport.Mixed {
  fileprivate var json: JSON {
    let parts: [JSON] = shares.shares.map { share in
      ["team": share.owner, "files": share.files, "share": shares.part(of: share)]
    }
    return ["module": module.description, "files": shares.files, "shares": parts]
  }
}

extension OwnersReport.Deleted {
  fileprivate var json: JSON { ["module": module.description, "owners": owners] }
}
