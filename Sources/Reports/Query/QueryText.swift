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
      return ["\("No module", .heading) is \(report.query)"]
    }
    let showsKinds = width.map { $0 >= roomForKinds } ?? true
    let rows = report.shown.map { module -> [StyledText] in
      [
        "\(module.id, .module)", "\(showsKinds ? module.kind.rawValue : "", .dim)",
        "\(module.owners.joined(separator: ", "), .heading)", "\(module.tags.joined(separator: ", "), .dim)",
      ]
    }
    return [headline(report)]
      + Table.indented([.middle(40), .left, .end(10), .end(10)], rows, width: width)
  }

  /// `12 modules, 3 of them tests`
  private static func headline(_ report: QueryReport) -> StyledText {
    let tests = report.modules.count { $0.kind == .test }
    let count = Wording.count(report.modules.count, "module")
    guard report.path == nil else {
      return "\(count, .heading), each of which needs the next"
    }
    return
      "\(count, .heading), \(tests == 0 ? "none" : "\(tests)") of them \(tests == 1 ? "a test" : "tests")"
  }
}
