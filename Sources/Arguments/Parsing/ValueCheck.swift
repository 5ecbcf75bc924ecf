import Base

/// Checks one word against the kind that the table gives it.
struct ValueCheck {
  let kind: ValueKind
  /// The owner of the value, for messages: `'--base'`, `MODULE`.
  let owner: String
  let table: CommandTable

  func check(_ word: Argument) throws(Failure) {
    // An empty value comes from an unset variable in a script. Taken as given it could select too little.
    if word.isEmpty {
      throw Failure.usage(
        "the value of \(owner) is empty", hints: ["give a value, or leave it out; a variable may be unset"])
    }
    if kind.acceptsAnyBytes { return }
    guard let text = word.text else {
      throw Failure.usage(
        "the value \(word.quoted) of \(owner) is not UTF-8",
        hints: ["use UTF-8: only paths and modules may have other bytes"])
    }
    switch kind {
    case .size:
      guard ByteSize(text) != nil else { throw refuse(word, ["20GB", "512MiB"]) }
    case .shard:
      guard Shard(text) != nil else {
        throw refuse(word, ["I/N, such as 3/8, with N up to \(Shard.most)"])
      }
    case .date:
      guard Timestamp.seconds(ofDate: text) != nil else { throw refuse(word, ["a date such as 2026-11-21"]) }
    case .integer(let range):
      guard let number = Int(text), range.contains(number) else { throw refuse(word, [range.words]) }
    case .choice(let names, let range):
      if names.contains(text) { return }
      if let range, let number = Int(text), range.contains(number) { return }
      throw refuse(word, names + (range.map { [$0.words] } ?? []), nearest: names)
    case .topic:
      guard table.command(named: text) != nil || CommandGroup(rawValue: text) != nil else {
        throw table.unknownCommand(word, orAmong: CommandGroup.allCases.map(\.rawValue))
      }
    case .text, .tag, .revision, .module, .place, .subject, .task, .watched, .template, .path, .file, .folder:
      break
    }
  }

  private func refuse(_ word: Argument, _ valid: [String], nearest: [String] = []) -> Failure {
    Failure.usage(
      "\(word.quoted) is not a value of \(owner)",
      hints: Failure.suggestion(for: word.description, among: nearest)
        + ["valid values: \(valid.joined(separator: ", "))"])
  }
}

extension ClosedRange<Int> {
  var words: String { "a whole number from \(lowerBound) to \(upperBound)" }
}

extension CommandTable {
  func unknownCommand(_ word: Argument, orAmong others: [String] = []) -> Failure {
    let group = word.text.flatMap(CommandGroup.init(rawValue:))
    let hints =
      group.map { ["'\($0.rawValue)' is a group of commands: run `ambit help \($0.rawValue)`"] }
      ?? word.text.flatMap { RemovedWords.commands[$0] }
      ?? Failure.suggestion(for: word.description, among: commands.map(\.name) + others)
    return Failure.usage("unknown command \(word.quoted)", hints: hints + [Failure.helpHint(for: nil)])
  }
}

extension Failure {
  package static func suggestion(for name: String, among candidates: [String]) -> [String] {
    guard name.utf8.count <= 64 else { return [] }
    // People who expect abbreviations type the beginning of a name.
    let longer = candidates.filter { $0.hasPrefix(name) }
    let nearest = longer.count == 1 ? longer.first : NearestName.suggestion(for: name, among: candidates)
    return nearest.map { ["did you mean '\($0)'?"] } ?? []
  }

  package static func helpHint(for command: String?) -> String {
    command.map { "run `ambit \($0) --help` for its flags and arguments" }
      ?? "run `ambit help` for the commands"
  }
}

/// Commands and flags of an earlier version. For one release the error about each names its replacement.
enum RemovedWords {
  /// The replacements of commands. Those who know Git expect that `status` tells about their change.
  static let commands = [
    "status": [
      "`ambit affected` lists what your change reaches",
      "`ambit local` lists the dependencies that use a working copy",
    ]
  ]

  /// The replacements, by command and then by flag.
  private static let flags: [String: [String: String]] = [
    "extract": [
      "--write": "create the package by the plan that `ambit extract` prints; Ambit edits no sources",
      "--owner": "name the owner of the new package in workspace.json or CODEOWNERS",
    ],
    "interface": [
      "--build": "leave it out: `ambit interface` builds nothing, and reports modules with macros as unknown"
    ],
    "new": [
      "--path": "give the folder as the last word: `ambit new package Packages/Prices`",
      "--owner": "name the owner in CODEOWNERS or in \"owners\" of workspace.json",
      "--depends": "add the dependency to the new manifest, or to the template",
      "--no-contract": "run `ambit new` once for each package",
      "--no-demo": "remove the demo from the template: all files are copied",
      "--eject": "copy a package to .ambit/templates and replace its name with {{Name}}",
    ],
    "release": ["--apply": "run the commands that `ambit release plan` prints, in their order"],
    "report": [
      "--post":
        "post the output of `ambit report --format comment`; see docs/ci"
    ],
  ]

  /// The error about a removed flag of `command`; nil when there never was such a flag.
  static func error(_ flag: String, of command: String) -> Failure? {
    flags[command]?[flag].map { instead in
      Failure.usage("`ambit \(command)` no longer has '\(flag)'", hints: [instead])
    }
  }
}
