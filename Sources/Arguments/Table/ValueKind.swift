/// What a flag's value or a positional word means: decides how it is checked and completed.
package enum ValueKind: Sendable, Hashable {
  case text, tag, revision, module
  /// A module, a package, or the path of what modules hold.
  case place
  /// A module, a package or a team.
  case subject
  /// A task of workspace.json, or a module that it is for.
  case task
  /// What runs again on every save.
  case watched
  /// A template of `ambit new`.
  case template
  /// A file, or a folder, or what no longer exists.
  case path
  case file, folder
  /// The name of another command.
  case command
  /// An amount of storage: `20GB`.
  case size
  /// One of several machines: `3/8`.
  case shard
  /// A day: `2026-11-21`.
  case date
  case integer(ClosedRange<Int>)
  case choice([String], orInteger: ClosedRange<Int>? = nil)

  /// Whether any bytes will do: the file system decides what a name is.
  var acceptsAnyBytes: Bool {
    switch self {
    case .module, .place, .subject, .task, .template, .path, .file, .folder: true
    case .text, .tag, .revision, .watched, .command, .size, .shard, .date, .integer, .choice: false
    }
  }

  /// The fixed words, for help and completion.
  var choices: [String] {
    if case .choice(let names, _) = self { names } else { [] }
  }
}
