import Base
import Graph

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
      isPlain(byte) ? String(UnicodeScalar(byte)) : "%" + Text.hex(byte).uppercased()
    }.joined()
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~/+@!$&'()*,;=".utf8.contains(byte)
    }
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
