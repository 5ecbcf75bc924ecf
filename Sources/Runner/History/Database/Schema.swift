import Base

/// The tables, and the steps that update the tables of earlier versions.
enum Schema {
  /// The id that marks a database as Ambit's: `Ambt`.
  static let applicationID = 0x416D_6274

  /// The steps from one version to the next. A released step never changes. The number of steps is the version.
  static let steps = [
    """
    CREATE TABLE workspace (id INTEGER PRIMARY KEY, root TEXT NOT NULL UNIQUE);
    CREATE TABLE run (
      id INTEGER PRIMARY KEY,
      workspace INTEGER NOT NULL REFERENCES workspace(id) ON DELETE CASCADE,
      time INTEGER NOT NULL,
      action TEXT NOT NULL, head TEXT, base TEXT, selection TEXT NOT NULL, filtered INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      affected INTEGER NOT NULL, ran INTEGER NOT NULL, cached INTEGER NOT NULL, failed INTEGER NOT NULL,
      seconds REAL NOT NULL, saved_seconds REAL NOT NULL, build_seconds REAL NOT NULL
    );
    CREATE INDEX run_of_workspace ON run(workspace, id);
    CREATE TABLE module (
      id INTEGER PRIMARY KEY,
      workspace INTEGER NOT NULL REFERENCES workspace(id) ON DELETE CASCADE,
      package BLOB NOT NULL, name TEXT NOT NULL,
      UNIQUE (workspace, package, name)
    );
    CREATE TABLE module_run (
      id INTEGER PRIMARY KEY,
      run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
      module INTEGER NOT NULL REFERENCES module(id) ON DELETE CASCADE,
      outcome TEXT NOT NULL, source TEXT NOT NULL,
      complete INTEGER NOT NULL, -- whether all cases ran as they usually do, in a run that nobody stopped
      key TEXT, seconds REAL NOT NULL, attempts INTEGER NOT NULL,
      passed INTEGER NOT NULL, failed INTEGER NOT NULL, skipped INTEGER NOT NULL,
      UNIQUE (run, module)
    );
    CREATE INDEX run_of_module ON module_run(module, run);
    CREATE INDEX pass_of_module ON module_run(module, run)
      WHERE outcome = 'passed' AND source = 'run' AND complete = 1;
    CREATE TABLE test_case (
      id INTEGER PRIMARY KEY,
      module INTEGER NOT NULL REFERENCES module(id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      UNIQUE (module, name)
    );
    CREATE TABLE case_run (
      module_run INTEGER NOT NULL REFERENCES module_run(id) ON DELETE CASCADE,
      test_case INTEGER NOT NULL, -- swept, not cascaded: an index for that would cost as much as the table
      outcome TEXT NOT NULL, seconds REAL,
      PRIMARY KEY (module_run, test_case)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE run ADD COLUMN observed INTEGER NOT NULL DEFAULT 0; -- of the cached: at the second gate, at the third
    ALTER TABLE run ADD COLUMN product INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE module_run ADD COLUMN gate TEXT;
    """,
    """
    ALTER TABLE run ADD COLUMN unselected INTEGER; -- test modules that the change did not reach; null: nobody counted
    ALTER TABLE run ADD COLUMN unselected_seconds REAL; -- what they would have taken
    """,
    """
    CREATE TABLE module_build (
      module INTEGER NOT NULL REFERENCES module(id) ON DELETE CASCADE,
      run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
      seconds REAL NOT NULL, -- of processor time, of a module that was compiled as a whole
      PRIMARY KEY (module, run)
    ) WITHOUT ROWID;
    CREATE INDEX build_of_run ON module_build(run);
    """,
  ]

  /// Makes sure that the database belongs to Ambit and is up to date. It writes nothing when both are true.
  static func prepare(_ database: Database, steps: [String] = steps) throws(Failure) {
    let version = try version(of: database, newest: steps.count)
    guard version < steps.count else { return }
    // A file system without WAL keeps the older journal. Another process may also do this now.
    try? database.execute("PRAGMA journal_mode = WAL")
    try database.transaction { () throws(Failure) in
      // Another process may have updated the tables meanwhile.
      for step in steps.dropFirst(try self.version(of: database, newest: steps.count)) {
        try database.execute(step)
      }
      try database.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(steps.count)")
    }
  }

  private static func version(of database: Database, newest: Int) throws(Failure) -> Int {
    let version = try database.integer("PRAGMA user_version")
    if try database.integer("PRAGMA application_id") == applicationID {
      guard version >= 0 else {
        throw Failure.history(.damaged, "its version \(version) is invalid")
      }
      guard version <= newest else {
        throw Failure.history(.newer, "a newer version of Ambit wrote it")
      }
      return version
    }
    guard version == 0, try database.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
      throw Failure.history(.foreign, "it belongs to another program")
    }
    return 0
  }
}
