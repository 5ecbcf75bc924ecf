import Config
import Names
import Rules
import Support

/// Findings in the form that code scanning services read: SARIF 2.1.0.
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
package enum LintSARIF {
  /// Where paths count from; the service knows where that is.
  private static let root = "%SRCROOT%"

  package static func text(_ report: LintReport, version: String) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      writer.field("version", "2.1.0")
      writer.field("runs") { writer in
        writer.array { writer in
          writer.object { writer in
            writer.tool(version)
            writer.field("columnKind", "unicodeCodePoints")
            writer.field("results") { writer in
              writer.array(of: report.entries) { $0.result($1, report) }
            }
          }
        }
      }
    }
    return writer.text + "\n"
  }

  /// A path as a relative URI reference: bytes that may not stand there are escaped, and so
  /// is a colon, which would end the name of a scheme.
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

  fileprivate static func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .off: "none"
    }
  }

  fileprivate static var baseName: String { root }
}

extension JSONWriter {
  fileprivate mutating func tool(_ version: String) {
    field("tool") { writer in
      writer.object { writer in
        writer.field("driver") { writer in
          writer.object { writer in
            writer.field("name", "Ambit")
            writer.field("version", version)
            writer.field("rules") { writer in writer.array(of: LintRule.allCases) { $0.rule($1) } }
          }
        }
      }
    }
  }

  private mutating func rule(_ rule: LintRule) {
    object { writer in
      writer.field("id", rule.id)
      writer.text("shortDescription", rule.summary)
    }
  }

  fileprivate mutating func result(_ entry: LintReport.Entry, _ report: LintReport) {
    let finding = entry.finding
    object { writer in
      writer.field("ruleId", finding.rule.id)
      writer.field("ruleIndex", LintRule.allCases.firstIndex(of: finding.rule) ?? 0)
      writer.field("level", LintSARIF.level(finding.severity))
      writer.text("message", "\(finding.message)\n\(finding.why)\n\(finding.mend)")
      writer.field("locations") { writer in
        writer.array { $0.location(finding, report.folderInRepository) }
      }
      writer.field("partialFingerprints") { writer in
        writer.object { $0.field("ambit/v1", finding.fingerprint) }
      }
      guard report.hasBaseline else { return }
      writer.field("baselineState", entry.isKnown ? "unchanged" : "new")
      guard entry.isKnown else { return }
      writer.field("suppressions") { writer in
        writer.array { writer in
          writer.object { writer in
            writer.field("kind", "external")
            writer.field("justification", "known by the baseline")
          }
        }
      }
    }
  }

  private mutating func location(_ finding: LintFinding, _ folder: RelativePath) {
    object { writer in
      writer.field("physicalLocation") { writer in
        writer.object { writer in
          writer.field("artifactLocation") { writer in
            writer.object { writer in
              writer.field("uri", LintSARIF.uri(folder.appending(finding.file)))
              writer.field("uriBaseId", LintSARIF.baseName)
            }
          }
          guard let line = finding.line else { return }
          writer.field("region") { writer in writer.object { $0.field("startLine", line) } }
        }
      }
      guard let module = finding.module else { return }
      writer.field("logicalLocations") { writer in
        writer.array { writer in
          writer.object { writer in
            writer.field("fullyQualifiedName", module.description)
            writer.field("kind", "module")
          }
        }
      }
    }
  }

  private mutating func text(_ key: String, _ text: String) {
    field(key) { writer in writer.object { $0.field("text", text) } }
  }
}
