package import Metrics
package import Support

/// What was measured, of one revision or of two.
package struct MetricsReport: Sendable {
  /// The same modules, put together in one way.
  package struct Section: Sendable {
    package let by: MetricsGrouping
    package let rows: [MetricsRow]

    package init(by: MetricsGrouping, rows: [MetricsRow]) {
      self.by = by
      self.rows = rows
    }
  }

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
  /// Those that were asked for first.
  package let sections: [Section]
  package let total: MetricsRow
  /// nil before the first commit.
  package let window: Window?
  package let warnings: [Warning]

  package init(
    revisions: ComparedRevisions, sections: [Section], total: MetricsRow, window: Window?,
    warnings: [Warning]
  ) {
    self.revisions = revisions
    self.sections = sections
    self.total = total
    self.window = window
    self.warnings = warnings
  }

  var isComparison: Bool { revisions.base != nil }
}
