package import Metrics
package import Support

/// What was measured, of one revision or of two.
package struct MetricsReport: Sendable {
  /// The commits that count as changes.
  package struct Window: Sendable, Hashable {
    package let days: Int
    package let commits: Int
    /// Whether the clone lacks some of them, and whether there were too many to look at all.
    package let isCut: Bool
    package let isLimited: Bool

    package init(days: Int, commits: Int, isCut: Bool, isLimited: Bool) {
      self.days = days
      self.commits = commits
      self.isCut = isCut
      self.isLimited = isLimited
    }
  }

  package let revisions: ComparedRevisions
  package let by: MetricsGrouping
  package let rows: [MetricsRow]
  package let total: MetricsRow
  /// nil before the first commit.
  package let window: Window?
  package let warnings: [Warning]

  package init(
    revisions: ComparedRevisions, by: MetricsGrouping, rows: [MetricsRow], total: MetricsRow, window: Window?,
    warnings: [Warning]
  ) {
    self.revisions = revisions
    self.by = by
    self.rows = rows
    self.total = total
    self.window = window
    self.warnings = warnings
  }

  var isComparison: Bool { revisions.base != nil }
}
