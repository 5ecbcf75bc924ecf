package import ContentKeys
package import Names
package import Support

/// What `ambit key` found.
package struct KeyReport: Sendable {
  package struct Module: Sendable {
    package let id: ModuleID
    /// nil when a manifest that cannot be evaluated decides what the module is.
    package let key: ModuleKey?
    package let inputs: [KeyInput]
    /// The key at the revision compared with; nil when it had none.
    package let before: ModuleKey?
    package let differences: [KeyDifference]

    package init(
      id: ModuleID, key: ModuleKey?, inputs: [KeyInput] = [], before: ModuleKey? = nil,
      differences: [KeyDifference] = []
    ) {
      self.id = id
      self.key = key
      self.inputs = inputs
      self.before = before
      self.differences = differences
    }
  }

  package let head: ComparedRevisions.Head
  /// What the keys are compared with.
  package let since: ComparedRevisions.Base?
  package let modules: [Module]
  /// Whether the inputs were asked for.
  package let explains: Bool

  package init(
    head: ComparedRevisions.Head, since: ComparedRevisions.Base?, modules: [Module], explains: Bool
  ) {
    self.head = head
    self.since = since
    self.modules = modules
    self.explains = explains
  }

  /// Why some results are never kept, and some modules have no key.
  package var warnings: [Warning] {
    modules.compactMap { module in
      guard let key = module.key else {
        return Warning(
          code: "no-key", message: "\(module.id) has no key: it needs a package that cannot be evaluated")
      }
      return key.obstacle.map {
        Warning(code: $0.code.rawValue, message: "results of \(module.id) are never recorded: \($0.message)")
      }
    }
  }
}

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
