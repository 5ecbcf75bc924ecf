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
  package func explaining(_ fallback: Warning?) -> [Warning] {
    guard let fallback else { return self }
    return filter { $0.code == fallback.code } + [fallback] + filter { $0.code != fallback.code }
  }
}

extension AffectedReport {
  /// `ambit affected --json`: a contract, field by field.
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
  package var json: JSON {
    switch subject {
    case .path(let path): ["kind": kind.rawValue, "path": path.description]
    case .module(let module): ["kind": kind.rawValue, "module": module.description]
    case .none: ["kind": kind.rawValue]
    }
  }
}

/// `ambit affected` for people: a sentence with the counts, then the modules and why.
package enum AffectedText {
  package static func lines(_ report: AffectedReport, width: Int?) -> [StyledText] {
    let modules = report.selection.modules
    let deleted = report.selection.deleted
    let deletedLines: [StyledText] = .section(
      "Deleted", "\(deleted.count)", deleted.map { "  \($0, .module)" })
    guard !modules.isEmpty else { return [nothingListed(report)] + deletedLines }
    func section(_ title: String, _ modules: [Selection.Module]) -> [StyledText] {
      let (causes, others) = CommonCause.split(modules, report.selection) { module in
        module.reason.first.map { (module.id, $0) }
      }
      return .section(
        title, "\(modules.count)", causes.flatMap { $0.cause.lines(width: width) } + rows(others, width))
    }
    let subject = report.isByName ? [] : [StyledText(subject(report).plain, .dim)]
    return [headline(report)] + subject
      + report.sections.flatMap { section($0.title, $0.modules) } + deletedLines
  }

  /// `3 of 48 modules affected, 2 of them tests`; by name: `3 of 48 modules selected by name, ...`.
  package static func headline(_ report: AffectedReport) -> StyledText {
    let count = report.selection.modules.count
    let tests = report.selection.tests.count
    let words = report.isByName ? "selected by name" : "affected"
    return """
      \("\(count) of \(Wording.count(report.moduleCount, "module"))", .heading) \(words), \
      \(tests == 0 ? "none" : "\(tests)") of them \(tests == 1 ? "a test" : "tests")
      """
  }

  package static func nothingListed(_ report: AffectedReport) -> StyledText {
    let counts = [PathClass.harmless, .ignored, .unread].compactMap { pathClass in
      let count = report.selection.changes.count { $0.pathClass == pathClass }
      return count > 0 ? ", \(count) \(pathClass.words)" : nil
    }
    let (verdict, style): (String, Style) =
      report.isNothingAffected
      ? (nothing(of: report.wanted), .good)
      : ("No affected module is known, but the list may be incomplete", .warning)
    return "\(verdict, style): \(subject(report))\(counts.joined(), .dim)"
  }

  /// Names the modules that the user asked for. `Nothing is affected` would claim more than the user asked.
  private static func nothing(of wanted: [String]) -> String {
    switch wanted.count {
    case 0: "Nothing is affected"
    case 1: "\(wanted[0]) is not affected"
    default: "None of \(NameList.text(wanted, room: 100)) is affected"
    }
  }

  /// The changed files and the base: `1 changed file since main (1a2b3c4d)`.
  package static func subject(_ report: AffectedReport) -> StyledText {
    let count = report.selection.changes.count
    let changed = count == 0 ? "no changed files" : Wording.count(count, "changed file")
    guard let base = report.revisions.base else { return StyledText(changed) }
    return "\(changed) since \(base.ref, .code) (\((base.mergeBase ?? base.commit).prefix(8), .code))"
  }

  /// Below this width the column of kinds goes: a test module's name shows its kind too.
  private static let roomForKinds = 100

  private static func rows(_ modules: [Selection.Module], _ width: Int?) -> [StyledText] {
    let showsKinds = width.map { $0 >= roomForKinds } ?? true
    // A long reason is cut before a long name: people copy names.
    return Table.indented(
      [.middle(46), .left, .middle(16)],
      modules.map { module in
        // A named module needs no reason.
        let reason = module.reason.first.flatMap { [.all, .named].contains($0.kind) ? nil : $0 }
        return [
          "\(module.id, .module)", "\(showsKinds ? module.kind.rawValue : "", .dim)",
          reason.map { ReasonText.line($0, besidePackage: module.id.package) } ?? "",
        ]
      }, width: width)
  }
}

extension AffectedReport {
  fileprivate var sections: [(title: String, modules: [Selection.Module])] {
    let modules = selection.modules
    guard selection.scope != .all else { return [("Everything", modules)] }
    return [
      (isByName ? "Named" : "Changed", modules.filter(\.isDirect)),
      (isByName ? "Dependents" : "Reached", modules.filter { !$0.isDirect }),
    ]
  }
}

// MARK: For a pull request

extension AffectedReport {
  /// The line by which a script finds its comment again. The line is a contract.
  package static let marker = "<!-- ambit:affected -->"

  /// `1 changed file since main (1a2b3c4d): 2 modules changed, 5 reached, 3 test modules to run.`
  package var summary: StyledText {
    let modules = selection.modules
    guard !modules.isEmpty else { return "\(AffectedText.nothingListed(self))." }
    let direct = modules.count(where: \.isDirect)
    let parts =
      selection.scope == .all
      ? "everything is selected"
      : "\(Wording.count(direct, "module")) changed, \(modules.count - direct) reached"
    return
      "\(AffectedText.subject(self)): \(parts), \(Wording.count(selection.tests.count, "test module")) to run."
  }

  /// `All 36 modules are affected, because no module owns lint.json.` The reason is said once, and not beside each
  /// module. nil where modules have reasons of their own; only a reason of the whole workspace is shared.
  package var sharedReason: StyledText? {
    let causes = Set(selection.modules.map { $0.reason.last })
    guard selection.modules.count > 1, causes.count == 1, let cause = causes.first, let reason = cause,
      [.unowned, .global, .all].contains(reason.kind)
    else { return nil }
    return "All \(selection.modules.count) modules are affected, because \(ReasonText.line(reason))."
  }

  /// The reasons that several modules share, each in a sentence.
  package var sharedReasons: [StyledText] {
    sharedReason.map { [$0] } ?? commonCauses.map(\.cause.sentence)
  }

  private var commonCauses: [(cause: CommonCause, elements: [Selection.Module])] {
    CommonCause.split(selection.modules, selection) { module in module.reason.first.map { (module.id, $0) } }
      .causes
  }

  /// The changed modules, and those that they reach.
  package func tables(owners: [ModuleID: [String]]) -> [ReportTable] {
    let explained = Set(
      (sharedReason == nil ? commonCauses.flatMap(\.elements) : selection.modules).map(\.id))
    return sections.map { title, modules in
      ReportTable(
        title, "module", [.name("Module"), .words("Kind"), .rest("Owners"), .rest("Because")],
        modules.map { module in
          [
            "\(module.id, .module)", "\(module.kind.rawValue)",
            .names(owners[module.id] ?? [], nobody: "nobody"),
            explained.contains(module.id)
              ? "" : module.reason.first.map { ReasonText.line($0, besidePackage: module.id.package) } ?? "",
          ]
        })
    }
  }

  package var files: ReportTable {
    let changes = selection.changes
    return ReportTable(
      "Changed files: \(changes.count)", "file", isAlwaysFolded: true,
      [.name("File"), .words(""), .rest("Belongs to")],
      changes.map { change in
        [
          "\(change.path, .path)", "\(change.file.kind.rawValue)",
          change.modules.isEmpty
            ? "\(change.pathClass.words)" : .names(change.modules.map(\.description), .module),
        ]
      })
  }
}

extension PathClass {
  /// The words for a file that belongs to no module.
  var words: String {
    switch self {
    case .harmless: "harmless by name"
    case .unread: "read by no target"
    case .source, .manifest, .lockfile, .config, .global, .ignored, .unowned, .attributes, .project: rawValue
    }
  }
}
