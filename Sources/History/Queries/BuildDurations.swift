package import Names

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
