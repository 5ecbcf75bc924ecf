import Support
import Terminal

/// What a page about a change says first: how it stands, and what is to be done.
struct ChangeVerdict: Sendable, Hashable {
  enum Mood: Sendable {
    case good, bad
    /// Nobody knows yet.
    case open
  }

  let mood: Mood
  /// `Tests failed, 2 rules are broken`
  let words: String

  /// What nobody tested has not passed.
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
    case "passed": return ("Tests passed", .good)
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
        "For results of tests run \("ambit test --json-report run.json", .code) and add \("--run run.json", .code)."
      return (report.affected.isNothingAffected ? [] : [missing]) + rules(report)
    }
    return builds(run) + tests(run) + unjudged(run) + rules(report)
  }

  private static func builds(_ run: ReportedRun) -> [StyledText] {
    guard let first = ChangeCauses(run).all.first else { return [] }
    let message =
      first.message.isEmpty ? "" : ": \(Text.cut(Text.firstLine(of: first.message), to: longestMessage))"
    let blocked = first.blocked.isEmpty ? "" : " (\(first.blocked))"
    return ["Mend \(first.place ?? first.name, .path)\(message)\(blocked)."]
  }

  private static func tests(_ run: ReportedRun) -> [StyledText] {
    guard let first = run.failed.first(where: { !run.isUnbuilt($0) }) else { return [] }
    return ["See it fail again: \("ambit test \(first.id)", .code)."]
  }

  private static func unjudged(_ run: ReportedRun) -> [StyledText] {
    guard let first = run.unjudged.first else { return [] }
    let reason = Text.cut(Text.firstLine(of: first.reason), to: longestMessage)
    return [
      "Run again once this is put right: \(first.name, .module)\(reason.isEmpty ? "." : ": \(reason).")"
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
