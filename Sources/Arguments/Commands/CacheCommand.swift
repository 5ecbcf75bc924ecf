package import Support

package enum CacheAction: String, Sendable, Hashable, CaseIterable {
  case stats
  case verify
  case prune
  case clear
  case path
}

package struct CacheOptions: Sendable, Hashable {
  package var action = CacheAction.stats
  /// Instead of what workspace.json says.
  package var limit: ByteSize?

  package init() {}

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

extension CommandSpec {
  static let cache = CommandSpec(
    "cache", "Look after the results that are kept on this machine",
    discussion: [
      "'stats' tells how much there is, 'path' where it lies. 'verify' reads and checks everything, moves aside "
        + "what is damaged and then exits with 1. 'prune' takes out what was not used for the longest time until "
        + "the limit holds, 'clear' takes out everything.",
      "Nothing of it is ever needed: runs prune by themselves, check what they read, and repeat what is missing. "
        + "All of it is safe while others run.",
    ],
    positionals: [
      PositionalSpec("ACTION", .choice(CacheAction.allCases.map(\.rawValue)), required: true, "What to do")
    ],
    flags: [.limit],
    examples: [
      Example("ambit cache stats", "how much there is"),
      Example("ambit cache prune --limit 5GB", "before a CI job saves the folder"),
      Example("ambit cache path", "the folder, for a script"),
    ]
  ) { arguments throws(UsageError) in
    .run(.cache(CacheOptions(arguments)), GlobalOptions(arguments))
  }
}
