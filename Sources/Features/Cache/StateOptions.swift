import Arguments

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
  init?(_ arguments: ParsedArguments) throws(UsageError) {
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

  private static func chosen(_ arguments: ParsedArguments, _ names: [String]) throws(UsageError) -> Chosen {
    switch (arguments.has(.everyState), names.isEmpty) {
    case (true, true): return .all
    case (false, false): return .named(names)
    case (true, false):
      throw UsageError("'--all' contradicts \(Argument(names[0]).quoted)", hints: ["give one of the two"])
    case (false, true):
      throw UsageError(
        "`ambit cache state drop` needs a COMMIT or --all",
        hints: [
          "give the start of a commit from `ambit cache state list`, or --all for all build states",
          UsageError.helpHint(for: arguments.command),
        ])
    }
  }

  private static func check(
    _ flag: FlagSpec, _ place: StateAction, _ action: String?, _ arguments: ParsedArguments
  ) throws(UsageError) {
    guard arguments.has(flag), action != place.rawValue else { return }
    throw UsageError(
      "'\(flag.name)' is only for `ambit cache state \(place.rawValue)`",
      hints: [UsageError.helpHint(for: arguments.command)])
  }

  private static func refuse(_ words: ArraySlice<Argument>, for action: String) throws(UsageError) {
    guard let extra = words.first else { return }
    throw UsageError(
      "unexpected argument \(extra.quoted) for `ambit cache \(action)`",
      hints: [UsageError.helpHint(for: "cache")])
  }
}

extension FlagSpec {
  static let replacing = toggle(
    "force", "For state restore: also replace existing scratch folders")
  static let everyState = toggle(
    "all", "For state drop: delete all build states of this machine, of every workspace")
}
