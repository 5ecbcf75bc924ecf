import Coverage
import Names
package import Terminal

/// What `ambit test --coverage` says of it, below what it says of the tests.
package enum CoverageText {
  package static func lines(_ report: CoverageReport, width: Int?) -> [StyledText] {
    guard let percent = report.total.percent else {
      return [StyledText("Coverage", .heading) + StyledText(": no line of the workspace was measured", .dim)]
    }
    var table = Table(columns: [
      .init(), .init(truncation: .middle, narrowest: 20), .init(.right), .init(.right),
    ])
    for module in report.modules {
      table.add([
        StyledText(), StyledText(module.id.description, .module),
        StyledText(module.coverage.percent.map(text) ?? "-"),
        StyledText("\(module.coverage.covered) of \(module.coverage.total)", .dim),
      ])
    }
    let line =
      StyledText("Coverage", .heading)
      + StyledText(" \(text(percent)) of \(Wording.count(report.total.total, "line")), by ")
      + StyledText(Wording.count(report.testCount, "test module"))
    return [line] + table.lines(width: width)
  }

  /// `84.2 %`, never rounded up to a whole that it is not.
  package static func text(_ percent: Double) -> String {
    let tenths = Int(percent * 10)
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
