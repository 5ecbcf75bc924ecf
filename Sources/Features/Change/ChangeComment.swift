import Base
import Reports

/// `ambit report --format comment`: a comment for a pull request, short enough to be read in passing. The page has the rest.
enum ChangeComment {
  static let mostLines = 30

  /// Failures that the run `before` has too are counted, but not listed.
  static func text(
    _ report: ChangeReport, marker: CommentMarker, before: ReportedRun? = nil
  ) -> String {
    let known = Set((before.map { $0.causes + $0.failures } ?? []).map(\.identity))
    let broken = report.run.map { $0.causes + $0.failures } ?? []
    let verdict = ChangeVerdict(report)
    var lines = [marker.line, "### \(verdict.sign) \(verdict.words)"]
    lines += [
      "", summary(report, known: broken.count { known.contains($0.identity) }), "", subject(report.affected),
    ]
    let end = teams(report.owners) + warnings(report.warnings)
    // Without an earlier run nobody knows which failures are new.
    let titles = before == nil ? ("Build errors", "Failures") : ("New build errors", "New failures")
    let sections = [
      CommentSection(titles.0, (report.run?.causes ?? []).filter { !known.contains($0.identity) }),
      CommentSection(titles.1, (report.run?.failures ?? []).filter { !known.contains($0.identity) }),
      CommentSection(
        "No verdict",
        (report.run?.unjudged ?? []).map { Document.Said(title: "\($0.name, .module)", text: $0.reason) }),
      rules("Broken rules", (report.findings ?? []).errors),
      rules("Warnings of rules", (report.findings ?? []).warnings),
    ]
    lines += CommentSection.lines(sections, room: mostLines - lines.count - end.count) + end
    return lines.joined(separator: "\n") + "\n"
  }
}

// MARK: Parts

extension ChangeComment {
  /// `1 of 14 test modules failed, 3 run, 10 passed before, 2 min 5 s saved. No rule is broken.`
  private static func summary(_ report: ChangeReport, known: Int) -> String {
    var sentences: [String] = []
    if let run = report.run { sentences.append(run.summary) }
    if known > 0 { sentences.append("\(Wording.count(known, "failure is", "failures are")) not new") }
    if let findings = report.findings, findings.isEmpty { sentences.append("No rule is broken") }
    return sentences.isEmpty ? "No test results." : sentences.joined(separator: ". ") + "."
  }

  private static func subject(_ affected: AffectedReport) -> String {
    let commit = affected.revisions.head.commit.map { " Head: \(Markdown.code(String($0.prefix(8))))." } ?? ""
    return Markdown.text(affected.summary) + commit
  }

  private static func rules(_ title: String, _ findings: [ChangeFinding]) -> CommentSection {
    CommentSection(
      title,
      findings.map { finding in
        let names = [finding.rule, finding.module, finding.place].compactMap(\.self).filter { !$0.isEmpty }
        return Document.Said(
          title: .joined(names.map { "\(Text.cut($0, to: 200), .path)" }, by: " "),
          text: finding.message)
      })
  }
}

// MARK: The end

extension ChangeComment {
  private static let mostTeams = 8
  private static let longestTeam = 60

  /// `Teams: core, payments own what changed; apps is reached; 2 modules have no owner.`
  private static func teams(_ owners: OwnersReport) -> [String] {
    var parts: [String] = []
    if !owners.changed.isEmpty {
      parts.append("\(names(owners.changed)) \(owners.changed.count == 1 ? "owns" : "own") changed files")
    }
    if !owners.reached.isEmpty {
      parts.append("\(names(owners.reached)) \(owners.reached.count == 1 ? "owns" : "own") affected modules")
    }
    if !owners.unowned.isEmpty {
      parts.append("\(Wording.count(owners.unowned.count, "module has", "modules have")) no owner")
    }
    return parts.isEmpty ? [] : ["", "**Teams:** \(parts.joined(separator: "; "))."]
  }

  private static func names(_ teams: [OwnersReport.Group]) -> String {
    let shown = teams.prefix(mostTeams).map { team in
      Markdown.code(Text.cut(Text.escapingControls(team.name ?? team.id), to: longestTeam))
    }
    let rest = teams.count - shown.count
    return (shown + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ")
  }

  private static func warnings(_ warnings: [Warning]) -> [String] {
    guard let first = warnings.first else { return [] }
    let message = Markdown.plain(Text.cut(Text.escapingControls(first.message), to: 300))
    let rest = warnings.count > 1 ? " And \(Wording.count(warnings.count - 1, "more warning"))." : ""
    return ["", "> **Warning:** \(message)\(rest.isEmpty ? "" : "." + rest)"]
  }
}

/// The first line of Ambit's comment on a pull request. A script finds the comment by this line. Hosts do not show it.
struct CommentMarker: Sendable, Hashable {
  let line: String

  /// `workspace` distinguishes the workspaces of one repository, each of which has its own comment. It is empty for a
  /// single workspace without a name.
  init(workspace: String) {
    line = workspace.isEmpty ? ChangeReport.marker : "<!-- ambit:report \(Self.harmless(workspace)) -->"
  }

  /// Escapes the name so that it cannot end an HTML comment. Different workspaces keep different names.
  private static func harmless(_ name: String) -> String {
    var result = ""
    for byte in name.utf8 {
      switch byte {
      case let byte where byte.isASCIIWord || "./ ".utf8.contains(byte):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "-") where !result.hasSuffix("-"): result += "-"
      default: result += "%" + Text.hex(byte)
      }
    }
    return result
  }
}

// MARK: Sections

/// A title and rows of a comment. Rows without room are counted.
struct CommentSection {
  private let title: String
  private let rows: [Document.Said]

  init(_ title: String, _ rows: [Document.Said]) {
    (self.title, self.rows) = ("\(title): \(rows.count)", rows)
  }

  /// The number of lines above the rows: a blank line and the title.
  static let head = 2

  /// Writes sections in at most `room` lines. Sections with few rows leave their room to the others.
  static func lines(_ sections: [CommentSection], room: Int) -> [String] {
    let sections = sections.filter { !$0.rows.isEmpty }
    let shares = shares(of: sections.map(\.rows.count), in: room - sections.count * head)
    return zip(sections, shares).flatMap { $0.lines(showing: $1) }
  }

  /// Divides the room as evenly as possible. No section gets more than it wants.
  static func shares(of wanted: [Int], in room: Int) -> [Int] {
    var shares = wanted
    var left = room
    for (done, index) in wanted.indices.sorted(by: { wanted[$0] < wanted[$1] }).enumerated() {
      shares[index] = min(wanted[index], left / (wanted.count - done))
      left -= shares[index]
    }
    return shares
  }

  private func lines(showing share: Int) -> [String] {
    let head = ["", "**\(title)**"]
    guard share < rows.count else { return head + rows.map(\.line) }
    let shown = max(share - 1, 0)
    return head + rows.prefix(shown).map(\.line) + ["- and \(rows.count - shown) more"]
  }
}

extension Document.Said {
  /// The row as one line of Markdown. Escapes make text up to twelve times as long, and hosts limit a comment's size.
  fileprivate var line: String {
    func line(_ title: String, _ longestText: Int) -> String {
      let message = Markdown.plain(Text.cut(Text.firstLine(of: text), to: longestText))
      return "- \(title)\(message.isEmpty ? "" : ": \(message)")"
    }
    let whole = line(Markdown.text(title), 200)
    return whole.utf8.count <= 1500 ? whole : line(Markdown.plain(Text.cut(title.plain, to: 100)), 40)
  }
}
