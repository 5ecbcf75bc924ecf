import AffectedGraph
import Support
import Terminal
import Workspace

/// `ambit affected --format markdown`: a comment for a pull request.
package enum AffectedMarkdown {
  /// How a script finds its comment again; a contract.
  package static let marker = "<!-- ambit:affected -->"

  /// GitHub's limit for a comment is 65,536 characters; the rest is for what stands around the rows.
  static let mostBytes = 60_000

  package static func text(_ report: AffectedReport) -> String {
    let modules = report.selection.modules
    var lines = [marker, headline(report), "", summary(report)]
    for warning in report.allWarnings {
      lines += ["", "> **Warning:** \(Markdown.plain(warning.message))"]
      lines += warning.hints.map { "> Hint: \(Markdown.code($0))" }
    }
    var room = mostBytes - lines.reduce(0) { $0 + $1.utf8.count + 1 }
    if report.selection.scope == .all {
      lines += section("Everything", modules, report, &room)
    } else {
      lines += section("Changed", modules.filter(\.isDirect), report, &room)
      lines += section("Reached", modules.filter { !$0.isDirect }, report, &room)
    }
    if !modules.isEmpty { lines += reasons(modules, report, &room) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func headline(_ report: AffectedReport) -> String {
    let count = report.selection.modules.count
    guard count > 0 else {
      return report.isNothingAffected ? "### Nothing is affected" : "### Not everything is known"
    }
    return "### \(count) of \(Wording.count(report.moduleCount, "module")) affected"
  }

  /// `1 changed file since main (1a2b3c4d): 2 modules changed, 5 reached, 3 test modules to run.`
  private static func summary(_ report: AffectedReport) -> String {
    let modules = report.selection.modules
    let files = report.selection.changes.count
    var text = files == 0 ? "No changed files" : Wording.count(files, "changed file")
    if let base = report.revisions.base {
      text +=
        " since \(Markdown.code(base.ref)) (\(Markdown.code(String((base.mergeBase ?? base.commit).prefix(8)))))"
    }
    guard !modules.isEmpty else { return text + "." }
    let direct = modules.count(where: \.isDirect)
    text +=
      report.selection.scope == .all
      ? ": everything is selected, "
      : ": \(Wording.count(direct, "module")) changed, \(modules.count - direct) reached, "
    text += "\(Wording.count(report.selection.tests.count, "test module")) to run."
    return text
  }

  /// More rows than this are folded away.
  private static let mostOpenRows = 15

  private static func section(
    _ title: String, _ modules: [Selection.Module], _ report: AffectedReport, _ room: inout Int
  ) -> [String] {
    guard !modules.isEmpty else { return [] }
    let rows = table(modules, report, withReason: false, &room)
    guard modules.count > mostOpenRows else { return ["", "**\(title)**", ""] + rows }
    let summary = "<details><summary><b>\(title)</b>: \(modules.count) modules</summary>"
    return ["", summary, ""] + rows + ["", "</details>"]
  }

  private static func reasons(
    _ modules: [Selection.Module], _ report: AffectedReport, _ room: inout Int
  ) -> [String] {
    ["", "<details><summary>Why</summary>", ""] + table(modules, report, withReason: true, &room)
      + ["", "</details>"]
  }

  private static func table(
    _ modules: [Selection.Module], _ report: AffectedReport, withReason: Bool, _ room: inout Int
  ) -> [String] {
    var lines =
      withReason
      ? ["| Module | Because |", "| --- | --- |"]
      : ["| Module | Kind | Owners |", "| --- | --- | --- |"]
    for (index, module) in modules.enumerated() {
      let cells =
        withReason
        ? [Markdown.code(module.id.description), chain(module.reason)]
        : [Markdown.code(module.id.description), module.kind.rawValue, owners(module.id, report)]
      let line = "| \(cells.joined(separator: " | ")) |"
      room -= line.utf8.count + 1
      guard room > 0 else { return lines + ["", "and \(modules.count - index) more"] }
      lines.append(line)
    }
    return lines
  }

  private static func owners(_ id: ModuleID, _ report: AffectedReport) -> String {
    let owners = report.owners[id] ?? []
    return owners.isEmpty ? "nobody" : owners.map(Markdown.code).joined(separator: ", ")
  }

  /// The first step and the cause; what lies between is for `ambit why`.
  private static func chain(_ reasons: [Reason]) -> String {
    guard let first = reasons.first else { return "" }
    guard reasons.count > 1, let last = reasons.last else { return step(first) }
    return "\(step(first)); \(step(last))"
  }

  private static func step(_ reason: Reason) -> String {
    let words = ReasonText.words(for: reason.kind)
    switch reason.subject {
    case .path(let path): return "\(words) \(Markdown.code(path.description))"
    case .module(let module): return "\(words) \(Markdown.code(module.description))"
    case .none: return words
    }
  }
}
