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
  package static func format<Format: OutputFormat>(_ formats: Format.Type) -> FlagSpec {
    option(
      "format", "FORMAT", .choice(formats.allCases.map(\.rawValue)), default: Format.standard.rawValue,
      "Print the answer in this format")
  }

  package static let exitCode = toggle("exit-code", "Exit with status 3 when nothing is affected")
}

extension FlagSpec {
  package static let base = option(
    "base", "REV", .revision, group: .selection,
    "Compare with the merge base of this revision and the head")
  package static let head = option(
    "head", "REV", .revision, group: .selection, default: "the working tree",
    "Compare the commits up to this revision")
  package static let noMergeBase = toggle(
    "no-merge-base", group: .selection, "Compare with the base itself, not the merge base")
  package static let files = option(
    "files", "PATH", .path, arity: .many, group: .selection, conflicts: ["base", "head", "no-merge-base"],
    "Use these paths as the change; '-' reads them from standard input, separated by NUL or newline")
  package static let all = toggle("all", group: .selection, "Select every module")
  package static let depth = option(
    "depth", "LEVEL", .choice(["none", "direct"], orInteger: 0...1_000_000), group: .selection,
    "Follow dependents up to this depth")
  package static let tag = option(
    "tag", "TAG", .tag, arity: .repeated, group: .selection,
    "Keep only modules with this tag; may be repeated")
  package static let notTag = option(
    "not-tag", "TAG", .tag, arity: .repeated, group: .selection,
    "Leave out modules with this tag; may be repeated")
  package static let moduleList = option(
    "modules", "FILE", .file, group: .selection,
    "Add the modules in this file, separated by newline or NUL; '-' reads standard input")
  package static let dependents = toggle(
    "dependents", group: .selection, "Add dependents of the named modules, and their tests")
  package static let platform = option(
    "platform", "NAME", .choice(platformNames), group: .selection,
    "Follow dependencies that are conditional on this platform")

  package static let allowEmpty = toggle(
    "allow-empty", group: .selection,
    "Accept an empty selection: an unknown tag, or a filter or package pattern that matches nothing"
  )

  /// The flags that decide the change.
  package static let change: [FlagSpec] = [base, head, noMergeBase, files]

  package static let selection: [FlagSpec] =
    change + [
      all, depth, dependents, tag, notTag, moduleList, platform, allowEmpty,
    ]

  /// SwiftPM's names. The list is closed: a misspelt platform would silently drop dependencies.
  private static let platformNames = [
    "android", "driverkit", "freebsd", "ios", "linux", "maccatalyst", "macos", "openbsd", "tvos",
    "visionos", "wasi", "watchos", "windows",
  ]
}

extension PositionalSpec {
  package static let modules = PositionalSpec(
    "MODULE", .place, repeated: true,
    "Modules ('Core', '//Packages/Core:Core'), packages ('//Packages/Core') or paths, changed or not; "
      + "with '--base', '--head' or '--files', only those in the change")
}
