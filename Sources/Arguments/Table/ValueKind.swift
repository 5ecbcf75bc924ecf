/// The meaning of a flag's value or a positional word. It decides how the word is checked and completed.
package enum ValueKind: Sendable, Hashable {
  case text, tag, revision, module
  /// A module, a package, or the path of a file in a module.
  case place
  /// A module, a package or a team.
  case subject
  /// A task of workspace.json, or a module that a task runs for.
  case task
  /// A command or task for `ambit watch`.
  case watched
  /// A template of `ambit new`.
  case template
  /// A file or a folder, which need not exist any more.
  case path
  case file, folder
  /// A command, or a group of commands.
  case topic
  /// An amount of storage: `20GB`.
  case size
  /// One of the machines that share a run: `3/8`.
  case shard
  /// A day: `2026-11-21`.
  case date
  case integer(ClosedRange<Int>)
  case choice([String], orInteger: ClosedRange<Int>? = nil)

  /// True when any bytes are valid, since the value may come from a file's name.
  var acceptsAnyBytes: Bool {
    switch self {
    case .module, .place, .subject, .task, .template, .path, .file, .folder: true
    case .text, .tag, .revision, .watched, .topic, .size, .shard, .date, .integer, .choice: false
    }
  }

  /// The fixed words, for help and completion.
  var choices: [String] {
    if case .choice(let names, _) = self { names } else { [] }
  }
}
