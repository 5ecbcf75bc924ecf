import ContentKeys
import Names
import Support

/// `ambit key --json`.
package enum KeyJSON {
  package static func text(_ report: KeyReport) -> String {
    JSON.report([
      "base": report.since?.json, "head": report.head.json,
      "modules": report.modules.lazy.map { $0.json(in: report) },
    ])
  }
}

extension KeyReport.Module {
  fileprivate func json(in report: KeyReport) -> JSON {
    let obstacle = key?.obstacle.map { ["code": $0.code.rawValue, "message": $0.message] as JSON }
    let comparison: JSON = [
      "before": before?.text, "changed": before?.text != key?.text,
      "differences": differences.map(\.json),
    ]
    return JSON(
      ["id": id.description, "key": key?.text, "unrecordable": obstacle],
      report.explains ? ["inputs": inputs.map(\.json)] : [:], report.since == nil ? [:] : comparison)
  }
}

extension KeyInput {
  fileprivate var json: JSON { ["kind": kind.rawValue, "name": name, "value": value] }
}

extension KeyDifference {
  fileprivate var json: JSON {
    [
      "module": module.description, "kind": kind.rawValue, "name": name, "before": before,
      "after": after,
    ]
  }
}
