/// The words of one command, each checked by itself. The second stage turns them into typed options.
package struct ParsedArguments: Sendable, Hashable {
  package let command: String
  package internal(set) var positionals: [Argument] = []
  /// The words after `--`, when the command takes them.
  package internal(set) var passthrough: [Argument] = []
  /// The values by long name. A flag without a value has an empty list.
  private var given: [String: [Argument]] = [:]

  init(command: String) {
    self.command = command
  }

  mutating func give(_ flag: FlagSpec, _ values: [Argument]) {
    given[flag.long, default: []] += values
  }

  /// The given flags among `flags`, in the form of a command line. A value may begin with a dash, which only
  /// `--name=value` allows.
  func words(of flags: [FlagSpec]) -> [Argument] {
    flags.filter(has).flatMap { flag -> [Argument] in
      flag.takesValue
        ? arguments(flag).map { Argument(Array("\(flag.name)=".utf8) + $0.bytes) } : [Argument(flag.name)]
    }
  }

  package func has(_ flag: FlagSpec) -> Bool { has(flag.long) }

  func has(_ long: String) -> Bool { given[long] != nil }

  package func arguments(_ flag: FlagSpec) -> [Argument] { given[flag.long] ?? [] }

  package func argument(_ flag: FlagSpec) -> Argument? { given[flag.long]?.first }

  /// The values as text: the parser refused other values.
  package func texts(_ flag: FlagSpec) -> [String] { arguments(flag).compactMap(\.text) }

  package func text(_ flag: FlagSpec) -> String? { argument(flag)?.text }

  package func integer(_ flag: FlagSpec) -> Int? { text(flag).flatMap { Int($0) } }

  package func choice<Choice: RawRepresentable<String>>(
    _ flag: FlagSpec, as type: Choice.Type = Choice.self
  ) -> Choice? {
    text(flag).flatMap(Choice.init(rawValue:))
  }

  /// `--format`, or `--json` for short.
  func format<Format: OutputFormat>(as type: Format.Type = Format.self) throws(UsageError) -> Format {
    let flag = FlagSpec.format(type)
    guard let named = choice(flag, as: type) else { return has(.json) ? .json : .standard }
    if has(.json), named != .json {
      throw UsageError(
        "'--json' contradicts '\(flag.name) \(named.rawValue)'", hints: ["give one of the two"])
    }
    return named
  }
}

/// The request of a command line.
package enum Invocation: Sendable, Hashable {
  case run(ChosenCommand, GlobalOptions)
  case help(HelpTopic)
  case version
}

/// A command with its typed options.
package enum ChosenCommand: Sendable, Hashable {
  case affected(AffectedOptions)
  case why(WhyOptions)
  case query(QueryOptions)
  case show(ShowOptions)
  case metrics(MetricsOptions)
  case key(KeyOptions)
  case interface(InterfaceOptions)
  case local(LocalOptions)
  case released(ReleasedOptions)
  case status
  case release(ReleaseOptions)
  case build(RunOptions)
  case test(RunOptions)
  case watch(WatchOptions)
  case plan(PlanOptions)
  case tasks(TasksOptions)
  case owners(OwnersOptions)
  case report(ReportOptions)
  case lint(LintOptions)
  case graph(GraphOptions)
  case history(HistoryOptions)
  case insights(InsightsOptions)
  case audit(AuditOptions)
  case initialize(InitOptions)
  case new(NewOptions)
  case extract(ExtractOptions)
  case cache(CacheOptions)
  case states(StateOptions)
  case doctor(onlyHarmless: Bool)
  case ci(CIOptions)
  case hook(HookOptions)
  case trust(TrustOptions)
  case mcp
  case completions(CompletionsOptions)
}
