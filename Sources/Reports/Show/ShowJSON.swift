import Config
import Rules
import Support

/// `ambit show --json`: what it is, and all of it.
package enum ShowJSON {
  static func report(_ kind: String, _ warnings: [Warning], _ subject: JSON) -> String {
    JSON.report(["subject": kind, kind: subject, "warnings": warnings])
  }
}

extension ShownOwner {
  var json: JSON { ["id": id, "name": name, "contact": contact] }
}

extension RuleDemand {
  var json: JSON { ["rule": rule.id, "text": text] }
}

extension ShownFinding {
  var json: JSON {
    ["rule": rule, "severity": severity.rawValue, "place": place, "message": message]
  }
}
