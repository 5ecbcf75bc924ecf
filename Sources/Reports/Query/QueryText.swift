import ModuleGraph
import Names
import Support
package import Terminal

/// `ambit query` for people, and for whatever takes names.
package enum QueryText {
  /// One id a line.
  package static func names(_ report: QueryReport) -> String {
    report.shown.map { Text.escapingControls($0.id.description) + "\n" }.joined()
  }

  /// Below this width the kind gives way: a test module's name tells it too.
  private static let roomForKinds = 100

  package static func lines(_ report: QueryReport, width: Int?) -> [StyledText] {
    guard !report.modules.isEmpty else {
      return [StyledText("No module", .heading) + StyledText(" is \(report.query)")]
    }
    let showsKinds = width.map { $0 >= roomForKinds } ?? true
    let name = Table.Column(truncation: .middle, narrowest: 40)
    let rest = Table.Column(truncation: .tail, narrowest: 10)
    var table = Table(columns: [.init(), name] + (showsKinds ? [.init()] : []) + [rest, rest])
    for module in report.shown {
      table.add(
        ["", StyledText(module.id.description, .module)]
          + (showsKinds ? [StyledText(module.kind.rawValue, .dim)] : [])
          + [
            StyledText(module.owners.joined(separator: ", "), .heading),
            StyledText(module.tags.joined(separator: ", "), .dim),
          ])
    }
    return [headline(report)] + table.lines(width: width)
  }

  /// `12 modules, 3 of them tests`
  private static func headline(_ report: QueryReport) -> StyledText {
    let tests = report.modules.count { $0.kind == .test }
    let count = Wording.count(report.modules.count, "module")
    guard report.path == nil else {
      return StyledText(count, .heading) + StyledText(", each of which needs the next")
    }
    return StyledText(count, .heading)
      + StyledText(", \(tests == 0 ? "none" : "\(tests)") of them \(tests == 1 ? "a test" : "tests")")
  }
}
