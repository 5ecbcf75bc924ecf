package import Base

/// A run, with the sources of the results that it reused.
package struct RunSavings: Sendable, Hashable {
  /// The modules whose results came from one source for one reason.
  package struct Reuse: Sendable, Hashable {
    package var source: ModuleReport.Source
    /// The reason, or nil in runs before reasons were recorded.
    package var gate: Gate?
    package var modules: Int
    package var seconds: Double
  }

  package var run: RecordedRun
  /// The time of the modules that ran.
  package var ranSeconds: Double
  /// The reused results. Their seconds add up to the run's saved time.
  package var reuse: [Reuse]

  package init(run: RecordedRun, ranSeconds: Double = 0, reuse: [Reuse] = []) {
    self.run = run
    self.ranSeconds = ranSeconds
    self.reuse = reuse
  }
}

extension History {
  /// Returns the last `count` runs that began at `start` (in seconds since 1970) or later, newest first.
  package func savings(last count: Int? = nil, since start: Int = 0) throws(Failure) -> [RunSavings] {
    try file.read { database throws(Failure) in
      let runs = try database.prepare(
        """
        SELECT \(RecordedRun.columns), id FROM run
        WHERE workspace = (SELECT id FROM workspace WHERE root = ?) AND time >= ? ORDER BY id DESC LIMIT ?
        """
      ).rows([workspace, start, count ?? .max]) { (id: $0.integer(17), run: RecordedRun($0)) }
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
          gate: row.textIfPresent(3).flatMap(Gate.init(reading:)), modules: row.integer(4),
          seconds: row.real(5)
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

  /// Returns the build time of passed runs, divided by the number of modules that their changes reached. Returns nil
  /// when nothing was built.
  package func buildSecondsOfModule() throws(Failure) -> Double? {
    let rows = try file.read { database throws(Failure) in
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
  /// Distributes the saved time of the run over the parts. A cached pass has its old duration, while the run counts the
  /// time expected today. The parts keep their proportions, or go by the number of modules when nothing was timed.
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
