import Foundation
import TestSupport
import Testing

/// Whatever a build or a test looked at is changed; then a warm run, another one and a fresh clone say what plain
/// SwiftPM says that builds from nothing. One package reads one thing, so that a round flips something of each.
///
/// `AMBIT_FLIPS=400` draws that many; `AMBIT_FLIPS_SEED=77` draws others; `AMBIT_FLIPS_OF=Incbin,Trait` only of what
/// these read. `AMBIT_FLIP='Incbin digit work/Packages/Incbin/…'` does just that one.
@Suite(.serialized, .enabled(if: ReadTrace.isAvailable))
struct FlipSuite {
  private static let variables = ProcessInfo.processInfo.environment
  private static let count = variables["AMBIT_FLIPS"].flatMap { Int($0) } ?? 3
  private static let seed = variables["AMBIT_FLIPS_SEED"].flatMap { UInt64($0) } ?? 11
  private static var isLong: Bool { count > 10 }

  @Test
  func `what was read and has changed is seen`() throws {
    if let text = Self.variables["AMBIT_FLIP"] { return try Self.flipOne(text) }
    var random = SeededGenerator(seed: Self.seed)
    var tally = FlipTally()
    let run = try FlipRun(Self.features(using: &random))
    let draws = try run.trace()
    Self.say("\(draws.count) features: \(FlipTally.words(draws.map(\.figures)))")
    while tally.count < Self.count {
      let (flips, isGentle) = Self.round(of: draws, Self.count - tally.count, tally.rounds, using: &random)
      try Self.flip(flips, isGentle, in: run, &tally, &random)
    }
    Self.say("seed \(Self.seed): \(tally)")
  }

  /// Two rounds change much that still builds, the third changes little, after which it may not build.
  private static func round(
    of draws: [FlipDraw], _ count: Int, _ number: Int, using random: inout SeededGenerator
  ) -> ([Flip], Bool) {
    let isGentle = number % 3 != 2
    let drawn = draws.shuffled(using: &random).compactMap { draw in
      isGentle ? draw.gentle(using: &random) : draw.rough(using: &random)
    }
    return (Array(drawn.prefix(min(count, isGentle ? drawn.count : max(1, drawn.count / 3)))), isGentle)
  }

  private static func flip(
    _ flips: [Flip], _ isGentle: Bool, in run: FlipRun, _ tally: inout FlipTally,
    _ random: inout SeededGenerator
  ) throws {
    let start = Date()
    let outcome = try run.outcome(of: flips, isGentle: isGentle, using: &random)
    if let words = outcome.unreported.first, flips.count > 1 {
      say("\(flips.count) flips in \(Int(-start.timeIntervalSinceNow)) s, once more in parts: \(words)")
      for part in parts(of: flips, named: outcome.unreported) {
        try flip(part, isGentle, in: run, &tally, &random)
      }
      return
    }
    let problems = outcome.problems
    tally.add(flips, problems)
    say("round \(tally.rounds), \(flips.count) flips in \(Int(-start.timeIntervalSinceNow)) s")
    for problem in problems {
      say("  \(problem.isStale ? "STALE" : "no pass") \(problem.flip): \(problem.words)")
    }
    for problem in problems where problem.isStale {
      Issue.record(
        """
        seed \(seed): \(problem.flip)
        \(problem.words)
        To see it again, if it needs no others: AMBIT_FLIP='\(problem.flip)' swift test --filter FlipSuite
        """)
    }
  }

  /// One of the flips kept the others from being looked at, so they do not count before they are: those that the words
  /// name go apart, and where they name none or all, each half by itself.
  private static func parts(of flips: [Flip], named words: [String]) -> [[Flip]] {
    let isNamed = { (flip: Flip) in
      flip.readers.contains { reader in
        words.contains { $0.contains("/\(reader)/") || $0.contains("/\(reader)\"") }
      }
    }
    let named = flips.filter(isNamed)
    if !named.isEmpty, named.count < flips.count { return [flips.filter { !isNamed($0) }, named] }
    let middle = flips.count / 2
    return [Array(flips[..<middle]), Array(flips[middle...])]
  }

  /// At once, also into a file: an hour may go by.
  private static func say(_ line: String) {
    if isLong { FileHandle.standardOutput.write(Data("flips: \(line)\n".utf8)) }
  }

  /// One flip, in a workspace of what reads it.
  private static func flipOne(_ text: String) throws {
    let flip = try #require(Flip(text), "AMBIT_FLIP holds a reader, a form and a path")
    var random = SeededGenerator(seed: seed)
    let run = try FlipRun(Feature.all.filter { flip.readers.contains($0.name) })
    let problems = try run.outcome(of: [flip], isGentle: true, using: &random).problems
    #expect(problems.isEmpty, "\(flip): \(problems.map(\.words))")
  }

  /// All of them; a few without plugins are enough for a sample, which takes half a minute.
  private static func features(using random: inout SeededGenerator) -> [Feature] {
    if let names = variables["AMBIT_FLIPS_OF"]?.split(separator: ",").map(String.init) {
      return Feature.all.filter { names.contains($0.name) }
    }
    if isLong { return Feature.all }
    return Array((Feature.headers + Feature.blobs + Feature.modules).shuffled(using: &random).prefix(count))
  }
}
