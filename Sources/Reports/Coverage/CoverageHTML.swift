import Coverage
import Names
package import Support
import Terminal

/// `coverage.html`: by team, package, module and file, with the lines of each file, in one page that loads nothing. There
/// is no script in it: what is long folds by itself.
package enum CoverageHTML {
  /// Sources beyond this are left out; which of their lines were missed still stands there.
  private static let mostSourceBytes = 12_000_000

  private static let style = String(decoding: PackageResources.coverage_css, as: UTF8.self)

  /// `source` gives the text of a file; nil where it cannot be read.
  package static func text(_ report: CoverageReport, source: (RelativePath) -> [UInt8]?) -> String {
    var body = HTMLWriter()
    body.element("main") { body in
      body.element("header") { body in
        body.element("h1", text: title(report))
        body.element(
          "p", [("class", "dim")],
          text:
            "\(report.total.covered) of \(Wording.count(report.total.total, "line")) that can be executed were, "
            + "by \(Wording.count(report.testCount, "test module"))")
        if !report.missing.isEmpty {
          body.element(
            "p",
            text:
              "What these executed is not known: \(report.missing.map(\.description).joined(separator: ", "))"
          )
        }
      }
      groups("Teams", report.teams, &body)
      groups("Packages", report.packages, &body)
      files(report, source, &body)
    }
    return PageFrame.page(title: title(report), style: style, body: body)
  }

  private static func title(_ report: CoverageReport) -> String {
    "Coverage: \(report.total.percent.map(CoverageText.text) ?? "nothing measured")"
  }

  private static func groups(
    _ title: String, _ groups: [(name: String, coverage: LineCoverage)], _ body: inout HTMLWriter
  ) {
    guard !groups.isEmpty else { return }
    body.element("section") { body in
      body.element("h2", text: title)
      body.element("table") { body in
        for group in groups {
          body.newLine()
          body.open("tr")
          body.open("td")
          body.code(group.name)
          numbers(group.coverage, &body)
        }
      }
    }
  }

  private static func numbers(_ coverage: LineCoverage, _ body: inout HTMLWriter) {
    body.open("td", [("class", "number")])
    body.words(coverage.percent.map(CoverageText.text) ?? "-")
    body.open("td", [("class", "bar")])
    let whole = Int(coverage.percent ?? 0)
    body.element("meter", [("min", "0"), ("max", "100"), ("value", "\(whole)")], text: "\(whole) %")
    body.open("td", [("class", "number dim")])
    body.words("\(coverage.covered) of \(coverage.total)")
  }
}

// MARK: Files

extension CoverageHTML {
  private static func files(
    _ report: CoverageReport, _ source: (RelativePath) -> [UInt8]?, _ body: inout HTMLWriter
  ) {
    var room = mostSourceBytes
    body.element("section") { body in
      body.element("h2", text: "Modules")
      for module in report.modules {
        body.element("details", [("class", "module")]) { body in
          body.element("summary") { body in
            body.code(module.id.description)
            summary(module.coverage, &body)
          }
          for file in module.files {
            let text = source(file)
            room -= text?.count ?? 0
            write(file, room > 0 ? text : nil, report.files, &body)
          }
        }
      }
    }
  }

  private static func summary(_ coverage: LineCoverage, _ body: inout HTMLWriter) {
    body.words(" \(coverage.percent.map(CoverageText.text) ?? "-")")
    body.element("span", [("class", "dim")], text: " \(coverage.covered) of \(coverage.total)")
  }

  private static func write(
    _ path: RelativePath, _ text: [UInt8]?, _ files: CoveredFiles, _ body: inout HTMLWriter
  ) {
    body.element("details", [("class", "file")]) { body in
      body.element("summary") { body in
        body.code(Text.escapingInvalidUTF8(path.bytes))
        summary(files.coverage(of: path) ?? LineCoverage(), &body)
      }
      guard let text else {
        let missed = files.missedRanges(of: path).map { range in
          range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
        }
        body.element(
          "p", text: missed.isEmpty ? "No line was missed" : "Missed: \(missed.joined(separator: ", "))")
        return
      }
      lines(of: text, files.files[path] ?? [:], &body)
    }
  }

  /// Each with its number, and how often it was executed where it can be.
  private static func lines(of text: [UInt8], _ counts: CoveredFiles.Lines, _ body: inout HTMLWriter) {
    body.element("pre") { body in
      for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .enumerated()
      {
        let times = counts[index + 1]
        let kind = times.map { $0 > 0 ? "hit" : "miss" } ?? ""
        body.element("span", kind.isEmpty ? [] : [("class", kind)]) { body in
          body.element("i", text: "\(index + 1)")
          body.element("b", text: times.map { short($0) } ?? "")
          body.words(Text.escapingInvalidUTF8(line))
        }
        body.newLine()
      }
    }
  }

  private static func short(_ times: Int) -> String {
    times < 10_000 ? "\(times)" : times < 10_000_000 ? "\(times / 1000)k" : "\(times / 1_000_000)M"
  }
}
