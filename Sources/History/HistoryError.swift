/// Why the history can be neither read nor written. No reason for a run to fail.
package struct HistoryError: Error, Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Moved aside, so that the next run starts a new one.
    case damaged
    /// Another process holds it for longer than anybody should wait.
    case locked
    case readOnly = "read-only"
    /// A database, but none of ours: left as it is.
    case foreign
    /// Written by a version of Ambit that is newer than this one: left as it is.
    case newer
    /// The disk is full, the folder cannot be used, and the like.
    case unavailable
  }

  package let kind: Kind
  package let message: String

  package var code: String { "history-\(kind.rawValue)" }
}
