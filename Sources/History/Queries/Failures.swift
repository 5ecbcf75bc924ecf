package import Names

extension History {
  /// The test modules whose last word is a failure, whichever run that was in. Of a run of some cases alone only failures
  /// count, and what was skipped or has no verdict has said nothing.
  package func failedModules() throws(HistoryError) -> [ModuleID] {
    try file.read { database throws(HistoryError) in
      try database.prepare(
        """
        SELECT package, name FROM module
        WHERE workspace = (SELECT id FROM workspace WHERE root = ?) AND (
          SELECT outcome FROM module_run
          WHERE module = module.id AND outcome NOT IN ('skipped', 'no-verdict') AND (complete = 1 OR outcome IN \(Self.failures))
          ORDER BY run DESC LIMIT 1
        ) IN \(Self.failures)
        """
      ).rows([workspace]) { ModuleID($0, 0) }
    }?.sorted() ?? []
  }

  private static let failures = "('failed', 'crashed', 'timed-out', 'build-failed')"
}
