package import History

/// The next step for each way in which the history cannot be used.
package enum HistoryHints {
  package static func hints(for error: HistoryError) -> [String] {
    switch error.kind {
    case .damaged: ["nothing needs to be done: a new history is started"]
    case .locked: ["end the program that holds it; this run goes on without"]
    case .readOnly, .unavailable:
      ["runs go on without it; mend the folder, or choose another with XDG_CACHE_HOME"]
    case .foreign: ["delete or move that file, and a new history is started"]
    case .newer: ["use the newer Ambit, or delete the file to start a new history"]
    }
  }
}
