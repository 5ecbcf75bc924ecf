package import Arguments
import Base
package import Reports
package import Runner

/// Shows a run while it is under way. Events come from several threads, and each text is written whole.
package final class RunDisplay: RunObserver, Progress {
  private struct State {
    var console: any RunConsole
    /// The errors of each build, apart, so that lines of two builds never mix.
    var errors: [String: CompilerErrors] = [:]
    /// The compiler errors that were shown already, from any build.
    var said: Set<CompilerErrors.Key> = []
  }

  private let state: Guarded<State>
  package let paths: RunPaths
  private let saysErrorsAtOnce: Bool
  private let now: @Sendable () -> Duration
  private let write: @Sendable (String) -> Void

  init(
    _ console: any RunConsole, paths: RunPaths, saysErrorsAtOnce: Bool = true,
    now: @escaping @Sendable () -> Duration,
    write: @escaping @Sendable (String) -> Void
  ) {
    state = Guarded(State(console: console))
    self.paths = paths
    self.saysErrorsAtOnce = saysErrorsAtOnce
    self.now = now
    self.write = write
  }

  /// The source lines that the compiler showed for its errors.
  package var excerpts: [CompilerErrors.Key: [String]] {
    state.with { state in
      state.errors.values.reduce(into: [:]) { $0.merge($1.excerpts) { first, _ in first } }
    }
  }

  /// The modules that had begun and not ended.
  package var unfinished: [UnfinishedModule] { state.with { $0.console.unfinished } }

  package func handle(_ event: RunEvent) {
    if case .buildOutput(let name, _, let bytes) = event { read(bytes, of: name) }
    let event = relative(event)
    show { $0.handle(event, now: $1) }
  }

  /// Shows compiler errors at once, so that nobody waits for the end of the build.
  private func read(_ bytes: [UInt8], of build: String) {
    let new = state.with { state in
      var errors = state.errors[build] ?? CompilerErrors(paths)
      errors.append(bytes)
      let new = errors.takeNew().filter { state.said.insert($0).inserted }
      state.errors[build] = errors
      return new
    }
    guard saysErrorsAtOnce else { return }
    for error in new { note(RunLine.compilerError(error)) }
  }

  private func relative(_ event: RunEvent) -> RunEvent {
    switch event {
    case .packageBuilt(let report): .packageBuilt(paths.relative(report))
    case .moduleFinished(let report): .moduleFinished(paths.relative(report))
    case .confirming(let module, let errors): .confirming(module, errors.map(paths.relative))
    case .buildStarted, .buildOutput, .buildEnded, .startedOver, .moduleStarted, .testOutput, .waiting,
      .taskStarted, .taskOutput, .taskFinished:
      event
    }
  }

  private func show(_ event: (inout any RunConsole, Duration) -> String) {
    state.with { state in
      let text = event(&state.console, now())
      if !text.isEmpty { write(text) }
    }
  }
}

// MARK: Progress

extension RunDisplay {
  /// Events of the run show the phase already.
  func begin(_ phase: String) {}
  func note(_ line: StyledText) { show { $0.note(line, now: $1) } }
  func tick() { show { $0.tick(now: $1) } }
  func finish() { show { $0.finish(now: $1) } }
}

extension RunDisplay {
  /// Makes the display that suits standard error.
  package static func make(
    for world: World, _ options: GlobalOptions, outline: RunOutline, location: WorkspaceLocation
  ) -> RunDisplay {
    RunDisplay(
      console(for: world, options, outline, location), paths: RunPaths(root: location.root),
      saysErrorsAtOnce: RunDetail(options.verbosity) != .failures, now: world.now,
      write: { world.errors.write(Array($0.utf8)) })
  }

  private static func console(
    for world: World, _ options: GlobalOptions, _ outline: RunOutline, _ location: WorkspaceLocation
  ) -> any RunConsole {
    let errors = world.errors.capabilities(options.color)
    let detail = RunDetail(options.verbosity)
    if world.isOnGitHub {
      return GitHubRunConsole(
        outline, detail: detail, folder: location.folderInRepository, now: world.now(),
        makeToken: { makeToken() })
    }
    guard errors.live, detail != .failures else {
      return PlainRunConsole(outline, detail: detail, color: errors.color, now: world.now())
    }
    return LiveRunConsole(outline, detail: detail, color: errors.color, now: world.now()) {
      let now = world.errors.capabilities(options.color)
      return (now.width ?? 80, now.height)
    }
  }

  /// Returns 128 random bits.
  private static func makeToken() -> String {
    var random = SystemRandomNumberGenerator()
    return String(random.next(), radix: 16) + String(random.next(), radix: 16)
  }
}

extension RunDetail {
  init(_ verbosity: GlobalOptions.Verbosity) {
    switch verbosity {
    case .quiet: self = .failures
    case .normal: self = .results
    case .verbose: self = .everything
    }
  }
}

extension World {
  /// https://docs.github.com/en/actions/reference/workflows-and-actions/variables
  var isOnGitHub: Bool { environment["GITHUB_ACTIONS"] == "true" }
}

/// The amount of output of a run.
enum RunDetail: Sendable {
  /// Failures only.
  case failures
  /// Results, and the logs of failures.
  case results
  /// Every log.
  case everything
}

/// Turns events of a run into text. Consoles are pure: events and times go in, text comes out.
protocol RunConsole: Console {
  mutating func handle(_ event: RunEvent, now: Duration) -> String
  var story: RunStory { get }
}

extension RunConsole {
  /// The modules that have begun and not ended, or were stopped.
  var unfinished: [UnfinishedModule] { story.unfinished }

  /// Events of the run show the phase already.
  func begin(_ phase: String, now: Duration) -> String { "" }

  func finish(now: Duration) -> String { "" }
}

/// Writes a line into a log when nothing was written for a while.
struct RunHeartbeat: Sendable {
  /// Some CI services stop a job that is silent for ten minutes. People wonder sooner.
  private static let longestSilence = Duration.seconds(30)

  private let isQuiet: Bool
  private var progress: RunProgress
  private var lastSaid: Duration

  init(_ outline: RunOutline, detail: RunDetail, now: Duration) {
    isQuiet = detail == .failures
    progress = RunProgress(outline, now: now)
    lastSaid = now
  }

  mutating func handle(_ event: RunEvent, isSaid: Bool, now: Duration) {
    progress.handle(event, now: now)
    if isSaid { lastSaid = now }
  }

  /// Returns a line with the progress, and the work that has been running longest.
  mutating func line(now: Duration) -> StyledText? {
    guard !isQuiet, now - lastSaid >= Self.longestSilence else { return nil }
    lastSaid = now
    var line = RunProgressView.header(progress, now: now)
    if let longest = progress.activities.first {
      line.append("  \(longest.name)\(longest.step.isEmpty ? "" : " \(longest.step)")", .dim)
    }
    return line
  }
}

/// Lines for a plain log: builds, results, and now and then the progress.
struct PlainRunConsole: RunConsole {
  private let color: Bool
  private(set) var story: RunStory
  private var heartbeat: RunHeartbeat

  init(_ outline: RunOutline, detail: RunDetail, color: Bool, now: Duration) {
    self.color = color
    story = RunStory(detail: detail)
    heartbeat = RunHeartbeat(outline, detail: detail, now: now)
  }

  mutating func handle(_ event: RunEvent, now: Duration) -> String {
    let items = story.items(event)
    heartbeat.handle(event, isSaid: !items.isEmpty, now: now)
    return items.flatMap { [$0.line] + $0.log.map { StyledText("    \($0)") } }.map(text).joined()
  }

  func note(_ line: StyledText, now: Duration) -> String { text(line) }

  mutating func tick(now: Duration) -> String { heartbeat.line(now: now).map(text) ?? "" }

  private func text(_ line: StyledText) -> String { line.render(color: color) + "\n" }
}

/// The facts about a run that are known before it starts.
package struct RunOutline: Sendable, Equatable {
  var action: RunPlan.Action
  /// The number of packages to build.
  var packages: Int
  /// The test modules that will run.
  var tests: Set<ModuleID>
  /// The number of test modules that run at a time.
  var jobs: Int
  /// The seconds that tests took before. Tests that never ran are missing.
  let expected: [ModuleID: Double]
  /// The number of task instances. If it is not 0, nothing is built or tested.
  var tasks = 0

  /// Larger values are damaged, and are ignored.
  private static let sane = 0...1e7

  /// `expected` may hold other modules too.
  init(
    action: RunPlan.Action, packages: Int, tests: Set<ModuleID>, jobs: Int = 1,
    expected: [ModuleID: Double] = [:]
  ) {
    self.action = action
    self.packages = packages
    self.tests = tests
    self.jobs = jobs
    self.expected = expected.filter { tests.contains($0.key) && Self.sane.contains($0.value) }
  }

  package init(tasks: Int, jobs: Int) {
    self.init(action: .build, packages: 0, tests: [], jobs: jobs)
    self.tasks = tasks
  }

  package init(_ plan: RunPlan) {
    self.init(
      action: plan.action, packages: plan.packages.count,
      tests: plan.action == .test ? Set(plan.packages.flatMap(\.tests)) : [], jobs: plan.settings.jobs,
      expected: plan.expectedSeconds)
  }
}
