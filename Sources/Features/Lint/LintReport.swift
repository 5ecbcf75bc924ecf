import Base
import Graph
import Reports

/// The result of `ambit lint`.
struct LintReport: Sendable {
  /// A finding, marked when the baseline lists it.
  struct Entry: Sendable, Hashable {
    let finding: LintFinding
    /// True when the baseline lists the finding. Such a finding is counted and does not fail the command.
    let isKnown: Bool
  }

  /// The compared revisions; nil when all modules were checked, not only those of a change.
  let revisions: ComparedRevisions?
  /// The findings, in the order of `LintFinding.comesFirst`.
  let entries: [Entry]
  /// True when a baseline was given, so that each entry is either known or new.
  let hasBaseline: Bool
  /// The number of the baseline's entries that no longer occur.
  let staleCount: Int
  /// The number of modules that were checked.
  let moduleCount: Int
  /// The workspace's folder in its repository: CI hosts want paths from the repository's root.
  let folderInRepository: RelativePath
  let warnings: [Warning]

  /// The number of findings of a severity that the baseline does not list.
  func count(of severity: Severity) -> Int {
    entries.count { !$0.isKnown && $0.finding.severity == severity }
  }

  var knownCount: Int { entries.count(where: \.isKnown) }

  /// True when there are new errors. Warnings alone do not fail the command.
  var fails: Bool { count(of: .error) > 0 }
}

/// `ambit lint` for people: the findings of each rule, then a sentence with the counts.
enum LintText {
  /// A nil width sets no limit.
  static func lines(_ report: LintReport, width: Int? = nil) -> [StyledText] {
    let groups = Dictionary(grouping: report.entries.filter { !$0.isKnown }, by: \.finding.rule)
    let lines = LintRule.allCases.flatMap { rule in groups[rule].map { section(rule, $0, width) } ?? [] }
    return lines + summary(report)
  }

  private static func section(
    _ rule: LintRule, _ entries: [LintReport.Entry], _ width: Int?
  ) -> [StyledText] {
    var lines: [StyledText] = [.heading(rule.id, "\(entries.count)  \(rule.summary)")]
    for (index, entry) in entries.enumerated() {
      lines += self.lines(entry.finding, after: index > 0 ? entries[index - 1].finding : nil)
        .flatMap { $0.message(width: width) }
    }
    return lines + [""]
  }

  /// The lines of a finding. A reason or fix that equals the one before is not repeated.
  private static func lines(_ finding: LintFinding, after last: LintFinding?) -> [StyledText] {
    let (severity, style): (String, Style) =
      finding.severity == .error ? ("error: ", .bad) : ("warning: ", .warning)
    var lines: [StyledText] = ["  \(place(of: finding), .path): \(severity, style)\(finding.message)"]
    if finding.why != last?.why { lines.append(StyledText("    why:  \(finding.why)", .dim)) }
    if finding.mend != last?.mend { lines.append(StyledText("    fix:  \(finding.mend)", .dim)) }
    return lines
  }

  /// The place in the form of compilers, which editors and terminals turn into a link.
  private static func place(of finding: LintFinding) -> String {
    ["\(finding.file)", finding.line.map(String.init), finding.column.map(String.init)].compactMap(\.self)
      .joined(separator: ":")
  }

  private static func summary(_ report: LintReport) -> [StyledText] {
    let (errors, warnings) = (report.count(of: .error), report.count(of: .warning))
    let modules = Wording.count(report.moduleCount, "module")
    var line =
      errors > 0
      ? StyledText(Wording.count(errors, "error"), .bad)
      : StyledText(warnings > 0 ? "No errors" : "No findings", .good)
    if warnings > 0 { line += " and \(Wording.count(warnings, "warning"), .warning)" }
    line.append(" in \(modules)", .dim)
    if report.knownCount > 0 { line.append(", \(report.knownCount) in the baseline", .dim) }
    guard report.staleCount > 0 else { return [line] }
    let stale = Wording.count(report.staleCount, "entry", "entries")
    return [
      line, StyledText("\(stale) of the baseline no longer found: remove with --update-baseline", .dim),
    ]
  }
}

enum LintJSON {
  static func text(_ report: LintReport) -> String {
    let revisions = report.revisions.map { ["base": $0.base?.json, "head": $0.head.json] as JSON }
    let totals: JSON = [
      "modules": report.moduleCount, "errors": report.count(of: .error),
      "warnings": report.count(of: .warning), "known": report.knownCount, "stale": report.staleCount,
    ]
    return JSON.report(
      revisions ?? [:],
      [
        "outcome": report.fails ? "failed" : "passed", "findings": report.entries.lazy.map(\.json),
        "totals": totals, "warnings": report.warnings,
      ])
  }
}

extension LintReport.Entry {
  fileprivate var json: JSON {
    [
      "rule": finding.rule.id, "severity": finding.severity.rawValue, "known": isKnown,
      "package": finding.package.description, "module": finding.module?.description,
      "other": finding.other?.description, "subject": finding.subject,
      "chain": finding.chain.map(\.description), "file": finding.file.description,
      "line": finding.line, "column": finding.column, "message": finding.message, "why": finding.why,
      "mend": finding.mend,
      "fingerprint": finding.fingerprint,
    ]
  }
}

/// Findings as annotations on a pull request. Findings of the baseline are left out.
enum LintGitHub {
  static func text(_ report: LintReport) -> String {
    report.entries.filter { !$0.isKnown }.map { annotation($0.finding, report.folderInRepository) }.joined()
  }

  private static func annotation(_ finding: LintFinding, _ folder: RelativePath) -> String {
    GitHubCommand.annotation(
      finding.severity == .error ? .error : .warning,
      file: folder.appending(finding.file).description, line: finding.line, column: finding.column,
      title: "ambit \(finding.rule.id)",
      message: Text.escapingControls(finding.message) + "\nwhy: \(Text.escapingControls(finding.why))"
        + "\nfix: \(Text.escapingControls(finding.mend))")
  }
}

/// Findings in the form that code scanning services read: SARIF 2.1.0.
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
enum LintSARIF {
  /// The name of the folder that paths are relative to; the service knows its location.
  private static let root = "%SRCROOT%"

  static func text(_ report: LintReport, version: String) -> String {
    let rules: [JSON] = LintRule.allCases.map { ["id": $0.id, "shortDescription": text($0.summary)] }
    let driver: JSON = ["name": "Ambit", "version": version, "rules": rules]
    let run: JSON = [
      "tool": JSON(["driver": driver]), "columnKind": "unicodeCodePoints",
      "results": report.entries.lazy.map { result($0, report) },
    ]
    let log: JSON = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
    ]
    return log.prettyJSON + "\n"
  }

  /// A path as a relative URI reference. Bytes that a URI cannot have are escaped. A colon is escaped too, since it
  /// would end a scheme's name.
  static func uri(_ path: RelativePath) -> String {
    path.bytes.map { byte in
      byte.isASCIIAlphanumeric || "-._~/+@!$&'()*,;=".utf8.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + Text.hex(byte).uppercased()
    }.joined()
  }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .off: "none"
    }
  }

  private static func result(_ entry: LintReport.Entry, _ report: LintReport) -> JSON {
    let finding = entry.finding
    let isKnown = report.hasBaseline && entry.isKnown
    let suppression: JSON = ["kind": "external", "justification": "known by the baseline"]
    return [
      "ruleId": finding.rule.id, "ruleIndex": LintRule.allCases.firstIndex(of: finding.rule) ?? 0,
      "level": level(finding.severity),
      "message": text("\(finding.message)\n\(finding.why)\n\(finding.mend)"),
      "locations": [location(finding, report.folderInRepository)],
      "partialFingerprints": JSON(["ambit/v1": finding.fingerprint]),
      "baselineState": OptionalField(report.hasBaseline ? isKnown ? "unchanged" : "new" : nil),
      "suppressions": OptionalField(isKnown ? [suppression] : nil),
    ]
  }

  private static func location(_ finding: LintFinding, _ folder: RelativePath) -> JSON {
    let file: JSON = ["uri": uri(folder.appending(finding.file)), "uriBaseId": root]
    let region = finding.line.map {
      ["startLine": $0, "startColumn": OptionalField(finding.column)] as JSON
    }
    let module = finding.module.map {
      ["fullyQualifiedName": $0.description, "kind": "module"] as JSON
    }
    return [
      "physicalLocation": JSON(["artifactLocation": file, "region": OptionalField(region)]),
      "logicalLocations": OptionalField(module.map { [$0] }),
    ]
  }

  private static func text(_ text: String) -> JSON { ["text": text] }
}
