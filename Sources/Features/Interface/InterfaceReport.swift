import Base
import Reports
import SwiftSources

/// The result of `ambit interface`: the surfaces of modules.
struct InterfaceReport: Sendable {
  struct Module: Sendable {
    let id: ModuleID
    let interface: ModuleInterface
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
    var changes: [Change] = []
    /// True when the module itself did not change. Its interface is unknown only because of modules below, and these
    /// are compared as well.
    var isFollowing = false
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

private let marker = "<!-- ambit:interface -->"

/// The document of `ambit interface`, for the terminal, a pull request or the notes of a release.
extension InterfaceReport {
  var document: Document {
    Document(marker: marker, modules.flatMap(\.parts) + [.warnings(warnings)])
  }
}

extension InterfaceReport.Module {
  fileprivate var parts: [Document.Part] {
    switch interface {
    case .nothing(let reason): [.section("\(id, .name)  \(reason, .dim)")]
    case .unknown(let reason): [.section("\(id, .name)  \("unknown: \(reason)", .warning)")]
    case .surface(let surface):
      [
        .section("\(id, .name)  \(Wording.count(surface.declarations.count, "declaration"), .dim)"),
        .tree(surface.tree),
      ]
    }
  }
}

extension PublicSurface {
  /// The declarations as a tree. Top-level declarations are grouped by kind; members are below their types.
  fileprivate var tree: [Document.Item] {
    let known = Set(declarations.map(\.path))
    let all = zip(declarations, places).map { ($0, $1) }
    let roots = all.filter { one in
      !(1..<max(one.0.path.count, 1)).contains { known.contains(Array(one.0.path.prefix($0))) }
    }
    let kinds = Dictionary(grouping: roots) { $0.0.kind }
    return DeclarationKind.allCases.flatMap { kind -> [Document.Item] in
      guard let members = kinds[kind] else { return [] }
      return [Document.Item("\(kind.heading, .dim)")]
        + members.flatMap { root -> [Document.Item] in
          let inside = all.filter {
            $0.0.path.count > root.0.path.count && $0.0.path.starts(with: root.0.path)
          }
          return ([root] + (root.0.kind.isType || root.0.kind == .extension ? inside : [])).map { one in
            let depth = one.0.path.count - root.0.path.count
            // A member's place is left out: its type has one.
            return Document.Item(depth: depth + 1, one.0.line(depth == 0 ? one.1 : nil))
          }
        }
    }
  }
}

extension SurfaceDeclaration {
  fileprivate func line(_ place: SurfacePlace?) -> StyledText {
    let conforms = conformances.filter { !SymbolGraph.implied.contains($0) }
    var text: StyledText = "\(self.text, .code)"
    if !conforms.isEmpty { text.append(": \(conforms.joined(separator: ", "))", .dim) }
    if !availability.isEmpty { text.append("  (\(availability.joined(separator: ", ")))", .dim) }
    if let place { text.append("  \(place.file):\(place.line)", .dim) }
    return text
  }
}

// MARK: Differences

extension InterfaceDiffReport {
  /// `most` limits the users that are named for each declaration; nil names all.
  func document(most: Int?) -> Document {
    let changed = modules.filter { $0.verdict != .same }
    let unknown = modules(.unknown).count
    let known = changed.count - unknown
    let since: StyledText =
      revisions.base.map { " since \($0.ref, .code) (\($0.commit.prefix(8), .code))" } ?? ""
    let doubt = unknown > 0 ? "; \(unknown) unknown" : ""
    let same = modules(.same)
    return Document(
      marker: marker,
      [
        .title(
          """
          \(known == 0 ? "No interface" : "Interfaces") changed in \(known == 0 ? "" : "\(known) of ")\
          \(Wording.count(modules.count, "module"))\(since)\(doubt)
          """)
      ] + changed.flatMap { $0.parts(most) }
        + (same.isEmpty
          ? []
          : [
            .section(.heading("Same interface", "\(same.count)")), .items(same.map { "\($0.id, .code)" }),
          ])
        + [.warnings(warnings)])
  }
}

extension InterfaceDiffReport.Module {
  fileprivate func parts(_ most: Int?) -> [Document.Part] {
    let remark = reason.map { "\(verdict.rawValue): \($0)" } ?? verdict.rawValue
    return [
      .section("\(id, .name)  \(remark, verdict == .compatible ? .good : .warning)"),
      .tree(changes.flatMap { $0.items(most) }),
    ]
  }
}

extension InterfaceDiffReport.Change {
  fileprivate func items(_ most: Int?) -> [Document.Item] {
    var first: StyledText =
      "\(change.verdict.rawValue, change.verdict == .compatible ? .good : .bad)  \(change.declaration.name, .code): \(change.reason)"
    if change.isWithinPackage { first.append(" (within the package)", .dim) }
    if let place = change.place { first.append("  \(place.file):\(place.line)", .dim) }
    let users = users.prefix(most ?? .max).map { user -> StyledText in
      let lines = user.lines.map(String.init).joined(separator: ",")
      return "mentioned by \(user.module, .code)  \("\(user.file):\(lines)", .code)"
    }
    let rest = self.users.count - users.count
    let more = StyledText(
      "and \(Wording.count(rest, "more file")): '-v' and '--json' name all", .dim)
    let below: [StyledText] =
      [change.before.map { "was: \($0, .code)" }, change.after.map { "now: \($0, .code)" }].compactMap(\.self)
      + users
    return [Document.Item(first)]
      + (below + (rest > 0 ? [more] : [])).map { Document.Item(depth: 1, $0) }
  }
}

extension DeclarationKind {
  fileprivate var heading: String {
    switch self {
    case .protocol: "protocols"
    case .struct: "structs"
    case .enum: "enums"
    case .class: "classes"
    case .actor: "actors"
    case .typealias: "typealiases"
    case .function: "functions"
    case .operator: "operators"
    case .variable: "variables"
    case .extension: "conformances of others' types"
    case .header: "headers"
    case .statement: "statements"
    case .macro: "macros"
    default: "extensions of others' types"
    }
  }
}
