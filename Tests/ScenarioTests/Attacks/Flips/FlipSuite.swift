import Foundation
import TestSupport
import Testing

/// Whatever a build or a test looked at is changed, one thing at a time; then a warm run, another one and a fresh
/// clone say what plain SwiftPM says that builds from nothing.
///
/// `AMBIT_FLIPS=400` draws that many; `AMBIT_FLIPS_SEED=77` draws others; `AMBIT_FLIPS_OF=Incbin,Trait` only of what
/// these read. `AMBIT_FLIP='Incbin digit work/Packages/Incbin/…'` does just that one.
@Suite(.serialized, .enabled(if: ReadTrace.isAvailable))
struct FlipSuite {
  private static let variables = ProcessInfo.processInfo.environment
  private static let count = variables["AMBIT_FLIPS"].flatMap { Int($0) } ?? 3
  private static let seed = variables["AMBIT_FLIPS_SEED"].flatMap { UInt64($0) } ?? 11
  private static var isLong: Bool { count > 10 }

  /// What became of the flips.
  struct Tally: Sendable {
    var ofForms: [Flip.Form: Int] = [:]
    var stale = 0

    var words: String {
      let kinds = Dictionary(grouping: ofForms, by: \.key.kind).mapValues { $0.reduce(0) { $0 + $1.value } }
      func list(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      }
      let forms = Dictionary(uniqueKeysWithValues: ofForms.map { ($0.key.rawValue, $0.value) })
      return "\(ofForms.values.reduce(0, +)) flips (\(list(kinds)); \(list(forms))), \(stale) wrong"
    }
  }

  @Test
  func `what was read and has changed is seen`() throws {
    if let text = Self.variables["AMBIT_FLIP"] { return try Self.flipOne(text) }
    var random = SeededGenerator(seed: Self.seed)
    var tally = Tally()
    for (features, count) in Self.groups(using: &random) {
      try Self.flip(features, count, &tally, &random)
    }
    if Self.isLong { Self.say("flips: seed \(Self.seed): \(tally.words)") }
  }

  private static func flip(
    _ features: [Feature], _ count: Int, _ tally: inout Tally, _ random: inout SeededGenerator
  ) throws {
    let run = try FlipRun(features)
    let draw = try run.trace()
    if isLong { say("flips: \(features.map(\.name).joined(separator: " ")): \(draw.figures)") }
    var done = 0
    while done < count {
      guard let flip = draw.draw(using: &random) else { continue }
      done += 1
      tally.ofForms[flip.form, default: 0] += 1
      let problems = try run.problems(with: flip, using: &random)
      if isLong { say("flips: \(flip)\(problems.map { "\n  " + $0 }.joined())") }
      guard !problems.isEmpty else { continue }
      tally.stale += 1
      Issue.record(
        """
        seed \(seed), of \(features.map(\.name).joined(separator: ",")):
        \(problems.joined(separator: "\\n"))
        To see it again: AMBIT_FLIP='\(flip)' swift test --filter FlipSuite
        """)
    }
  }

  /// At once, also into a file: hours may go by.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// One flip of those that read it, in a workspace of their own.
  private static func flipOne(_ text: String) throws {
    let flip = try #require(Flip(text), "AMBIT_FLIP holds readers, a form and a path")
    var random = SeededGenerator(seed: seed)
    let run = try FlipRun(Feature.all.filter { flip.readers.contains($0.name) })
    let problems = try run.problems(with: flip, using: &random)
    #expect(problems.isEmpty, "\(flip)")
  }

  /// Small workspaces, and how many flips each gets.
  private static func groups(using random: inout SeededGenerator) -> [([Feature], Int)] {
    // A few flips take half a minute without plugins.
    var features = isLong ? Feature.all : Feature.headers + Feature.blobs + Feature.modules
    if let names = variables["AMBIT_FLIPS_OF"]?.split(separator: ",").map(String.init) {
      features = Feature.all.filter { names.contains($0.name) }
    }
    features.shuffle(using: &random)
    let size = isLong ? 4 : 1
    let wanted = max(1, min((features.count + size - 1) / size, count / 10))
    let groups = stride(from: 0, to: features.count, by: size).prefix(wanted).map { start in
      Array(features[start..<min(start + size, features.count)])
    }
    return groups.enumerated().map { index, group in
      (group, count / groups.count + (index < count % groups.count ? 1 : 0))
    }
  }
}
