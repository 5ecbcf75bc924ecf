package import History
package import Names

/// What `ambit history` found.
package enum HistoryReport: Sendable, Hashable {
  /// The newest runs, and how many there are in all.
  case runs([RecordedRun], total: Int)
  case slowest(modules: [ModuleDuration], cases: [CaseDuration], runs: Int)
  case flaky([FlakyModule], runs: Int)
  /// One module's part in the newest runs it took part in.
  case module(ModuleID, expectedSeconds: Double?, [RecordedModule])
}
