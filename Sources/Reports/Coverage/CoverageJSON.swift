import Coverage
import Names
import Support

/// `coverage.json`.
package enum CoverageJSON {
  package static func text(_ report: CoverageReport) -> String {
    JSONWriter.report { writer in
      writer.field("total") { writer in writer.object { $0.coverage(report.total) } }
      writer.field("testModules", report.testCount)
      writer.field("missing", report.missing.map(\.description))
      writer.field("teams") { writer in
        writer.array(of: report.teams) { $0.group("name", $1.name, $1.coverage) }
      }
      writer.field("packages") { writer in
        writer.array(of: report.packages) { $0.group("name", $1.name, $1.coverage) }
      }
      writer.field("modules") { writer in
        writer.array(of: report.modules) { $0.group("id", $1.id.description, $1.coverage) }
      }
      writer.field("files") { writer in
        files(report, &writer)
      }
    }
  }

  private static func files(_ report: CoverageReport, _ writer: inout JSONWriter) {
    let files = report.modules.flatMap { module in module.files.map { (module.id, $0) } }
    writer.array(of: files) { writer, file in
      writer.object { writer in
        writer.field("path", file.1.description)
        writer.field("module", file.0.description)
        writer.coverage(report.files.coverage(of: file.1) ?? LineCoverage())
        writer.field("missed") { writer in
          writer.array(of: report.files.missedRanges(of: file.1)) { writer, range in
            writer.array { writer in
              writer.int(range.lowerBound)
              writer.int(range.upperBound)
            }
          }
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func coverage(_ coverage: LineCoverage) {
    field("covered", coverage.covered)
    field("lines", coverage.total)
    field("percent") { writer in
      if let percent = coverage.percent { writer.decimal(percent) } else { writer.null() }
    }
  }

  fileprivate mutating func group(_ key: String, _ name: String, _ coverage: LineCoverage) {
    object { writer in
      writer.field(key, name)
      writer.coverage(coverage)
    }
  }
}
