import Arguments
import Base
import Graph
import Reports
import Session
import Store

/// `ambit cache`: looks after the store of this machine, in any folder.
struct CacheCommand: AmbitCommand {
  let options: CacheOptions
  /// nil where the command is not about build states.
  let states: StateOptions?

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    if let states { return try StateCommand(options: states).run(world, global, console) }
    let folder = try StoreAccess.folder(world)
    let (content, warnings) = try content(of: folder, world, global)
    let report = CacheReport(folder: folder, content: content, warnings: warnings)
    console.warn(report.warnings)
    console.answer(json: CacheJSON.text(report), text: CacheText.lines(report))
    return report.isHealthy ? .success : .failed
  }

  private func content(
    of folder: String, _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> (CacheReport.Content, [Warning]) {
    switch options.action {
    case .path: return (.path, [])
    case .stats:
      let limit = try limit(world, global)
      let store = try StoreAccess.open(folder, limit: limit)
      world.progressLine.begin("Counting")
      let statistics = CacheReport.Content.statistics(
        store?.statistics() ?? StoreStatistics(), states: store.map { states(in: $0, world) } ?? .init(),
        limit: limit)
      return (statistics, store?.problems ?? [])
    case .verify:
      let store = try StoreAccess.open(folder)
      world.progressLine.begin("Reading the cache")
      let found = store?.verify(jobs: world.processors) ?? StoreVerification()
      return (.verification(found), store?.problems ?? [])
    case .prune:
      let limit = try limit(world, global)
      return try remove(from: folder) { $0.prune(to: limit) }
    case .clear: return try remove(from: folder) { $0.clear() }
    }
  }

  private func remove(
    from folder: String, _ body: (LocalStore) -> PruneOutcome
  ) throws(Failure) -> (CacheReport.Content, [Warning]) {
    guard let store = try StoreAccess.openForRemoval(folder) else { return (.removal(PruneOutcome()), []) }
    let outcome = body(store)
    return (.removal(outcome), store.problems)
  }

  private func states(in store: LocalStore, _ world: World) -> CacheReport.StateShare {
    let states = BuildStateStore(store, jobs: world.processors).all()
    return .init(count: states.count, bytes: store.statistics(of: states.map(\.key)).bytes)
  }

  private func limit(_ world: World, _ global: GlobalOptions) throws(Failure) -> Int {
    if let limit = options.limit { return limit.bytes }
    let config = try global.insideRepository { () throws(Failure) in
      try OpenWorkspace.open(world, global, headRevision: nil).config.cache
    }
    return (config ?? CacheConfig()).localLimit.bytes
  }
}

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

  init(_ arguments: ParsedArguments) throws(Failure) {
    options = CacheOptions(arguments)
    states = try StateOptions(arguments)
  }

  var concernsBuilds: Bool { states != nil }
}

/// The result of `ambit cache`.
struct CacheReport: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    case path
    case statistics(StoreStatistics, states: StateShare, limit: Int)
    case verification(StoreVerification)
    case removal(PruneOutcome)
  }

  /// The part of a store that build states take. The rest is results.
  struct StateShare: Sendable, Hashable {
    var count = 0
    /// The size of the states' records and blobs. A blob that several states share counts once.
    var bytes = 0
  }

  let folder: String
  let content: Content
  let warnings: [Warning]

  var isHealthy: Bool {
    if case .verification(let found) = content { found.damaged.isEmpty } else { true }
  }
}

extension StoreStatistics {
  /// The records of results, with the size of their blobs. The size includes blobs that nothing needs any more: saving
  /// a state again leaves some. Other processes may change the store between the two readings; the result is never
  /// negative.
  func withoutStates(_ states: CacheReport.StateShare) -> (count: Int, bytes: Int) {
    (max(0, records.count - states.count), max(0, records.bytes + blobs.bytes - states.bytes))
  }
}

/// `ambit cache` for people.
enum CacheText {
  static func lines(_ report: CacheReport) -> [StyledText] {
    switch report.content {
    case .path: [StyledText(report.folder)]
    case .statistics(let statistics, let states, let limit):
      self.statistics(statistics, limit, report.folder) + shares(statistics, states)
    case .verification(let found): verification(found)
    case .removal(let outcome): [removal(outcome)]
    }
  }

  private static func statistics(
    _ statistics: StoreStatistics, _ limit: Int, _ folder: String
  ) -> [StyledText] {
    let always = [("records", statistics.records), ("blobs", statistics.blobs)]
    let seldom = [
      ("damaged, moved aside", statistics.quarantined), ("being written", statistics.temporaries),
    ]
    let rows = (always + seldom.filter { $0.1.count > 0 }).map { ($0, $1.count, $1.bytes) }
    return [StyledText(folder, .path)] + table(rows) + ["", share(statistics.bytes, of: limit)]
  }

  /// Empty when the store holds results alone: the lines above show their size already.
  private static func shares(
    _ statistics: StoreStatistics, _ states: CacheReport.StateShare
  ) -> [StyledText] {
    guard states.count > 0 else { return [] }
    let results = statistics.withoutStates(states)
    return table([
      ("build states", states.count, states.bytes), ("results and leftovers", results.count, results.bytes),
    ])
  }

  private static func table(_ rows: [(name: String, count: Int, bytes: Int)]) -> [StyledText] {
    Table.indented(
      [.left, .right, .right],
      rows.map { ["\($0.name, .dim)", "\($0.count, .count)", "\(Wording.bytes($0.bytes))"] })
  }

  private static func share(_ bytes: Int, of limit: Int) -> StyledText {
    let share = limit > 0 ? ", \(Int(Double(bytes) / Double(limit) * 100 + 0.5)) %" : ""
    let line = "\(Wording.bytes(bytes)) of \(Wording.bytes(limit))\(share)"
    return StyledText(line, bytes > limit ? .warning : .plain)
  }

  private static func verification(_ found: StoreVerification) -> [StyledText] {
    let checked = "\(Wording.count(found.records, "record")) and \(Wording.count(found.blobs, "blob"))"
    let gone = "\(Wording.count(found.incompleteRecords, "record")) without blobs: harmless"
    let incomplete = found.incompleteRecords == 0 ? [] : [StyledText(gone, .dim)]
    guard !found.damaged.isEmpty else { return ["\("All is well", .good): \(checked) checked"] + incomplete }
    return found.damaged.map { "\("damaged ", .bad)\($0, .path)" } + incomplete
      + ["\("\(found.damaged.count) damaged", .bad), \(checked) intact"]
  }

  private static func removal(_ outcome: PruneOutcome) -> StyledText {
    let rest = "\(Wording.bytes(outcome.remainingBytes)) remain"
    guard outcome.removed > 0 else { return "Nothing to remove: \(rest)" }
    let freed = "\(Wording.count(outcome.removed, "entry", "entries")), \(Wording.bytes(outcome.freedBytes))"
    return "\("Removed ", .good)\(freed); \(rest)"
  }
}

enum CacheJSON {
  static func text(_ report: CacheReport) -> String {
    let folder: JSON = ["path": report.folder]
    let warnings: JSON = ["warnings": report.warnings]
    switch report.content {
    case .path: return JSON.report(folder)
    case .statistics(let statistics, let states, let limit):
      return JSON.report(folder, fields(statistics, states, limit), warnings)
    case .verification(let found): return JSON.report(folder, fields(found), warnings)
    case .removal(let outcome): return JSON.report(folder, fields(outcome), warnings)
    }
  }

  private static func fields(
    _ statistics: StoreStatistics, _ states: CacheReport.StateShare, _ limit: Int
  ) -> JSON {
    let results = statistics.withoutStates(states)
    return [
      "limit": limit, "bytes": statistics.bytes,
      "records": tally(statistics.records.count, statistics.records.bytes),
      "blobs": tally(statistics.blobs.count, statistics.blobs.bytes),
      "quarantined": tally(statistics.quarantined.count, statistics.quarantined.bytes),
      "unfinished": tally(statistics.temporaries.count, statistics.temporaries.bytes),
      "states": tally(states.count, states.bytes), "results": tally(results.count, results.bytes),
    ]
  }

  private static func tally(_ count: Int, _ bytes: Int) -> JSON { ["count": count, "bytes": bytes] }

  private static func fields(_ found: StoreVerification) -> JSON {
    [
      "records": found.records, "blobs": found.blobs, "incompleteRecords": found.incompleteRecords,
      "damaged": found.damaged,
    ]
  }

  private static func fields(_ outcome: PruneOutcome) -> JSON {
    [
      "removed": outcome.removed, "freedBytes": outcome.freedBytes,
      "remainingBytes": outcome.remainingBytes,
    ]
  }
}
