package import Base
package import Graph

/// The start and the end of a change, as people named them and as Git resolved them.
package struct ComparedRevisions: Sendable, Hashable {
  package struct Base: Sendable, Hashable {
    package let ref: String
    package let commit: String
    /// The commit where the diff starts. It equals `commit` when the two revisions were compared directly.
    package let mergeBase: String?

    package init(ref: String, commit: String, mergeBase: String?) {
      self.ref = ref
      self.commit = commit
      self.mergeBase = mergeBase
    }
  }

  package struct Head: Sendable, Hashable {
    /// `worktree`, or the revision that was asked for.
    package let ref: String
    /// The head's commit; nil before the first commit.
    package let commit: String?

    package init(ref: String, commit: String?) {
      self.ref = ref
      self.commit = commit
    }
  }

  /// The base; nil when the files were given, or when there was nothing to compare with.
  package let base: Base?
  package let head: Head

  package init(base: Base?, head: Head) {
    self.base = base
    self.head = head
  }
}

/// The reason why Ambit selected more than the change alone would select.
package typealias Fallback = Warning

/// The result of `ambit affected`.
package struct AffectedReport: Sendable {
  package let revisions: ComparedRevisions
  package let selection: Selection
  package let fallback: Fallback?
  package let owners: [ModuleID: [String]]
  package let tags: [ModuleID: [String]]
  package let warnings: [Warning]
  /// Doubts about Xcode projects, the same in every run. `ambit doctor` and the JSON report show them.
  package var remarks: [Warning] = []
  /// The number of all modules in the workspace, for `3 of 48 modules`.
  package let moduleCount: Int
  /// The modules that were asked for, as they were typed; empty: all modules.
  package let wanted: [String]
  /// True when the modules were selected by name, whatever has changed.
  package let isByName: Bool

  package init(
    revisions: ComparedRevisions, selection: Selection, fallback: Fallback?,
    owners: [ModuleID: [String]], tags: [ModuleID: [String]], warnings: [Warning], moduleCount: Int,
    wanted: [String] = [], isByName: Bool = false
  ) {
    self.revisions = revisions
    self.selection = selection
    self.fallback = fallback
    self.owners = owners
    self.tags = tags
    self.warnings = warnings
    self.moduleCount = moduleCount
    self.wanted = wanted
    self.isByName = isByName
  }
}

extension AffectedReport {
  /// True when a pipeline may skip its tests. An empty list alone does not suffice: a package that cannot be evaluated
  /// has no modules to list.
  package var isNothingAffected: Bool { selection.modules.isEmpty && fallback == nil }

  /// The fallback and the warnings, as people should see them.
  package var allWarnings: [Warning] { warnings.explaining(fallback) }
}

extension [Warning] {
  /// The warnings with `fallback`. Its causes come first, then the fallback and what to do, then the others.
  func explaining(_ fallback: Warning?) -> [Warning] {
    guard let fallback else { return self }
    return filter { $0.code == fallback.code } + [fallback] + filter { $0.code != fallback.code }
  }
}

/// `ambit affected --json`: a contract, field by field.
package enum AffectedJSON {
  package static func text(_ report: AffectedReport) -> String { JSON.report(report.json) }
}

extension AffectedReport {
  package var json: JSON {
    [
      "base": revisions.base?.json, "head": revisions.head.json, "selection": selection.scope.rawValue,
      "fallback": fallback, "changes": selection.changes.lazy.map(\.json),
      "modules": selection.modules.lazy.map(json), "tests": selection.tests.map(\.description),
      "deleted": selection.deleted.map(\.description), "warnings": warnings + remarks,
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
  package var json: JSON { ["ref": ref, "commit": commit, "mergeBase": mergeBase] }
}

extension ComparedRevisions.Head {
  package var json: JSON { ["ref": ref, "commit": commit] }
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
