package import Base

/// How long a module takes, by its newest passes.
package struct ModuleDuration: Sendable, Hashable {
  package var id: ModuleID
  package var seconds: Double
  /// How many passes that is the median of.
  package var passes: Int
}

/// How long a case takes.
package struct CaseDuration: Sendable, Hashable {
  package var module: ModuleID
  package var name: String
  package var seconds: Double
  package var passes: Int
}

extension History {
  /// So many passes say how long something takes: enough for one slow machine not to matter, few enough to
  /// follow a change.
  private static let sampleCount = 9

  /// The ids of the newest complete passes of `module.id`.
  private static let samples = """
    SELECT id FROM module_run
    WHERE module = module.id AND outcome = 'passed' AND source = 'run' AND complete = 1
      AND run > ?2
    ORDER BY run DESC LIMIT \(sampleCount)
    """

  /// How long each test module can be expected to take.
  package func expectedSeconds() throws(HistoryError) -> [ModuleID: Double] {
    Dictionary(
      try moduleDurations().map { ($0.id, $0.seconds) }, uniquingKeysWith: { first, _ in first })
  }

  /// Modules that passed in the last `count` runs, slowest first.
  package func moduleDurations(last count: Int? = nil) throws(HistoryError) -> [ModuleDuration] {
    try file.read { database throws(HistoryError) in
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

  /// Cases that passed in the last `count` runs, slowest first.
  package func caseDurations(last count: Int? = nil) throws(HistoryError) -> [CaseDuration] {
    struct Case: Hashable {
      let module: ModuleID
      let name: String
    }
    let rows = try file.read { database throws(HistoryError) in
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
  /// The middle one; of two in the middle what lies between them.
  var median: Double {
    guard !isEmpty else { return 0 }
    let ordered = sorted()
    let middle = count / 2
    return count % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
  }
}

extension History {
  /// As of tests: enough for one odd build not to matter.
  private static let buildSamples = 9

  /// What compiling each module takes, in seconds of processor time: the median of its newest builds as a whole.
  package func compileSeconds() throws(HistoryError) -> [ModuleID: Double] {
    let samples =
      try file.read { database throws(HistoryError) in
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
