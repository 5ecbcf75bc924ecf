import Base
import Dispatch
import Foundation
import ProgramSupport
import TestSupport

/// Rounds of flips in one workspace, one flip for each of many packages, each held against builds from nothing.
final class FlipRun: Sendable {
  let place: FeaturePlace
  private let cold: ColdPackages
  private let together: ColdWorkspace
  private let hand: FlipHand
  /// What builds from nothing said, by feature, target and content.
  private let known = Guarded<[Flip: Verdict]>([:])

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What became of a flip otherwise than from nothing.
  struct Problem: Sendable {
    let flip: Flip
    let words: String
    /// A pass, or another value, that does not stand.
    let isStale: Bool
  }

  /// What became of a round.
  struct Outcome: Sendable {
    let problems: [Problem]
    /// What runs said that ended without a report. Where there is one, the round says nothing of most of its flips.
    let unreported: [String]
  }

  init(_ features: [Feature]) throws {
    let engine = ProcessInfo.processInfo.environment["AMBIT_FLIPS_ENGINE"] ?? "auto"
    let place = try FeaturePlace(features, engine: engine)
    self.place = place
    hand = FlipHand(place: place)
    together = ColdWorkspace(place: place)
    let base: AmbitOutcome
    (base, cold) = try Self.both {
      place.test(["--all"])
    } _: {
      try ColdPackages(place)
    }
    for feature in features where base.verdict(on: feature, ofAll: true) != .passed {
      throw Failure(
        description: "\(feature.name) \(base.verdict(on: feature)) before any flip: \(base.errors)")
    }
    try place.keepMemory()
  }

  /// Looks what each feature's build and test read, two at a time.
  func trace() throws -> [FlipDraw] {
    let features = place.features
    let half = features.count / 2
    let (first, second) = try Self.both {
      try traces(of: features[..<half], in: cold, "trace")
    } _: {
      try traces(of: features[half...], in: try ColdPackages(place, named: "cold-2"), "trace-2")
    }
    return FlipDraw.all(first + second, in: place)
  }

  private func traces(of features: ArraySlice<Feature>, in cold: ColdPackages, _ name: String) throws -> [(
    feature: Feature, trace: ReadTrace
  )] {
    try cold.copy()
    return try features.map { feature in
      let file = "\(place.root)/\(name)"
      let verdict = try cold.verdict(on: feature, under: ReadTrace.tracer(writing: file))
      guard verdict == .passed else { throw Failure(description: "\(feature.name) \(verdict) when traced") }
      return (feature, try ReadTrace(file, of: cold.copied, in: place))
    }
  }

  /// Carries flips out at once, each of another feature, and says what went otherwise than from nothing.
  func outcome(of flips: [Flip], isGentle: Bool, using random: inout SeededGenerator) throws -> Outcome {
    let isCommitted = Bool.random(using: &random)
    let keepsTime = Bool.random(using: &random)
    let environment = environment(of: flips)
    let isBeside = flips.contains { $0.pathInWorkspace == nil }
    for flip in flips { try hand.apply(flip) }
    let (warm, expected) = try Self.both {
      // What the round before changed is asked again, too, unless most of it would not build.
      [
        answer("warm", isGentle ? ["--all", "--no-cache"] : ["--all"], environment),
        answer("again", [], environment),
      ]
    } _: {
      try coldVerdicts(flips, environment)
    }
    try place.clone()
    for flip in flips where flip.pathInWorkspace != nil { try hand.apply(flip, inClone: true) }
    if isCommitted { try place.sh("git add -A; git commit -q --allow-empty -m flip") }
    var answers = warm + [answer("restored", [], environment)]
    if isBeside { answers.append(answer("restored, all", ["--all"], environment)) }
    try place.leaveClone()
    let unreported = answers.compactMap(\.failure)
    // Where many are to be asked again, what each comes to from nothing is not worth the while.
    let isWhole = unreported.isEmpty || flips.count == 1
    let problems = isWhole ? try judged(answers, flips, expected, environment) : []
    for flip in flips { try hand.undo(flip, keepingTime: keepsTime) }
    if !problems.isEmpty || !unreported.isEmpty {
      // What went wrong once must not show again in other flips.
      try place.sh("rm -rf .build")
      try place.forget()
    }
    return Outcome(problems: problems, unreported: unreported)
  }

  private func environment(of flips: [Flip]) -> [String: String] {
    flips.reduce(into: [:]) { all, flip in
      guard case .variable(let name) = flip.target, let value = place.environment[name] else { return }
      all[name] = String(value.dropLast()) + "8"
    }
  }

  private func coldVerdicts(_ flips: [Flip], _ environment: [String: String]) throws -> [String: Verdict] {
    let questions = flips.compactMap(Self.question)
    let open = questions.filter { question in known.with { $0[question] == nil } }
    let features = place.features.filter { feature in open.contains { $0.reader == feature.name } }
    if !features.isEmpty {
      let verdicts = try together.verdicts(on: features, environment: environment)
      for question in open { known.with { $0[question] = verdicts?[question.reader] } }
    }
    return Dictionary(
      uniqueKeysWithValues: questions.map { question in
        (question.reader, known.with { $0[question] } ?? .none)
      })
  }

  /// What a build from nothing is asked: nothing where the contents are as before.
  private static func question(_ flip: Flip) -> Flip? {
    flip.form.content.map { Flip(flip.target, $0, readers: flip.readers) }
  }

  /// Where a run differs from the build of all together, plain SwiftPM has the last word.
  private func judged(
    _ answers: [Answer], _ flips: [Flip], _ expected: [String: Verdict], _ environment: [String: String]
  ) throws -> [Problem] {
    var problems: [Problem] = []
    var hasCopied = false
    for feature in place.features {
      let flip = flips.first { $0.reader == feature.name }
      var wanted = expected[feature.name] ?? .passed
      guard !answers.differences(of: feature, flip, from: wanted).isEmpty else { continue }
      if !hasCopied { try cold.copy() }
      hasCopied = true
      let comes = flip.map { [.created, .added].contains($0.form) } ?? false
      wanted = try cold.verdict(on: feature, environment: environment, compilingModules: comes)
      if let question = flip.flatMap(Self.question) { known.with { $0[question] = wanted } }
      let found = answers.differences(of: feature, flip, from: wanted)
      guard !found.isEmpty else { continue }
      let words = found.map {
        "\($0.answer.when): \($0.verdict)\($0.answer.errors(of: feature, $0.verdict)), from nothing \(wanted)"
      }
      problems.append(
        Problem(
          flip: flip ?? Flip(.path("nothing"), .touched, readers: [feature.name]),
          words: words.joined(separator: "; "),
          isStale: found.contains { $0.verdict != .none && $0.verdict != .broken }))
    }
    return problems
  }

  private func answer(_ when: String, _ arguments: [String], _ environment: [String: String]) -> Answer {
    let outcome = place.test(arguments, environment)
    let isAll = arguments.contains("--all")
    let verdicts = place.features.map { ($0.name, outcome.verdict(on: $0, ofAll: isAll)) }
    let failure = outcome.json?["outcome"] == nil ? "\(when): \(outcome.errors.suffix(400))" : nil
    return Answer(
      when: when, isAll: isAll, verdicts: Dictionary(uniqueKeysWithValues: verdicts), failure: failure,
      errors: outcome.errors, modules: outcome.modules)
  }

  /// Both at once: a warm folder and builds from nothing have nothing in common.
  private static func both<First: Sendable, Second: Sendable>(
    _ first: @Sendable () throws -> First, _ second: @Sendable () throws -> Second
  ) throws -> (First, Second) {
    let results = Guarded<(Result<First, any Error>?, Result<Second, any Error>?)>((nil, nil))
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      if side == 0 {
        let result = Result { try first() }
        results.with { $0.0 = result }
      } else {
        let result = Result { try second() }
        results.with { $0.1 = result }
      }
    }
    guard case (let one?, let other?) = results.with({ $0 }) else {
      throw Failure(description: "a side did not run")
    }
    return (try one.get(), try other.get())
  }
}

/// What a run said of all features.
private struct Answer: Sendable {
  let when: String
  let isAll: Bool
  let verdicts: [String: Verdict]
  /// What was said in place of a report.
  let failure: String?
  let errors: String
  let modules: [String: JSONNode]

  /// Why a feature did not come as far as its test.
  func errors(of feature: Feature, _ verdict: Verdict) -> String {
    guard verdict == .broken else { return "" }
    let lines = errors.split(separator: "\n").filter {
      $0.contains(feature.folder) || $0.contains(feature.module)
    }
    let failures = (modules[feature.module]?["failures"]?.arrayValue ?? []).compactMap {
      $0["message"]?.stringValue
    }
    return " (\((lines.prefix(6).map(String.init) + failures).joined(separator: " | ").prefix(600)))"
  }
}

extension [Answer] {
  /// What they say otherwise. Git does not tell of what lies beside the workspace: only a run of all looks there.
  fileprivate func differences(of feature: Feature, _ flip: Flip?, from wanted: Verdict) -> [(
    answer: Answer, verdict: Verdict
  )] {
    filter { $0.isAll || flip?.pathInWorkspace != nil || flip == nil }.compactMap { answer in
      let found = answer.verdicts[feature.name] ?? .none
      // Without a report there is no pass either.
      return found == wanted || (wanted != .passed && found == .none) ? nil : (answer, found)
    }
  }
}
