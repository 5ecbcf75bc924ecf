import Base
import Reports
import SwiftSources

/// The result of `ambit interface`: the surfaces of modules.
struct InterfaceReport: Sendable {
  /// A module with its interface.
  struct Module: Sendable {
    let id: ModuleID
    let interface: ModuleInterface

    init(id: ModuleID, interface: ModuleInterface) {
      self.id = id
      self.interface = interface
    }
  }

  let head: ComparedRevisions.Head
  let modules: [Module]
  let warnings: [Warning]
}

/// The differences between the interfaces of a change's modules.
struct InterfaceDiffReport: Sendable {
  enum Verdict: String, Sendable, Hashable, CaseIterable {
    case breaking, unknown, compatible
    /// The interface is the same, though the module or one of its dependencies changed.
    case same
  }

  /// A file of the workspace that mentions a changed declaration.
  struct User: Sendable, Hashable {
    let module: ModuleID
    let file: String
    let lines: [Int]
  }

  struct Change: Sendable {
    let change: SurfaceChange
    /// The users, sorted. Ambit looks for them only where the change may break somebody.
    let users: [User]
  }

  struct Module: Sendable {
    let id: ModuleID
    let verdict: Verdict
    /// A sentence for verdicts that no declaration explains: the module was added or removed, or is unknown.
    let reason: String?
    let changes: [Change]
    /// True when the module itself did not change. Its interface is unknown only because of modules below, and these
    /// are compared as well.
    let isFollowing: Bool

    init(
      id: ModuleID, verdict: Verdict, reason: String?, changes: [Change] = [], isFollowing: Bool = false
    ) {
      self.id = id
      self.verdict = verdict
      self.reason = reason
      self.changes = changes
      self.isFollowing = isFollowing
    }
  }

  let revisions: ComparedRevisions
  /// The compared modules, sorted: breaking ones first.
  let modules: [Module]
  let warnings: [Warning]

  init(revisions: ComparedRevisions, modules: [Module], warnings: [Warning]) {
    self.revisions = revisions
    self.modules = modules.sorted { ($0.verdict.rank, $0.id) < ($1.verdict.rank, $1.id) }
    self.warnings = warnings
  }

  /// True when somebody may have to change code. An unknown module that only follows others does not count: if they do
  /// not break, neither does it.
  var isBreaking: Bool {
    modules.contains { $0.verdict == .breaking || ($0.verdict == .unknown && !$0.isFollowing) }
  }

  func modules(_ verdict: Verdict) -> [Module] { modules.filter { $0.verdict == verdict } }
}

extension InterfaceDiffReport.Verdict {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// `ambit interface --json`.
enum InterfaceJSON {
  static func text(_ report: InterfaceReport) -> String {
    JSON.report([
      "head": report.head.json, "modules": report.modules.lazy.map(\.json),
      "warnings": report.warnings,
    ])
  }

  static func text(_ report: InterfaceDiffReport) -> String {
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
