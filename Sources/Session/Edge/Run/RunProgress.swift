import Base
import Reports
import Runner

/// The progress of a run: the running work, the finished work, and the rest.
struct RunProgress: Sendable, Equatable {
  struct Activity: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
      case build(String)
      case test(ModuleID, attempt: Int)
      case task(TaskID)
    }

    let kind: Kind
    /// The name for people.
    let name: String
    let since: Duration
    /// The step of a build: `12/48 Compiling Core Core.swift`.
    var step = ""

    var isBuild: Bool {
      if case .build = kind { true } else { false }
    }
  }

  let outline: RunOutline
  let started: Duration
  /// In the order in which they began.
  private(set) var activities: [Activity] = []
  private(set) var packagesDone = 0
  private(set) var testsDone = 0
  private(set) var tasksDone = 0
  private(set) var failures = 0
  private(set) var waiting: String?
  private var builds = RunBuilds()
  /// The expected seconds of the tests that have not ended.
  private var left: [ModuleID: Double]

  init(_ outline: RunOutline, now: Duration) {
    self.outline = outline
    started = now
    left = outline.expected
  }

  mutating func handle(_ event: RunEvent, now: Duration) {
    waiting = nil
    let label = builds.begun(event)
    switch event {
    case .buildStarted, .confirming, .startedOver: break
    case .buildOutput(let name, _, let bytes):
      if let label { activities.append(Activity(kind: .build(name), name: label, since: now)) }
      if let step = BuildStep.last(in: bytes) { note(step, of: name) }
    case .buildEnded(let name): activities.removeAll { $0.kind == .build(name) }
    case .packageBuilt(let report):
      packagesDone += 1
      if report.outcome == .buildFailed { failures += 1 }
    case .moduleStarted(let module, let attempt):
      remove(module)
      let kind = Activity.Kind.test(module, attempt: attempt)
      activities.append(Activity(kind: kind, name: module.description, since: now))
    case .testOutput: break
    case .moduleFinished(let report):
      remove(report.id)
      left[report.id] = nil
      // Cached modules were not planned, and do not count.
      if outline.tests.contains(report.id) { testsDone += 1 }
      if report.outcome.isTestFailure { failures += 1 }
    case .taskStarted(let task):
      activities.append(Activity(kind: .task(task), name: task.description, since: now))
    case .taskOutput: break
    case .taskFinished(let report):
      activities.removeAll { $0.kind == .task(report.id) }
      tasksDone += 1
      if report.outcome.isTestFailure { failures += 1 }
    case .waiting(let reason): waiting = reason
    }
  }

  private mutating func remove(_ module: ModuleID) {
    activities.removeAll {
      if case .test(module, _) = $0.kind { true } else { false }
    }
  }

  private mutating func note(_ step: String, of build: String) {
    for index in activities.indices where activities[index].kind == .build(build) {
      activities[index].step = step
    }
  }
}

// MARK: Remaining time

extension RunProgress {
  var isTesting: Bool { testsDone > 0 || activities.contains { !$0.isBuild } }

  /// Returns the time that the rest will take. Returns nil during builds, or when too few tests have run before.
  func remaining(now: Duration) -> Duration? {
    let count = outline.tests.count - testsDone
    guard isTesting, count > 0, !activities.contains(where: \.isBuild), left.count * 2 >= count
    else { return nil }
    let mean = left.values.reduce(0, +) / Double(left.count)
    var seconds = left.values.reduce(0, +) + mean * Double(max(0, count - left.count))
    var longest = 0.0
    for activity in activities {
      guard case .test(let module, _) = activity.kind else { continue }
      let elapsed = (now - activity.since) / .seconds(1)
      let expected = left[module] ?? mean
      seconds -= min(elapsed, expected)
      longest = max(longest, expected - elapsed)
    }
    return .milliseconds(Int(max(longest, seconds / Double(max(1, outline.jobs))) * 1000))
  }
}

/// The builds that are under way, with names for people.
struct RunBuilds: Sendable, Equatable {
  private var packages: [String: [RelativePath]] = [:]
  private var labels: [String: String] = [:]

  /// Returns the build's name when this event is the first output of the build.
  mutating func begun(_ event: RunEvent) -> String? {
    switch event {
    case .buildStarted(let name, let folders): packages[name] = folders
    case .buildOutput(let name, _, _) where labels[name] == nil:
      labels[name] = label(name)
      return labels[name]
    case .buildEnded(let name): labels[name] = nil
    case .buildOutput, .packageBuilt, .confirming, .startedOver, .moduleStarted, .testOutput, .moduleFinished,
      .waiting, .taskStarted, .taskOutput, .taskFinished:
      break
    }
    return nil
  }

  /// Returns `//Packages/Core`, or the first names of packages that are built together.
  private func label(_ name: String) -> String {
    let folders = packages[name] ?? []
    if folders.count == 1, let only = folders.first { return "//\(only)" }
    return folders.isEmpty ? name : NameList.text(folders.map { "//\($0)" }, room: 60)
  }
}
