import Coverage
import Names
package import Terminal

/// What `ambit test --coverage` says of it, below what it says of the tests.
package enum CoverageText {
  package static func lines(_ report: CoverageReport, width: Int?) -> [StyledText] {
    guard let percent = report.total.percent else {
      return ["\("Coverage", .heading)\(": no line of the workspace was measured", .dim)"]
    }
    let rows = report.modules.map { module -> [StyledText] in
      [
        "\(module.id, .module)", "\(module.coverage.percent.map(text) ?? "-")",
        "\("\(module.coverage.covered) of \(module.coverage.total)", .dim)",
      ]
    }
    let lines = Wording.count(report.total.total, "line")
    let tests = Wording.count(report.testCount, "test module")
    return ["\("Coverage", .heading) \(text(percent)) of \(lines), by \(tests)"]
      + Table.indented([.middle(20), .right, .right], rows, width: width)
  }

  /// `84.2 %`, never rounded up to a whole that it is not.
  package static func text(_ percent: Double) -> String {
    let tenths = Int(percent * 10)
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
