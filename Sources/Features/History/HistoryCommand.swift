import Arguments
import Base
import Reports
import Runner
import Session

/// `ambit history`: lists past runs, or the results of single modules.
struct HistoryCommand: AmbitCommand {
  let options: HistoryOptions

  /// The number of listed runs without `--last`.
  private static let listed = 20

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let location = try WorkspaceLocation.find(world, global)
    guard let history = History.of(location, world) else {
      throw Failure(
        code: "no-cache-folder", message: "there is no folder for the history",
        hints: ["set XDG_CACHE_HOME or HOME"])
    }
    let report = try report(history, world, global)
    console.answer(
      json: HistoryJSON.text(report),
      text: HistoryText.lines(report, now: world.date(), width: console.output.width))
    return .success
  }

  private func report(
    _ history: History, _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> HistoryReport {
    let module = try module(in: history)
    func isWanted(_ id: ModuleID) -> Bool { module == nil || module == id }
    return try Failure.wrapping {
      let total = try history.runCount()
      let seen = min(options.last ?? .max, total)
      switch (options.view, module) {
      case (.slowest, _):
        return .slowest(
          modules: try history.moduleDurations(last: options.last).filter { isWanted($0.id) },
          cases: try history.caseDurations(last: options.last).filter { isWanted($0.module) }, runs: seen)
      case (.flaky, _):
        let flaky = try history.flakyModules(last: options.last).filter { isWanted($0.id) }
        return .flaky(
          flaky, quarantine: flaky.isEmpty ? [] : QuarantineProposal(world, global).lines(for: flaky),
          runs: seen)
      case (.failed, _):
        return .failed(
          try failed(in: history).filter { isWanted($0.id) }, last: try history.runs(last: 1).first)
      case (.runs, let module?):
        return .module(
          module, expectedSeconds: try history.expectedSeconds()[module],
          try history.story(of: module, last: options.last ?? Self.listed))
      case (.runs, nil): return .runs(try history.runs(last: options.last ?? Self.listed), total: total)
      }
    }
  }

  private func failed(in history: History) throws(HistoryError) -> [FailedModule] {
    var failed: [FailedModule] = []
    for id in try history.failedModules() {
      // Later entries are those that say nothing: modules that were skipped, and passes of some cases only.
      let story = try history.story(of: id, last: .max)
      let result = story.first { $0.outcome.isTestFailure || $0.outcome == .buildFailed }
      if let result { failed.append(FailedModule(id: id, result: result)) }
    }
    return failed
  }

  private func module(in history: History) throws(Failure) -> ModuleID? {
    guard let name = options.module else { return nil }
    let modules = try Failure.wrapping { try history.modules() }
    // Without any run the report names that cause, which is better than an unknown module.
    if modules.isEmpty { return nil }
    return try ModuleLookup(ids: modules, place: "the history of this workspace").module(named: name)
  }
}
