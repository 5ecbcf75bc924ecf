import Arguments
import Base

enum CacheAction: String, Sendable, Hashable, CaseIterable {
  case stats, verify, prune, clear, path

  fileprivate var choice: PositionalSpec.Choice {
    switch self {
    case .stats: .init(rawValue, "Show the size of the cache")
    case .verify: .init(rawValue, "Check all files, and move damaged ones aside")
    case .prune: .init(rawValue, "Delete the least recently used files down to the limit")
    case .clear: .init(rawValue, "Delete everything")
    case .path: .init(rawValue, "Print the path of the cache folder")
    }
  }
}

struct CacheOptions: Sendable, Hashable {
  var action = CacheAction.stats
  /// The limit that replaces the one of workspace.json.
  var limit: ByteSize?

  init() {}

  init(_ arguments: ParsedArguments) {
    action = arguments.positionals.first?.text.flatMap(CacheAction.init(rawValue:)) ?? .stats
    limit = arguments.text(.limit).flatMap { ByteSize($0) }
  }
}

extension FlagSpec {
  static let limit = option(
    "limit", "SIZE", .size, default: "\"cache.localLimit\" of workspace.json, else 20GB",
    "Use this limit, such as 5GB or 512MiB")
}

extension CacheCommand {
  static let spec = CommandSpec(
    "cache", .machine, "Manage cached results and build states on this machine",
    discussion: [
      "A build state is saved build output: with it, a fresh clone builds incrementally. `ambit build` "
        + "and `ambit test` restore and save build states automatically.",
      "These commands are optional: runs prune the cache, check what they read, and rebuild what is "
        + "missing. All are safe during other runs. 'verify' exits with 1 when it finds damage.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION",
        choices: CacheAction.allCases.map(\.choice) + [
          .init(StateOptions.word, "List, save, restore or drop build states")
        ],
        required: true, "The action"),
      PositionalSpec(
        "STATE-ACTION", choices: StateAction.allCases.map(\.choice),
        "For state: the action on build states (default: list)"),
      PositionalSpec(
        "COMMIT", .text, repeated: true, "For state drop: the start of a commit id or key"),
    ],
    flags: [.limit, .replacing, .everyState], mainFlags: [.limit],
    examples: [
      Example("ambit cache stats", "the size of the cache"),
      Example("ambit cache prune --limit 5GB", "before a CI job saves the folder"),
      Example("ambit cache path", "the folder, for a script"),
      Example("ambit cache state list", "the build states, and the one that fits"),
      Example("ambit cache state drop 1a2b3c4d", "delete the build states of a commit"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = CacheOptions(arguments)
    states = try StateOptions(arguments)
  }

  var concernsBuilds: Bool { states != nil }
}
