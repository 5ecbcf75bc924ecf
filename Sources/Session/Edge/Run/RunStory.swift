import Base
import Reports
package import Runner

/// A line to show about a run, with its log and problems.
struct RunItem: Equatable {
  /// A problem to fix, or to know about.
  struct Problem: Equatable {
    var level = GitHubCommand.Level.error
    var file: String?
    var line: Int?
    var column: Int?
    var title: String
    var message: String
  }

  var line: StyledText
  /// The output to show, if it is of use.
  var log: [String] = []
  var problems: [Problem] = []
  /// True when the line only says what is running.
  var isTransient = false
}

/// Decides which events of a run are worth a line, for every console.
/// It holds logs back until their process ends, and shows each error once.
struct RunStory: Sendable {
  private let detail: RunDetail
  private var logs = RunLogs()
  private var builds = RunBuilds()
  private var seenErrors: Set<BuildDiagnostic> = []
  private var running: [ModuleID] = []
  private var cutShort: [UnfinishedModule] = []

  init(detail: RunDetail) {
    self.detail = detail
  }

  mutating func items(_ event: RunEvent) -> [RunItem] {
    let begun = builds.begun(event).map {
      RunItem(line: "\("building ", .dim)\($0, .module)", isTransient: true)
    }
    let items = [begun].compactMap { $0 } + told(event)
    return detail == .failures ? items.filter { !$0.isTransient } : items
  }

  private mutating func told(_ event: RunEvent) -> [RunItem] {
    switch event {
    case .buildStarted: break
    case .buildOutput(let name, _, let bytes): logs.append(bytes, to: .build(name))
    case .packageBuilt(let report): return end(report)
    case .buildEnded(let name): return endBuild(name)
    case .confirming(let module, _): return [doubt(module)]
    case .startedOver:
      let line = StyledText("build output may be stale: building from scratch", .warning)
      return [RunItem(line: line)]
    case .moduleStarted(let module, let attempt):
      if !running.contains(module) { running.append(module) }
      guard attempt > 1 else { return [] }
      return [RunItem(line: "\("attempt \(attempt) ", .dim)\(module, .module)", isTransient: true)]
    case .testOutput(let module, _, let bytes): logs.append(bytes, to: .test(module))
    case .moduleFinished(let report): return end(report)
    case .taskStarted: break
    case .taskOutput(let task, _, let bytes): logs.append(bytes, to: .task(task))
    case .taskFinished(let report): return end(report)
    case .waiting(let reason):
      return [RunItem(line: StyledText(reason, .warning), isTransient: true)]
    }
    return []
  }
}

// MARK: Builds

extension RunStory {
  /// The error itself was shown when the compiler printed it.
  private func doubt(_ module: ModuleID) -> RunItem {
    RunItem(
      line: "\("building ", .dim)\(module, .module)\(" again from scratch", .dim)",
      isTransient: true)
  }

  private mutating func end(_ report: PackageReport) -> [RunItem] {
    if let reason = report.noVerdict {
      let problem = RunItem.Problem(title: "//\(report.folder) has no verdict", message: reason.message)
      return [
        RunItem(
          line: RunLine.noVerdict(report.folder, reason),
          log: detail == .everything ? [] : rest(of: report.folder, beside: reason.message),
          problems: [problem])
      ]
    }
    guard report.outcome == .buildFailed else { return [] }
    // The summary names all packages that need a broken module, in one line.
    let isConsequence =
      !report.errors.isEmpty && report.errors.allSatisfy { $0.need(of: report.folder) != nil }
    if isConsequence { return [] }
    let new = report.errors.filter { seenErrors.insert($0).inserted }
    let problems = new.map {
      RunItem.Problem(
        file: $0.file, line: $0.line, column: $0.column, title: "//\(report.folder) does not build",
        message: $0.message)
    }
    return [
      RunItem(
        line: RunLine.failedBuild(report.folder, newErrors: new.count),
        log: detail == .everything ? [] : explanation(of: new, report.folder), problems: problems)
    ]
  }

  /// The lines of a package's log that the reason does not repeat.
  private func rest(of folder: RelativePath, beside reason: String) -> [String] {
    logs.lines(of: .build(RunEvent.buildName(ofOnly: folder))).filter { line in
      var words = line[...]
      if words.hasPrefix("error: ") { words = words.dropFirst("error: ".count) }
      if words.hasSuffix(".") { words = words.dropLast() }
      return !reason.contains(words)
    }
  }

  /// Returns the log when errors name no file and the log holds no other error. Then the log is the best explanation.
  private func explanation(of errors: [BuildDiagnostic], _ folder: RelativePath) -> [String] {
    guard errors.contains(where: { $0.file == nil }) else { return [] }
    // SwiftPM repeats an error about a manifest for each attempt.
    var seen: Set<String> = []
    let log = logs.lines(of: .build(RunEvent.buildName(ofOnly: folder))).filter { seen.insert($0).inserted }
    return log.contains { $0.contains(": error: ") } ? [] : log
  }

  private mutating func endBuild(_ name: String) -> [RunItem] {
    let log = logs.take(.build(name))
    guard detail == .everything, !log.isEmpty else { return [] }
    return [RunItem(line: "\("log of ", .dim)\(name, .module)", log: log)]
  }
}

// MARK: Tests

extension RunStory {
  /// The modules that have begun and not ended, or were stopped.
  var unfinished: [UnfinishedModule] {
    cutShort + running.map { UnfinishedModule(id: $0, log: logs.lines(of: .test($0))) }
  }

  private mutating func end(_ report: ModuleReport) -> [RunItem] {
    let printed = logs.take(.test(report.id), orElse: report.log)
    if let index = running.firstIndex(of: report.id) {
      running.remove(at: index)
      if report.outcome == .skipped, !report.isSuccess {
        cutShort.append(UnfinishedModule(id: report.id, log: printed))
      }
    }
    let log =
      switch detail {
      // Lines of testing libraries repeat the summary.
      case .failures: LogText.withoutChatter(LogText.withoutBacktraces(printed))
      case .results: LogText.withoutBacktraces(printed)
      case .everything: printed
      }
    guard isWorthALine(report.outcome) else { return [] }
    let showsLog = report.outcome.isTestFailure || detail == .everything
    return [RunItem(line: RunLine.module(report), log: showsLog ? log : [], problems: problems(report))]
  }

  private func isWorthALine(_ outcome: ModuleReport.Outcome) -> Bool {
    switch outcome {
    case .failed, .crashed, .timedOut: true
    case .passed, .flaky: detail != .failures
    case .cached: detail == .everything
    // The package's line reports failed builds, and the summary counts skipped modules.
    case .buildFailed, .noVerdict, .skipped: false
    }
  }

  private func problems(_ report: ModuleReport) -> [RunItem.Problem] {
    failures(of: report)
      + report.failedInQuarantine.map { held in
        let last = held.failures.last
        let account = FailureText.account(of: held.line)
        return RunItem.Problem(
          level: .warning, file: last?.file, line: last?.line, column: last?.column,
          title: "\(report.id) \(held.name) failed",
          message: [account, last?.message].compactMap(\.self).joined(separator: "\n"))
      }
  }

  private func failures(of report: ModuleReport) -> [RunItem.Problem] {
    if report.outcome == .flaky {
      let message = "passed on attempt \(report.attempts); the pass is not recorded"
      guard !report.flakyCases.isEmpty else {
        return [RunItem.Problem(level: .warning, title: "\(report.id) is flaky", message: message)]
      }
      return report.flakyCases.map {
        RunItem.Problem(
          level: .warning, file: $0.file, line: $0.line, column: $0.column,
          title: "\(report.id) \($0.testCase) is flaky",
          message: "\(message)\n\($0.message)")
      }
    }
    guard report.outcome.isTestFailure else { return [] }
    return report.failures.map {
      RunItem.Problem(
        file: $0.file, line: $0.line, column: $0.column, title: "\(report.id) \($0.testCase)",
        message: "\($0.message)\nagain: \(Rerun.command(of: $0.testCase, in: report))")
    }
  }
}

// MARK: Tasks

extension RunStory {
  private mutating func end(_ report: TaskReport) -> [RunItem] {
    let log = logs.take(.task(report.id), orElse: report.log)
    let isRestored = detail == .results && report.outputs == .restored
    guard isRestored || isWorthALine(report.outcome) else { return [] }
    let showsLog = report.outcome.isTestFailure || detail == .everything
    let problem = RunItem.Problem(title: report.id.description, message: report.message ?? "failed")
    return [
      RunItem(
        line: RunLine.task(report), log: showsLog ? log : [],
        problems: report.outcome.isTestFailure ? [problem] : [])
    ]
  }
}

/// Finds the hidden variables that may have caused a failure: those that messages of the failure mention.
/// Naming all thirty variables of a shell after every failure would be noise.
package struct Suspects {
  private var words: Set<Substring> = []

  package init(of report: RunReport) {
    for module in report.modules where !module.isSuccess {
      read(String(decoding: module.log, as: UTF8.self))
      for failure in module.failures { read(failure.message) }
    }
    for package in report.packages where !package.isSuccess {
      for error in package.errors { read(error.message) }
    }
  }

  private mutating func read(_ text: String) {
    words.formUnion(text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) })
  }

  package func among(_ names: [String]) -> [String] { names.filter { words.contains($0[...]) } }
}

/// Keeps the output of builds, tests and tasks until they end, so that parallel runs never mix.
struct RunLogs: Sendable {
  enum Source: Hashable {
    case build(String)
    case test(ModuleID)
    case task(TaskID)
  }

  /// Longer output keeps its beginning and its end.
  private static let most = 1 << 20

  private var buffers: [Source: CappedBuffer] = [:]

  mutating func append(_ bytes: [UInt8], to source: Source) {
    buffers[source, default: CappedBuffer(limit: Self.most)].append(bytes)
  }

  /// Returns the output so far.
  func lines(of source: Source) -> [String] {
    var buffer = buffers[source]
    return LogText.lines(buffer?.finish() ?? [])
  }

  /// Returns the output and forgets it. A cached module or task has the output of its last run, `log`.
  mutating func take(_ source: Source, orElse log: [UInt8] = []) -> [String] {
    var buffer = buffers.removeValue(forKey: source)
    return LogText.lines(buffer?.finish() ?? log)
  }
}
