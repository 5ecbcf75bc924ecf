import Base

/// Findings that a team accepts for now, kept in a file beside the code.
package struct LintBaseline: Sendable, Hashable {
  package let fingerprints: Set<String>

  package init(fingerprints: Set<String> = []) {
    self.fingerprints = fingerprints
  }

  /// Returns nil when the bytes are no baseline.
  package init?(parsing bytes: [UInt8]) {
    guard let document = try? JSONParser.parse(bytes, as: .relaxed), document["version"]?.intValue == 1,
      let entries = document["findings"]?.arrayValue
    else { return nil }
    let named = entries.compactMap { $0["fingerprint"]?.stringValue }
    guard named.count == entries.count else { return nil }
    fingerprints = Set(named)
  }

  package func knows(_ finding: LintFinding) -> Bool { fingerprints.contains(finding.fingerprint) }

  /// Returns the findings that are in both.
  package func intersection(_ other: LintBaseline) -> LintBaseline {
    LintBaseline(fingerprints: fingerprints.intersection(other.fingerprints))
  }

  /// Returns the file for these findings. They are sorted, with one entry each, so that a review shows which came and
  /// went. Only the fingerprint is read again; the rest is for people.
  package static func text(of findings: [LintFinding]) -> String {
    let entries = findings.sorted(by: LintFinding.comesFirst).map { finding -> JSON in
      ["rule": finding.rule.id, "message": finding.message, "fingerprint": finding.fingerprint]
    }
    return JSON(["version": 1, "findings": entries]).prettyJSON + "\n"
  }
}
