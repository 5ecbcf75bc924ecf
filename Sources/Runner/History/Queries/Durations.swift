package import Base

/// The usual time of a module, from its newest passes.
package struct ModuleDuration: Sendable, Hashable {
  package var id: ModuleID
  package var seconds: Double
  /// The number of passes that the median is taken of.
  package var passes: Int
}

/// The usual time of a case.
package struct CaseDuration: Sendable, Hashable {
  package var module: ModuleID
  package var name: String
  package var seconds: Double
  package var passes: Int
}

extension History {
  /// The number of passes for a median. It is large enough that one slow machine does not matter, and small enough to
  /// follow a change.
  private static let sampleCount = 9

  /// The ids of the newest complete passes of `module.id`.
  private static let samples = """
    SELECT id FROM module_run
    WHERE module = module.id AND outcome = 'passed' AND source = 'run' AND complete = 1
      AND run > ?2
    ORDER BY run DESC LIMIT \(sampleCount)
    """

  /// Returns the time that each test module can be expected to take.
  package func expectedSeconds() throws(Failure) -> [ModuleID: Double] {
    Dictionary(
      try moduleDurations().map { ($0.id, $0.seconds) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the modules that passed in the last `count` runs, the slowest first.
  package func moduleDurations(last count: Int? = nil) throws(Failure) -> [ModuleDuration] {
    try file.read { database throws(Failure) in
      let names = try database.prepare(
        "SELECT id, package, name FROM module WHERE workspace = (SELECT id FROM workspace WHERE root = ?)"
      ).rows([workspace]) { ($0.integer(0), ModuleID($0, 1)) }
      let samples = try database.prepare(
        """
        SELECT module.id, seconds FROM module JOIN module_run ON module_run.id IN (\(Self.samples))
        WHERE workspace = (SELECT id FROM workspace WHERE root = ?1)
        """
      ).rows([workspace, try lastRun(before: count, in: database)]) { ($0.integer(0), seconds: $0.real(1)) }
      let byModule = Dictionary(grouping: samples, by: \.0)
      return names.compactMap { id, module in
        byModule[id].map {
          ModuleDuration(id: module, seconds: $0.map(\.seconds).median, passes: $0.count)
        }
      }
    }?.sorted { ($1.seconds, $0.id) < ($0.seconds, $1.id) } ?? []
  }

  /// Returns the cases that passed in the last `count` runs, the slowest first.
  package func caseDurations(last count: Int? = nil) throws(Failure) -> [CaseDuration] {
    struct Case: Hashable {
      let module: ModuleID
      let name: String
    }
    let rows = try file.read { database throws(Failure) in
      try database.prepare(
        """
        SELECT package, module.name, test_case.name, case_run.seconds
        FROM module JOIN module_run ON module_run.id IN (\(Self.samples))
          JOIN case_run ON module_run = module_run.id JOIN test_case ON test_case.id = test_case
        WHERE workspace = (SELECT id FROM workspace WHERE root = ?1)
          AND case_run.outcome = 'passed' AND case_run.seconds IS NOT NULL
        """
      ).rows([workspace, try lastRun(before: count, in: database)]) {
        (Case(module: ModuleID($0, 0), name: $0.text(2)), seconds: $0.real(3))
      }
    }
    return Dictionary(grouping: rows ?? [], by: \.0)
      .map {
        CaseDuration(module: $0.module, name: $0.name, seconds: $1.map(\.seconds).median, passes: $1.count)
      }
      .sorted { ($1.seconds, $0.module, $0.name) < ($0.seconds, $1.module, $1.name) }
  }
}

extension [Double] {
  /// The value in the middle, or the mean of the two in the middle.
  var median: Double {
    guard !isEmpty else { return 0 }
    let ordered = sorted()
    let middle = count / 2
    return count % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
  }
}

extension History {
  /// The number of builds for a median, large enough that one odd build does not matter.
  private static let buildSamples = 9

  /// Returns the processor time in seconds of compiling each module: the median of its newest full builds.
  package func compileSeconds() throws(Failure) -> [ModuleID: Double] {
    let samples =
      try file.read { database throws(Failure) in
        try database.prepare(
          """
          SELECT package, name, seconds FROM (
            SELECT package, name, seconds,
              row_number() OVER (PARTITION BY module_build.module ORDER BY run DESC) AS age
            FROM module JOIN module_build ON module_build.module = module.id
            WHERE workspace = (SELECT id FROM workspace WHERE root = ?)
          ) WHERE age <= \(Self.buildSamples)
          """
        ).rows([workspace]) { (module: ModuleID($0, 0), seconds: $0.real(2)) }
      } ?? []
    return Dictionary(grouping: samples, by: \.module).mapValues { $0.map(\.seconds).median }
  }
}

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
  package var ranSeconds: Double = 0
  /// The reused results. Their seconds add up to the run's saved time.
  package var reuse: [Reuse] = []
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
