import Arguments
import Base
import Reports
import Session
import Store

/// `ambit cache state`: the build states of this machine, in any folder. Saving and restoring need a workspace.
struct StateCommand {
  let options: StateOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    switch options.task {
    case .list: return try list(world, global, console)
    case .drop(let chosen): return try drop(chosen, world, console)
    case .save:
      let report = try StateScratches(world, global, console).save()
      show(report, console)
      // A user who saves a state must learn that it was not saved.
      return report.warnings.isEmpty ? .success : .failed
    case .restore(let replacing):
      // A restored state only saves time. Without it the next build is right too.
      let scratches = try StateScratches(world, global, console, sharing: true)
      show(scratches.restore(replacing: replacing), console)
      return .success
    }
  }

  private func show(_ report: StateScratchReport, _ console: CommandOutput) {
    console.warn(report.warnings)
    console.answer(json: StateJSON.text(report), text: StateText.lines(report))
  }
}

// MARK: Listing and dropping

extension StateCommand {
  private func list(
    _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    let store = try StoreAccess.open(try StoreAccess.folder(world))
    let entries = store.map { BuildStateStore($0, jobs: world.processors).all() } ?? []
    let workspace = try global.insideRepository { () throws(Failure) in
      try WorkspaceLocation.find(world, global).root
    }
    let current =
      entries.contains { $0.summary.workspace == workspace } ? current(world, global, console) : []
    let report = StateListReport(
      states: entries.map { .init(entry: $0, isCurrent: current.contains($0.key)) }, workspace: workspace,
      bytes: store?.statistics(of: entries.map(\.key)).bytes ?? 0)
    console.warn(store?.problems ?? [])
    console.answer(
      json: StateJSON.text(report),
      text: StateText.lines(report, now: world.date(), width: console.output.width))
    return .success
  }

  /// Empty where a manifest cannot be evaluated: the list is useful without marks too.
  private func current(
    _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) -> Set<SHA256Digest> {
    (try? StateScratches(world, global, console).current()) ?? []
  }

  private func drop(
    _ chosen: StateOptions.Chosen, _ world: World, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    let store = try StoreAccess.openForRemoval(try StoreAccess.folder(world))
    let states = store.map { BuildStateStore($0, jobs: world.processors) }
    let unwanted = try StateChoice(states: states?.all() ?? []).states(chosen)
    let before = store?.statistics().bytes ?? 0
    let dropped = states?.drop(unwanted) ?? []
    let report = StateDropReport(
      dropped: dropped, kept: unwanted.filter { !dropped.contains($0) },
      freedBytes: max(0, before - (store?.statistics().bytes ?? 0)), warnings: store?.problems ?? [])
    console.warn(report.warnings)
    console.answer(json: StateJSON.text(report), text: StateText.lines(report))
    return report.kept.isEmpty ? .success : .failed
  }
}

enum StateAction: String, Sendable, Hashable, CaseIterable {
  case list, save, restore, drop

  var choice: PositionalSpec.Choice {
    switch self {
    case .list: .init(rawValue, "List the build states")
    case .save: .init(rawValue, "Save the scratch folders of this workspace")
    case .restore: .init(rawValue, "Restore missing scratch folders of this workspace")
    case .drop: .init(rawValue, "Delete build states")
    }
  }
}

/// `ambit cache state`.
struct StateOptions: Sendable, Hashable {
  /// The states to drop.
  enum Chosen: Sendable, Hashable {
    case all
    /// The states whose commit or key begins with one of these.
    case named([String])
  }

  enum Task: Sendable, Hashable {
    case list, save
    /// `replacing` is true to replace scratch folders that exist.
    case restore(replacing: Bool)
    case drop(Chosen)
  }

  static let word = "state"

  let task: Task

  init(_ task: Task) {
    self.task = task
  }

  /// Returns nil when the words ask for another action of `ambit cache`.
  init?(_ arguments: ParsedArguments) throws(Failure) {
    let words = arguments.positionals
    let action =
      words.first?.text == Self.word ? words.dropFirst().first?.text ?? StateAction.list.rawValue : nil
    try Self.check(.replacing, .restore, action, arguments)
    try Self.check(.everyState, .drop, action, arguments)
    guard let action = action.flatMap(StateAction.init(rawValue:)) else {
      try Self.refuse(words.dropFirst(), for: words.first?.description ?? "")
      return nil
    }
    let rest = words.dropFirst(2)
    if action != .drop { try Self.refuse(rest, for: "state \(action.rawValue)") }
    switch action {
    case .list: self.init(.list)
    case .save: self.init(.save)
    case .restore: self.init(.restore(replacing: arguments.has(.replacing)))
    case .drop: self.init(.drop(try Self.chosen(arguments, rest.compactMap(\.text))))
    }
  }

  private static func chosen(_ arguments: ParsedArguments, _ names: [String]) throws(Failure) -> Chosen {
    switch (arguments.has(.everyState), names.isEmpty) {
    case (true, true): return .all
    case (false, false): return .named(names)
    case (true, false):
      throw Failure.usage("'--all' contradicts \(Argument(names[0]).quoted)", hints: ["give one of the two"])
    case (false, true):
      throw Failure.usage(
        "`ambit cache state drop` needs a COMMIT or --all",
        hints: [
          "give the start of a commit from `ambit cache state list`, or --all for all build states",
          Failure.helpHint(for: arguments.command),
        ])
    }
  }

  private static func check(
    _ flag: FlagSpec, _ place: StateAction, _ action: String?, _ arguments: ParsedArguments
  ) throws(Failure) {
    guard arguments.has(flag), action != place.rawValue else { return }
    throw Failure.usage(
      "'\(flag.name)' is only for `ambit cache state \(place.rawValue)`",
      hints: [Failure.helpHint(for: arguments.command)])
  }

  private static func refuse(_ words: ArraySlice<Argument>, for action: String) throws(Failure) {
    guard let extra = words.first else { return }
    throw Failure.usage(
      "unexpected argument \(extra.quoted) for `ambit cache \(action)`",
      hints: [Failure.helpHint(for: "cache")])
  }
}

extension FlagSpec {
  static let replacing = toggle(
    "force", "For state restore: also replace existing scratch folders")
  static let everyState = toggle(
    "all", "For state drop: delete all build states of this machine, of every workspace")
}

/// Finds build states by the beginning of a commit or a key.
struct StateChoice {
  let states: [BuildStateEntry]

  func states(_ chosen: StateOptions.Chosen) throws(Failure) -> [BuildStateEntry] {
    switch chosen {
    case .all: return states
    case .named(let names):
      var found: [BuildStateEntry] = []
      for name in names { found += try states(named: name.lowercased()).filter { !found.contains($0) } }
      return found
    }
  }

  /// All states of one commit, or one state by its key.
  private func states(named name: String) throws(Failure) -> [BuildStateEntry] {
    let ofCommits = states.filter { $0.summary.commit.hasPrefix(name) }
    let byKey = states.filter { !ofCommits.contains($0) && $0.key.description.hasPrefix(name) }
    let commits = Set(ofCommits.map(\.summary.commit)).sorted()
    let found = commits + byKey.map(\.key.description)
    guard !found.isEmpty else { throw unknown(name) }
    guard found.count == 1 else {
      let list = NameList.text(found.map { String($0.prefix(12)) }, room: 80)
      throw Failure(
        code: "ambiguous-state", message: "\(found.count) commits or keys begin with \"\(name)\"",
        hints: ["add more characters: \(list)"])
    }
    return ofCommits + byKey
  }

  private func unknown(_ name: String) -> Failure {
    guard !states.isEmpty else {
      return Failure(
        code: "unknown-state", message: "no build state is kept, so none begins with \"\(name)\"")
    }
    let candidates = Set(states.flatMap { [$0.summary.commit, $0.key.description] })
    let nearest = NearestName.suggestion(for: name, among: candidates.map { String($0.prefix(name.count)) })
    return Failure(
      code: "unknown-state", message: "no build state has a commit or key that begins with \"\(name)\"",
      hints: (nearest.map { ["did you mean '\($0)'?"] } ?? []) + ["list them: `ambit cache state list`"])
  }
}

/// Opens the store of this machine for commands that look after it.
enum StoreAccess {
  static func folder(_ world: World) throws(Failure) -> String {
    if let folder = world.storeFolder { return folder }
    throw Failure(
      code: "no-cache-folder", message: "there is no folder for the cache",
      hints: ["set HOME or XDG_CACHE_HOME to an absolute path"])
  }

  /// Returns nil when there is no store yet: a command that only looks makes none.
  static func open(_ folder: String, limit: Int = .max) throws(Failure) -> LocalStore? {
    guard LocalFiles.exists(folder) else { return nil }
    return try LocalStore.open(folder: folder, limit: limit)
  }

  static func openForRemoval(_ folder: String) throws(Failure) -> LocalStore? {
    guard let store = try open(folder) else { return nil }
    guard !store.isReadOnly else {
      throw Failure(
        code: "cache-read-only", message: "cannot remove entries from the cache \"\(folder)\"",
        hints: ["check the folder's owner and permissions"])
    }
    return store
  }
}
