import Base
import Reports

/// The first line of a page about a change: the state of the change, in words and by colour.
struct ChangeVerdict: Sendable, Hashable {
  enum Mood: Sendable {
    case good, bad
    /// Nobody knows yet.
    case open
  }

  let mood: Mood
  /// `Tests failed, 2 rules are broken`
  let words: String

  /// Sums up the run and the rules. Without a run the verdict stays open: untested code has not passed.
  init(_ report: ChangeReport) {
    let broken = (report.findings ?? []).count { $0.severity == .error }
    let (tests, mood) = Self.tests(report)
    words = tests + (broken == 0 ? "" : ", \(Wording.count(broken, "rule is", "rules are")) broken")
    self.mood = broken == 0 ? mood : .bad
  }

  private static func tests(_ report: ChangeReport) -> (words: String, mood: Mood) {
    let isNothing = report.affected.isNothingAffected
    guard let run = report.run else {
      return isNothing ? ("Nothing is affected", .good) : ("No tests were reported", .open)
    }
    guard !isNothing || !run.modules.isEmpty || run.outcome != "passed" else {
      return ("Nothing is affected", .good)
    }
    let hasFailedTest = run.failed.contains { !run.isUnbuilt($0) }
    let isBuild = run.outcome == "failed" && !hasFailedTest && !ChangeCauses(run).all.isEmpty
    switch run.outcome {
    case "passed":
      if let gap = report.gaps.first { return (gap.words, .open) }
      return ("Tests passed\(run.skipped > 0 ? ", \(run.skipped) skipped" : "")", .good)
    case "incomplete": return ("Tests incomplete", .open)
    case "stopped": return ("Tests stopped", .bad)
    default: return (isBuild ? "The build failed" : "Tests failed", .bad)
    }
  }

  var style: Style {
    switch mood {
    case .good: .good
    case .bad: .bad
    case .open: .warning
    }
  }

  var sign: String {
    switch mood {
    case .good: "✓"
    case .bad: "✗"
    case .open: "?"
    }
  }
}

/// The next steps, the most urgent first.
enum ChangeSteps {
  private static let longestMessage = 200

  static func all(_ report: ChangeReport) -> [StyledText] {
    guard let run = report.run else {
      let missing: StyledText =
        "For test results, run \("ambit test --json-report run.json", .code) and add \("--run run.json", .code)."
      return (report.affected.isNothingAffected ? [] : [missing]) + rules(report)
    }
    return builds(run) + tests(run) + unjudged(run) + rules(report)
  }

  private static func builds(_ run: ReportedRun) -> [StyledText] {
    guard let first = ChangeCauses(run).all.first else { return [] }
    let message =
      first.message.isEmpty ? "" : ": \(Text.cut(Text.firstLine(of: first.message), to: longestMessage))"
    let blocked = first.blocked.isEmpty ? "" : " (\(first.blocked))"
    return ["Fix \(first.place ?? first.name, .path)\(message)\(blocked)."]
  }

  private static func tests(_ run: ReportedRun) -> [StyledText] {
    guard let first = run.failed.first(where: { !run.isUnbuilt($0) }) else { return [] }
    return ["Reproduce the failure: \("ambit test \(first.id)", .code)."]
  }

  private static func unjudged(_ run: ReportedRun) -> [StyledText] {
    guard let first = run.unjudged.first else { return [] }
    let reason = Text.cut(Text.firstLine(of: first.reason), to: longestMessage)
    return [
      "Fix this, then run again: \(first.name, .module)\(reason.isEmpty ? "." : ": \(reason).")"
    ]
  }

  private static func rules(_ report: ChangeReport) -> [StyledText] {
    guard let first = report.findings?.first(where: { $0.severity == .error }), let mend = first.mend else {
      return []
    }
    let place = first.place ?? first.module ?? first.rule
    return ["In \(place, .path): \(Text.cut(mend, to: longestMessage))."]
  }
}

/// An error that keeps packages from being built. Reports say it once, with everything that it blocks.
struct ChangeCause: Sendable, Hashable {
  /// The module whose source has the error, otherwise the package whose build reported it.
  let name: String
  let message: String
  let place: String?
  /// Test modules that were not built because of it.
  fileprivate(set) var tests: [String] = []
  /// Packages that do not build because of it, as `//Packages/Core`.
  fileprivate(set) var packages: [String] = []

  /// `blocks 7 test modules and 5 packages`; empty for an error that blocks only its own package.
  var blocked: String {
    guard !tests.isEmpty || packages.count > 1 else { return "" }
    let parts = [
      tests.isEmpty ? nil : Wording.count(tests.count, "test module"),
      packages.isEmpty ? nil : Wording.count(packages.count, "package"),
    ].compactMap(\.self)
    return "blocks \(parts.joined(separator: " and "))"
  }
}

/// The build errors of a run, each once. The run's report repeats an error for every module and package that it blocks.
struct ChangeCauses {
  private(set) var all: [ChangeCause] = []
  private var known: [Key: Int] = [:]

  private struct Key: Hashable {
    let message: String
    let place: String?
  }

  /// Collects the errors of `run`. Errors with a place come first, then those that block most.
  init(_ run: ReportedRun) {
    for module in run.unbuilt {
      for failure in module.failures { all[cause(failure, in: failure.testCase)].tests.append(module.id) }
    }
    let isPlaced = { (package: ReportedRun.Package) in package.errors.contains { $0.place != nil } }
    for package in run.brokenPackages.filter(isPlaced) + run.brokenPackages.filter({ !isPlaced($0) }) {
      add(package)
    }
    all = all.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      if (first.place == nil) != (second.place == nil) { return first.place != nil }
      let (more, less) = (
        first.tests.count + first.packages.count, second.tests.count + second.packages.count
      )
      return more == less ? left.offset < right.offset : more > less
    }.map(\.element)
  }

  private mutating func cause(_ failure: ReportedRun.Failure, in name: String) -> Int {
    let key = Key(message: failure.message, place: failure.place)
    if let index = known[key] { return index }
    known[key] = all.count
    all.append(ChangeCause(name: name, message: failure.message, place: failure.place))
    return all.count - 1
  }

  /// Adds a package's errors. A package that only waits for another package's module reports an error without a place.
  private mutating func add(_ package: ReportedRun.Package) {
    let name = "//\(package.folder)"
    let errors =
      package.errors.isEmpty ? [ReportedRun.Failure(testCase: name, message: "", place: nil)] : package.errors
    for error in errors {
      let index = error.place == nil ? waited(for: error.message, by: name) : nil
      let place = index ?? cause(error, in: name)
      if !all[place].packages.contains(name) { all[place].packages.append(name) }
    }
  }

  /// The cause that the message names, or that already blocks a test module of the package.
  private func waited(for message: String, by package: String) -> Int? {
    all.indices.first { index in
      guard all[index].place != nil else { return false }
      return Self.names(all[index].name, in: message)
        || all[index].tests.contains { $0.hasPrefix("\(package):") }
    }
  }

  /// True when the message has the whole name, and not only a longer one: `//Core:Core` is not in `//Core:CoreUI`.
  private static func names(_ name: String, in message: String) -> Bool {
    message.ranges(of: name).contains { range in
      guard let next = message[range.upperBound...].first else { return true }
      return !(next.isLetter || next.isNumber || "_-+:/.".contains(next))
    }
  }
}
