/// What a command line asks for.
package enum Invocation: Sendable, Hashable {
  case run(ChosenCommand, GlobalOptions)
  /// The help of one command, or the overview.
  case help(command: String?)
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
  case initialize(InitOptions)
  case new(NewOptions)
  case extract(ExtractOptions)
  case cache(CacheOptions)
  case states(StateOptions)
  case doctor
  case hook(HookOptions)
  case trust(TrustOptions)
  case completions(CompletionsOptions)
}
