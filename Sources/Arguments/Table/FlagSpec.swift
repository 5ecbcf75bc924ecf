/// One flag of the table. The same value declares a flag, names it for the typed options, documents it and completes
/// it.
package struct FlagSpec: Sendable, Hashable {
  /// The number of words that follow the flag.
  package enum Arity: Sendable, Hashable {
    case none, one
    /// One value at a time, as often as the user likes.
    case repeated
    /// All words up to the next flag.
    case many
  }

  /// The heading under which help shows the flag.
  package enum Group: String, Sendable, Hashable, CaseIterable {
    case own = "Flags"
    case run = "Run flags"
    case selection = "Selection flags"
    case global = "Global flags"
  }

  /// The name without dashes, which identifies the flag.
  package let long: String
  package let short: Character?
  package let arity: Arity
  package let placeholder: String
  package let kind: ValueKind
  package let group: Group
  package let help: String
  /// The default in the help text; the typed options hold the real default.
  package let defaultValue: String?
  /// Long names of flags that contradict this one.
  package let conflicts: [String]

  package static func toggle(
    _ long: String, short: Character? = nil, group: Group = .own, conflicts: [String] = [], _ help: String
  ) -> FlagSpec {
    FlagSpec(
      long: long, short: short, arity: .none, placeholder: "", kind: .text, group: group, help: help,
      defaultValue: nil, conflicts: conflicts)
  }

  package static func option(
    _ long: String, short: Character? = nil, _ placeholder: String, _ kind: ValueKind,
    arity: Arity = .one, group: Group = .own, default defaultValue: String? = nil,
    conflicts: [String] = [], _ help: String
  ) -> FlagSpec {
    FlagSpec(
      long: long, short: short, arity: arity, placeholder: placeholder, kind: kind, group: group,
      help: help, defaultValue: defaultValue, conflicts: conflicts)
  }

  package var takesValue: Bool { arity != .none }

  /// The flag on a command line: `--base`.
  package var name: String { "--\(long)" }
}

/// The form of a command's output. Each command lists its own formats; JSON is always among them.
package protocol OutputFormat: RawRepresentable<String>, CaseIterable, Sendable, Hashable {
  static var json: Self { get }
}

extension OutputFormat {
  /// The format without a flag: the first.
  package static var standard: Self { allCases.first ?? .json }
}

extension FlagSpec {
  package static func format<Format: OutputFormat>(
    _ formats: Format.Type, default: String = Format.standard.rawValue
  ) -> FlagSpec {
    option(
      "format", "FORMAT", .choice(formats.allCases.map(\.rawValue)), default: `default`,
      "Print the answer in this format")
  }

  package static let exitCode = toggle("exit-code", "Exit with status 3 when nothing is affected")
}

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
