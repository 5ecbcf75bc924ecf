import Arguments

/// The words of the command lines that `ambit watch` runs on every save.
struct WatchOptions: Sendable, Hashable {
  /// The cause of a run: a change, or a key that the user pressed.
  enum Reason: Sendable, Hashable {
    case changes, all, failed
  }

  /// The command to run: `test`, `build`, `lint`, or the name of a task.
  var what = "test"
  package private(set) var allowsEmpty = false
  /// True when the desktop shall show verdicts.
  package private(set) var notifies = false
  private var filter: Argument?
  private var change: [Argument] = []
  private var flags: [Argument] = []
  private var selectsAll = false
  private var modules: [Argument] = []
  private var passthrough: [Argument] = []

  init() {}

  init(_ arguments: ParsedArguments) {
    let named = arguments.positionals
    // Names of tasks have no slash: a path or an id says what to test.
    if let first = named.first?.text, !first.contains("/"), first != "." {
      what = first
      modules = Array(named.dropFirst())
    } else {
      modules = named
    }
    change = arguments.words(of: FlagSpec.watchedChange)
    flags = arguments.words(of: FlagSpec.watched)
    selectsAll = arguments.has(.all)
    allowsEmpty = arguments.has(.allowEmpty)
    notifies = arguments.has(.notify)
    filter = arguments.argument(.filter)
    passthrough = arguments.passthrough
  }

  /// The words of the command line for one run. `filter` replaces the filter of the watch's own command line.
  func words(for reason: Reason, filter typed: String? = nil) -> [Argument] {
    let command: [Argument] =
      ["build", "test", "lint"].contains(what) ? [Argument(what)] : ["run", Argument(what)]
    var words = command + flags
    if let filter = typed.map({ Argument($0) }) ?? filter {
      words.append(Argument(Array("\(FlagSpec.filter.name)=".utf8) + filter.bytes))
    }
    switch reason {
    // Failed modules run whatever has changed, so they need no base.
    case .failed where what == "test": words.append("--failed")
    case .all where what != "lint": words += ["--all"]
    case .changes, .all, .failed: words += change + (selectsAll ? ["--all"] : [])
    }
    return words + modules + (passthrough.isEmpty ? [] : ["--"] + passthrough)
  }
}

extension FlagSpec {
  static let watchedChange = [base, noMergeBase]
  static let notify = toggle(
    "notify",
    "Show failures, and the next pass, as desktop notifications (notify-send, osascript)")
  static let watched: [FlagSpec] = [
    configuration, engine, sanitize, jobs, keepGoing, failFast, noCache, noState, timeout, retries, noGates,
    viaSwiftTest, depth, dependents, tag, notTag, platform, allowEmpty,
  ]
}
