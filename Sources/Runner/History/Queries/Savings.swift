/// A run with what stood for the modules that it did not have to run.
package struct RunSavings: Sendable, Hashable {
  /// Modules whose results came from one place through one gate.
  package struct Reuse: Sendable, Hashable {
    package var source: ModuleReport.Source
    /// nil in runs of before gates were written down.
    package var gate: Gate?
    package var modules: Int
    package var seconds: Double
  }

  package var run: RecordedRun
  /// What the modules took that did run.
  package var ranSeconds: Double
  /// Their seconds add up to what the run says that it saved.
  package var reuse: [Reuse]

  package init(run: RecordedRun, ranSeconds: Double = 0, reuse: [Reuse] = []) {
    self.run = run
    self.ranSeconds = ranSeconds
    self.reuse = reuse
  }
}

extension History {
  /// The last `count` runs that began at `start` (in seconds since 1970) or later, newest first.
  package func savings(last count: Int? = nil, since start: Int = 0) throws(HistoryError) -> [RunSavings] {
    try file.read { database throws(HistoryError) in
      let runs = try database.prepare(
        """
        SELECT \(RecordedRun.columns), id FROM run
        WHERE workspace = (SELECT id FROM workspace WHERE root = ?) AND time >= ? ORDER BY id DESC LIMIT ?
        """
      ).rows([workspace, start, count ?? .max]) { (id: $0.integer(18), run: RecordedRun($0)) }
      guard let oldest = runs.last?.id else { return [] }
      let rows = try database.prepare(
        """
        SELECT run, module_run.outcome = 'cached', source, gate, count(*), sum(module_run.seconds)
        FROM module_run JOIN run ON run.id = run
        WHERE workspace = (SELECT id FROM workspace WHERE root = ?) AND run >= ?
          AND (module_run.outcome = 'cached' OR source = 'run')
        GROUP BY run, module_run.outcome = 'cached', source, gate ORDER BY run, source, gate
        """
      ).rows([workspace, oldest]) { row in
        (
          run: row.integer(0), isReused: row.integer(1) != 0,
          source: ModuleReport.Source(rawValue: row.text(2)),
          gate: row.textIfPresent(3).flatMap(Gate.init), modules: row.integer(4), seconds: row.real(5)
        )
      }
      let byRun = Dictionary(grouping: rows, by: \.run)
      return runs.compactMap { id, run in
        guard let run else { return nil }
        let parts = byRun[id] ?? []
        let reuse = parts.filter(\.isReused).compactMap { part in
          part.source.map {
            RunSavings.Reuse(source: $0, gate: part.gate, modules: part.modules, seconds: part.seconds)
          }
        }
        return RunSavings(
          run: run, ranSeconds: parts.filter { !$0.isReused }.reduce(0) { $0 + $1.seconds },
          reuse: reuse.sharing(run.facts.secondsSaved))
      }
    } ?? []
  }

  /// What the builds of runs that passed took, by module that the change reached; nil where nothing was built.
  package func buildSecondsOfModule() throws(HistoryError) -> Double? {
    let rows = try file.read { database throws(HistoryError) in
      try database.prepare(
        """
        SELECT sum(build_seconds), sum(affected) FROM run
        WHERE workspace = (SELECT id FROM workspace WHERE root = ?)
          AND build_seconds > 0 AND affected > 0 AND outcome = 'passed'
        """
      ).rows([workspace]) { (seconds: $0.real(0), modules: $0.integer(1)) }
    }
    guard let sums = rows?.first, sums.modules > 0 else { return nil }
    return sums.seconds / Double(sums.modules)
  }
}

extension [RunSavings.Reuse] {
  /// A pass took what it took once; what it is expected to take now is what a run says that it saved. The parts keep
  /// their proportions, by number where nothing was timed.
  fileprivate func sharing(_ saved: Double) -> [RunSavings.Reuse] {
    let known = reduce(0) { $0 + $1.seconds }
    let modules = reduce(0) { $0 + $1.modules }
    return map { part in
      var part = part
      let share = known > 0 ? part.seconds / known : Double(part.modules) / Double(Swift.max(1, modules))
      part.seconds = saved * share
      return part
    }
  }
}
