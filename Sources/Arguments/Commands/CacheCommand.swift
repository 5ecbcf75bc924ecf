package import Base

package enum CacheAction: String, Sendable, Hashable, CaseIterable {
  case stats, verify, prune, clear, path
}

package struct CacheOptions: Sendable, Hashable {
  package var action = CacheAction.stats
  /// The limit that replaces the one of workspace.json.
  package var limit: ByteSize?

  package init() {}

  static let actions = CacheAction.allCases.map(\.rawValue) + [StateOptions.word]

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
    "cache", "Manage the results and build states kept on this machine",
    discussion: [
      "'stats' tells how much there is, 'path' where it lies. 'verify' reads and checks everything, moves aside "
        + "what is damaged and then exits with 1. 'prune' takes out what was not used for the longest time until "
        + "the limit holds, 'clear' takes out everything.",
      "'state' is about build states, what makes a fresh clone build like a warm one: 'list' shows them, 'restore' "
        + "gives the workspace its scratch folders back, 'save' keeps them as they are, 'drop' forgets some. "
        + "`ambit build` and `ambit test` restore and save by themselves.",
      "Nothing of it is ever needed: runs prune by themselves, check what they read, and repeat what is missing. "
        + "All of it is safe while others run.",
    ],
    positionals: [
      PositionalSpec("ACTION", .choice(CacheOptions.actions), required: true, "What to do"),
      PositionalSpec(
        "STATE-ACTION", .choice(StateAction.allCases.map(\.rawValue)),
        "For state: what to do with build states; list if not given"),
      PositionalSpec(
        "COMMIT", .text, repeated: true,
        "For state drop: how the commit or the key of a state begins, as list shows it"),
    ],
    flags: [.limit, .replacing, .everyState],
    examples: [
      Example("ambit cache stats", "how much there is"),
      Example("ambit cache prune --limit 5GB", "before a CI job saves the folder"),
      Example("ambit cache path", "the folder, for a script"),
      Example("ambit cache state list", "the build states, and which of them fits"),
      Example("ambit cache state drop 1a2b3c4d", "forget those of a commit"),
    ]
  ) { arguments throws(UsageError) in
    let global = GlobalOptions(arguments)
    if let states = try StateOptions(arguments) { return .run(.states(states), global) }
    return .run(.cache(CacheOptions(arguments)), global)
  }
}
