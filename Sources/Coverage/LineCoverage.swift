/// How many of the lines that can be executed were.
package struct LineCoverage: Sendable, Hashable {
  package var covered: Int
  package var total: Int

  package init(covered: Int = 0, total: Int = 0) {
    self.covered = covered
    self.total = total
  }

  /// nil where nothing can be executed.
  package var percent: Double? { total > 0 ? 100 * Double(covered) / Double(total) : nil }

  package static func + (left: LineCoverage, right: LineCoverage) -> LineCoverage {
    LineCoverage(covered: left.covered + right.covered, total: left.total + right.total)
  }
}
