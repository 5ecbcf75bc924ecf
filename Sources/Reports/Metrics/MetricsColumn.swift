import Metrics
import Terminal

/// A column of the table that people read.
struct MetricsColumn: Sendable, Hashable {
  let measure: Measure
  let title: String
  /// What leaves first where there is no room has the highest number.
  let rank: Int

  static let all = [
    MetricsColumn(measure: .code, title: "code", rank: 0),
    MetricsColumn(measure: .testCode, title: "test code", rank: 1),
    MetricsColumn(measure: .tests, title: "tests", rank: 3),
    MetricsColumn(measure: .coverage, title: "coverage", rank: 2),
    MetricsColumn(measure: .fanIn, title: "fan-in", rank: 4),
    MetricsColumn(measure: .fanOut, title: "fan-out", rank: 4),
    MetricsColumn(measure: .instability, title: "instability", rank: 8),
    MetricsColumn(measure: .depth, title: "depth", rank: 9),
    MetricsColumn(measure: .dependents, title: "drags along", rank: 5),
    MetricsColumn(measure: .dependentTests, title: "with tests", rank: 10),
    MetricsColumn(measure: .dependentSeconds, title: "for", rank: 7),
    MetricsColumn(measure: .testSeconds, title: "own tests", rank: 11),
    MetricsColumn(measure: .buildSeconds, title: "build", rank: 12),
    MetricsColumn(measure: .changes, title: "changes", rank: 6),
  ]

  /// Those that have something to say of these rows; in a comparison those that differ.
  static func telling(_ rows: [MetricsRow], comparing: Bool) -> [MetricsColumn] {
    all.filter { column in
      rows.contains { row in
        comparing
          ? row.before == nil || row.after == nil
            || row.text(column.measure, \.before)
              != row.text(column.measure, \.after)
          : row.value(column.measure) != nil
      } && (column.measure == .code || rows.contains { $0.value(column.measure) != nil })
    }
  }
}

extension MetricsRow {
  func text(_ measure: Measure, _ side: KeyPath<MetricsRow, Measures?>) -> String? {
    self[keyPath: side].flatMap { measure.value(in: $0) }.map(measure.text)
  }

  /// `120`, or where it differs `100 → 120`.
  func comparison(_ measure: Measure) -> (text: String, differs: Bool) {
    let (old, new) = (text(measure, \.before), text(measure, \.after))
    if before == nil || after == nil { return ((new ?? old) ?? "-", true) }
    return old == new ? (new ?? "-", false) : ("\(old ?? "-") → \(new ?? "-")", true)
  }

  /// Of a comparison.
  var state: State { before == nil ? .new : after == nil ? .gone : .both }

  enum State { case both, new, gone }
}

extension Measure {
  /// As people read it.
  func text(_ value: Double) -> String {
    switch self {
    case .coverage: CoverageText.text(value)
    case .instability: Self.hundredths(value)
    case .dependentSeconds, .testSeconds, .buildSeconds: Wording.duration(.seconds(value))
    default: "\(Int(value))"
    }
  }

  private static func hundredths(_ value: Double) -> String {
    let whole = Int((value * 100).rounded())
    return "\(whole / 100).\("\(100 + whole % 100)".dropFirst())"
  }
}
