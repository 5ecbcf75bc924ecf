import Foundation
import TestSupport
import Testing

/// Whatever a build or a test looked at is changed; then a warm run, another one and a fresh clone say what plain
/// SwiftPM says that builds from nothing. One package reads one thing, so that a round flips something of each.
///
/// Usually of six features, in three rounds. `AMBIT_FLIPS=400` draws that many of all; `AMBIT_FLIPS_SEED=77` draws
/// others; `AMBIT_FLIPS_OF=Incbin,Trait` only of what these read. `AMBIT_FLIP='Incbin digit work/Packages/Incbin/…'` does
/// just that one; `AMBIT_FLIPS_ENGINE=swiftbuild` builds by that engine.
@Suite(.serialized, .enabled(if: TestTool.strace.isExpected, "no strace"))
struct FlipSuite {
  private static let variables = ProcessInfo.processInfo.environment
  private static let asked = variables["AMBIT_FLIPS"].flatMap { Int($0) }
  private static let sample = 6
  private static let count = asked ?? sample + sample + sample / 3
  private static let seed = variables["AMBIT_FLIPS_SEED"].flatMap { UInt64($0) } ?? 11
  private static var isLong: Bool { asked != nil }

  /// What a series of flips has come to.
  private struct Course {
    var random: SeededGenerator
    var tally = FlipTally()
    /// Readers whose flips kept a whole run from reporting, so that it said nothing of the others: they are looked at in
    /// a workspace of their own.
    var apart: Set<String> = []
  }

  @Test
  func `what was read and has changed is seen`() throws {
    if let text = Self.variables["AMBIT_FLIP"] { return try Self.flipOne(text) }
    var course = Course(random: SeededGenerator(seed: Self.seed))
    let run = try FlipRun(Self.features(using: &course.random))
    let draws = try run.trace()
    Self.say("\(draws.count) features: \(FlipTally.words(draws.map(\.figures)))")
    while course.tally.count < Self.count {
      let (flips, isGentle) = Self.round(
        of: draws, Self.count - course.tally.count, course.tally.rounds, using: &course.random)
      try Self.flip(flips, isGentle, in: run, &course)
    }
    Self.say("seed \(Self.seed): \(course.tally)")
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
    _ flips: [Flip], _ isGentle: Bool, in run: FlipRun, _ course: inout Course
  ) throws {
    let start = Date()
    let together = flips.filter { course.apart.isDisjoint(with: $0.readers) }
    var problems: [FlipRun.Problem] = []
    if !together.isEmpty {
      let outcome = try run.outcome(of: together, isGentle: isGentle, using: &course.random)
      if let words = outcome.unreported.first, together.count > 1 {
        say("\(together.count) flips in \(Int(-start.timeIntervalSinceNow)) s, once more in parts: \(words)")
        for part in parts(of: flips, naming: outcome.unreported, &course) {
          try flip(part, isGentle, in: run, &course)
        }
        return
      }
      problems = outcome.problems
    }
    for flip in flips where !course.apart.isDisjoint(with: flip.readers) {
      let alone = try FlipRun(Feature.all.filter { flip.readers.contains($0.name) })
      problems += try alone.outcome(of: [flip], isGentle: isGentle, using: &course.random).problems
    }
    course.tally.add(flips, problems)
    say("round \(course.tally.rounds), \(flips.count) flips in \(Int(-start.timeIntervalSinceNow)) s")
    tell(problems)
  }

  private static func tell(_ problems: [FlipRun.Problem]) {
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

  /// One of the flips kept the others from being looked at, so they do not count before they are: the readers that the
  /// words name are looked at apart from now on, and where they name none, each half goes by itself.
  private static func parts(of flips: [Flip], naming words: [String], _ course: inout Course) -> [[Flip]] {
    let named = Set(flips.flatMap(\.readers)).filter { reader in
      words.contains { $0.contains("/\(reader)/") || $0.contains("/\(reader)\"") }
    }
    guard course.apart.isSuperset(of: named) else {
      course.apart.formUnion(named)
      return [flips]
    }
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

  /// All of them; a few without plugins are enough for a sample.
  private static func features(using random: inout SeededGenerator) -> [Feature] {
    if let names = variables["AMBIT_FLIPS_OF"]?.split(separator: ",").map(String.init) {
      return Feature.all.filter { names.contains($0.name) }
    }
    if isLong { return Feature.all }
    return Array((Feature.headers + Feature.blobs + Feature.modules).shuffled(using: &random).prefix(sample))
  }
}
