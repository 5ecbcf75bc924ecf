import Arguments
import Base

enum CacheAction: String, Sendable, Hashable, CaseIterable {
  case stats, verify, prune, clear, path

  fileprivate var choice: PositionalSpec.Choice {
    switch self {
    case .stats: .init(rawValue, "Show how much is kept")
    case .verify: .init(rawValue, "Check everything, and move damaged files aside")
    case .prune: .init(rawValue, "Delete the files unused for longest, down to the limit")
    case .clear: .init(rawValue, "Delete everything")
    case .path: .init(rawValue, "Print the path of the folder")
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
    "Count with this limit, such as 5GB or 512MiB")
}

extension CacheCommand {
  static let spec = CommandSpec(
    "cache", .machine, "Manage the results and build states kept on this machine",
    discussion: [
      "A build state makes a fresh clone build like a warm one. `ambit build` and `ambit test` restore and save build states "
        + "by themselves.",
      "You never need these commands: runs prune by themselves, check what they read, and repeat what is missing. All of "
        + "them are safe while others run. 'verify' exits with 1 when it finds damage.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION",
        choices: CacheAction.allCases.map(\.choice) + [
          .init(StateOptions.word, "List, save, restore or drop build states")
        ],
        required: true, "What to do"),
      PositionalSpec(
        "STATE-ACTION", choices: StateAction.allCases.map(\.choice),
        "For state: what to do with build states (default: list)"),
      PositionalSpec(
        "COMMIT", .text, repeated: true, "For state drop: the first letters of a state's commit or key"),
    ],
    flags: [.limit, .replacing, .everyState], mainFlags: [.limit],
    examples: [
      Example("ambit cache stats", "how much there is"),
      Example("ambit cache prune --limit 5GB", "before a CI job saves the folder"),
      Example("ambit cache path", "the folder, for a script"),
      Example("ambit cache state list", "the build states, and which of them fits"),
      Example("ambit cache state drop 1a2b3c4d", "forget those of a commit"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = CacheOptions(arguments)
    states = try StateOptions(arguments)
  }

  var concernsBuilds: Bool { states != nil }
}
