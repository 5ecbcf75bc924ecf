import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A schedule of edits and runs, several of them within a second. Each verdict is held against what the contents say.
struct ScheduleRun {
  enum Step: String, CaseIterable {
    case save, saveTwice, undo, checkout, rename, touch, keepTime, swap, replace
    case during, kill, interrupt, build, head, watch
  }

  /// A verdict that is not what the contents say, with the steps that led to it.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  let workspace: ScheduleWorkspace
  let engine: String
  private var random: SeededGenerator
  private var steps: [String] = []
  /// When the last run began, and when something was last seen to end, in seconds since 1970.
  private var began = 0.0
  private var ended = 0.0
  private(set) var verdicts = 0

  init(engine: String, seed: UInt64) throws {
    workspace = try ScheduleWorkspace()
    self.engine = engine
    random = SeededGenerator(seed: seed)
  }

  /// Takes so many steps, and looks at a verdict after three of four.
  mutating func run(_ count: Int) throws {
    var part = ScheduleWorkspace.Part.source
    for _ in 0..<count {
      let step = Step.allCases[Int.random(in: 0..<Step.allCases.count, using: &random)]
      // Two versions of one file in a row are what tools mistake for one another.
      if chance(3) { part = ScheduleWorkspace.Part.allCases.randomElement(using: &random) ?? .source }
      steps.append("\(step) \(part) after \(workspace.state.values)")
      try take(step, part)
      if step != .head, Bool.random(using: &random) || Bool.random(using: &random) {
        try check(["test", "--all", "--json"] + (chance(5) ? ["--no-cache"] : []), workspace.state.truth)
      }
      ended = Date().timeIntervalSince1970
    }
  }

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
  private mutating func fraction() -> Double { Double.random(in: 0..<1, using: &random) }
}

// MARK: Steps

extension ScheduleRun {
  private mutating func take(_ step: Step, _ part: ScheduleWorkspace.Part) throws {
    let value = workspace.value(of: part)
    switch step {
    case .save: try save(part, Int.random(in: 0...1, using: &random))
    case .saveTwice:
      try save(part, 1 - value)
      try save(part, Int.random(in: 0...1, using: &random))
    case .undo:
      try save(part, 1 - value)
      try save(part, value)
    case .checkout: try checkout(anyBranch())
    case .rename: try workspace.rename(part)
    case .touch: try workspace.setModified(part, Date().timeIntervalSince1970)
    case .keepTime:
      let time = workspace.modified(part)
      try workspace.write(part, 1 - value)
      try workspace.setModified(part, time)
    case .replace: try workspace.replace("Core/Sources/Core")
    case .swap:
      let folders = ["Core", "Core/Sources", "Core/Sources/Core", "App/Sources/App"]
      let folder = folders.randomElement(using: &random)
      let process = try start(["test", "--all", "--json"])
      pause(1.2 * fraction())
      let length = 0.8 * fraction()
      try workspace.swapped(folder ?? "Core") { pause(length) }
      process.waitUntilExit()
    case .during:
      let process = try start(["test", "--all", "--json"])
      pause(1.2 * fraction())
      try save(part, 1 - value)
      pause(0.4 * fraction())
      try save(part, value)
      process.waitUntilExit()
    case .kill, .interrupt:
      let process = try start(["test", "--all", "--json"])
      pause(1.2 * fraction())
      if chance(2) { try save(part, 1 - value) }
      if step == .kill { kill(process.processIdentifier, SIGKILL) } else { process.interrupt() }
      if chance(2) { try save(part, 1 - workspace.value(of: part)) }
      process.waitUntilExit()
    case .build: try start(["build", "--all"]).waitUntilExit()
    case .head:
      let branch = anyBranch()
      try check(["test", "--all", "--json", "--head", branch], workspace.branches[branch]?.truth ?? [:])
    case .watch:
      let process = try start(["watch", "--json"])
      pause(1.2 * fraction())
      try save(part, 1 - value)
      pause(0.5 * fraction())
      try save(part, Int.random(in: 0...1, using: &random))
      pause(1.5 * fraction())
      // A process that a shell starts with & ignores an interrupt, and a watch has no other end.
      process.terminate()
      process.waitUntilExit()
    }
  }

  private mutating func anyBranch() -> String {
    workspace.branches.keys.sorted().randomElement(using: &random) ?? "main"
  }

  private mutating func save(_ part: ScheduleWorkspace.Part, _ value: Int) throws {
    let before = workspace.modified(part)
    try workspace.write(part, value)
    try date(part, before: before)
  }

  private mutating func checkout(_ branch: String) throws {
    let before = workspace.state
    let times = ScheduleWorkspace.Part.allCases.map(workspace.modified)
    try workspace.switchTo(branch)
    for (part, time) in zip(ScheduleWorkspace.Part.allCases, times)
    where before.values[part] != workspace.state.values[part] {
      try date(part, before: time)
    }
  }

  /// Gives a new version a time that a quick machine might have given it: mostly in the second of the version before, or in the
  /// second in which the last run began. On a slow machine no run is that short.
  private mutating func date(_ part: ScheduleWorkspace.Part, before: Double) throws {
    let now = Date().timeIntervalSince1970
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where before < now: try workspace.setModified(part, now.rounded(.down) + 60 + fraction() / 2)
    case 1...2: try workspace.setModified(part, before + restOfSecond(before) * fraction())
    case 3...6 where began > 0: try workspace.setModified(part, began + restOfSecond(began) * fraction())
    case 7 where began > 0: try workspace.setModified(part, began + (ended - began) * fraction())
    default: break
    }
  }

  private func restOfSecond(_ time: Double) -> Double { time.rounded(.down) + 0.999 - time }

  /// Lets a run come to some point or other.
  private func pause(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
}

// MARK: Runs

extension ScheduleRun {
  private mutating func start(_ words: [String], output: String? = nil) throws -> Process {
    began = Date().timeIntervalSince1970
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(BuiltProgram.path))
    process.arguments = words + ["--engine", engine]
    process.currentDirectoryURL = URL(fileURLWithPath: workspace.root)
    process.environment = workspace.git.environment.merging([
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
      "XDG_CACHE_HOME": workspace.git.path("cache"),
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output.flatMap { FileHandle(forWritingAtPath: $0) } ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private mutating func check(_ words: [String], _ truth: [String: Set<String>]) throws {
    try workspace.git.folder.write("", to: "output")
    let output = workspace.git.path("output")
    try start(words, output: output).waitUntilExit()
    let text = try String(contentsOfFile: output, encoding: .utf8)
    let json = try? JSONParser.parse(Array(text.utf8))
    let modules = json?["modules"]?.arrayValue ?? []
    // SwiftPM crashes now and then where much else runs. Ambit has no verdict then.
    if modules.contains(where: { $0["code"]?.stringValue == "swiftpm-crashed" }) { return }
    var said: [String: Set<String>] = [:]
    for module in modules {
      let name = String((module["id"]?.stringValue ?? "").drop { $0 != ":" }.dropFirst())
      let failures = (module["failures"]?.arrayValue ?? []).compactMap {
        $0["case"]?.stringValue.map { name in String(name.drop { $0 != "." }.dropFirst()) }
      }
      let outcome = module["outcome"]?.stringValue ?? ""
      let isConsistent = failures.isEmpty ? ["passed", "cached"].contains(outcome) : outcome == "failed"
      said[name] = isConsistent ? Set(failures) : [outcome]
    }
    verdicts += 1
    guard said != truth else { return }
    throw Problem(
      description: """
        after \(steps.count) steps, \(words.joined(separator: " ")): \(said) fail, but the contents say \(truth)
        \(steps.suffix(12).joined(separator: "\n"))
        \(text.suffix(2_000))
        """)
  }
}
