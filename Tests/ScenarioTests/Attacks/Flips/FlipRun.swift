import Dispatch
import Support
import TestSupport

/// Flips in one workspace, each held against builds from nothing.
final class FlipRun: Sendable {
  private let place: FeaturePlace
  private let cold: ColdPackages
  private let hand: FlipHand
  /// What builds from nothing said, by feature, target and content.
  private let known = Guarded<[Flip: Verdict]>([:])

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ features: [Feature]) throws {
    place = try FeaturePlace(features)
    hand = FlipHand(place: place)
    let place = place
    let base: AmbitOutcome
    (base, cold) = try Self.both {
      place.test(["--all"])
    } _: {
      try ColdPackages(place)
    }
    for feature in features where base.verdict(on: feature) != .passed {
      throw Failure(
        description: "\(feature.name) \(base.verdict(on: feature)) before any flip: \(base.errors)")
    }
    try place.keepMemory()
  }

  /// Looks what each feature's build and test read.
  func trace() throws -> FlipDraw {
    try cold.copy()
    let traces = try place.features.map { feature in
      let file = "\(place.root)/trace"
      let verdict = try cold.verdict(on: feature, under: ReadTrace.tracer(writing: file))
      guard verdict == .passed else { throw Failure(description: "\(feature.name) \(verdict) when traced") }
      return (feature: feature, trace: try ReadTrace(place, file))
    }
    return FlipDraw(traces, in: place)
  }

  /// What went otherwise than from nothing, in words; empty when nothing did.
  func problems(with flip: Flip, using random: inout SeededGenerator) throws -> [String] {
    let isCommitted = Bool.random(using: &random)
    let isCached = Bool.random(using: &random)
    let keepsTime = Bool.random(using: &random)
    let environment = environment(of: flip)
    let all = isCached ? ["--all"] : ["--all", "--no-cache"]
    let few = flip.pathInWorkspace == nil ? ["--all"] : []
    try hand.apply(flip)
    try cold.copy()
    let (warm, expected) = try Self.both {
      [answer("warm", all, environment), answer("again", few, environment)]
    } _: {
      try coldVerdicts(flip)
    }
    var problems = warm.flatMap { $0.differences(from: expected) }
    try place.clone()
    if flip.pathInWorkspace != nil { try hand.apply(flip, keeping: "kept-clone") }
    if isCommitted { try place.sh("git add -A; git commit -q --allow-empty -m flip") }
    problems += answer("restored", few, environment).differences(from: expected)
    try place.leaveClone()
    try hand.undo(flip, keepingTime: keepsTime)
    if !problems.isEmpty {
      // What went wrong once must not show again in other flips.
      try place.sh("rm -rf .build")
      try place.forget()
    }
    return problems
  }

  private func environment(of flip: Flip) -> [String: String] {
    guard case .variable(let name) = flip.target, let value = place.environment[name] else { return [:] }
    return [name: String(value.dropLast()) + "8"]
  }

  private func coldVerdicts(_ flip: Flip) throws -> [String: Verdict] {
    var verdicts: [String: Verdict] = [:]
    guard let form = flip.form.content else { return verdicts }
    for feature in place.features where flip.readers.contains(feature.name) {
      let question = Flip(flip.target, form, readers: [feature.name])
      // What comes may be found before headers of the SDK.
      let comes = form == .created || form == .added
      let verdict =
        try known.with { $0[question] }
        ?? cold.verdict(on: feature, environment: environment(of: flip), compilingModules: comes)
      known.with { $0[question] = verdict }
      verdicts[feature.name] = verdict
    }
    return verdicts
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

  /// What a run said of all features.
  private struct Answer: Sendable {
    let when: String
    let verdicts: [String: Verdict]

    func differences(from expected: [String: Verdict]) -> [String] {
      verdicts.sorted { $0.key < $1.key }.compactMap { name, found in
        let wanted = expected[name] ?? .passed
        // Without a report there is no pass either.
        if found == wanted || (wanted != .passed && found == .none) { return nil }
        return "\(when): \(name) \(found), from nothing \(wanted)"
      }
    }
  }

  private func answer(_ when: String, _ arguments: [String], _ environment: [String: String]) -> Answer {
    let outcome = place.test(arguments, environment)
    let verdicts = place.features.map {
      ($0.name, outcome.verdict(on: $0, ofAll: arguments.contains("--all")))
    }
    return Answer(when: when, verdicts: Dictionary(uniqueKeysWithValues: verdicts))
  }
}
