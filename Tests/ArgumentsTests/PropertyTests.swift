import Base
import Session
import TestSupport
import Testing

@testable import Arguments
@testable import Features

@Suite("Parsing, for any line")
struct PropertyTests {
  @Test("the order and the spelling of flags mean nothing", arguments: Ambit.table.commands.map(\.name))
  func order(_ name: String) throws {
    let command = try #require(Ambit.table.command(named: name))
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      let flags = compatible(
        command.flags.filter { $0 != .help && $0 != .version }.shuffled(using: &generator))
      // The one action of `report` takes none of its flags, that of `insights` not all, and the last one of `trust` none either.
      let positionals: [[Argument]] =
        switch name {
        case "report", "insights", "help": []
        case "trust": [["allow"], ["x"]]
        default: command.positionals.map { [Argument($0.kind.sample)] }
        }
      let plain = flags.map { spell($0, attached: true) } + positionals
      let expected = try parse([Argument(name)] + plain.joined())

      let globals = flags.filter { $0.group == .global && Bool.random(using: &generator) }
      var rest = flags.filter { !globals.contains($0) }
        .map { spell($0, attached: $0.arity == .many || Bool.random(using: &generator)) }
        .shuffled(using: &generator)
      // Words without a flag may stand anywhere, but in their order.
      var place = 0
      for positional in positionals {
        place = Int.random(in: place...rest.count, using: &generator)
        rest.insert(positional, at: place)
        place += 1
      }
      let mixed =
        globals.flatMap { spell($0, attached: Bool.random(using: &generator)) } + [Argument(name)]
        + rest.joined()
      #expect(try parse(mixed) == expected, "\(mixed)")
    }
  }

  /// Half of `flags`, less those that contradict one before them, or the positionals.
  private func compatible(_ flags: [FlagSpec]) -> [FlagSpec] {
    var chosen: [FlagSpec] = []
    let others: [FlagSpec] = [.replacing, .everyState]
    for flag in flags.prefix(flags.count / 2) where flag.long != "paths" && !others.contains(flag) {
      if !chosen.contains(where: { contradict($0, flag) }) { chosen.append(flag) }
    }
    return chosen
  }

  /// The table's contradictions, and those of the values that `sample` gives.
  private func contradict(_ one: FlagSpec, _ other: FlagSpec) -> Bool {
    one.conflicts.contains(other.long) || other.conflicts.contains(one.long)
      || [["json", "format"], ["tag", "not-tag"]].contains { Set($0) == [one.long, other.long] }
  }

  private func spell(_ flag: FlagSpec, attached: Bool) -> [Argument] {
    guard flag.takesValue else { return [Argument(flag.name)] }
    return attached
      ? [Argument("\(flag.name)=\(flag.kind.sample)")] : [Argument(flag.name), Argument(flag.kind.sample)]
  }

  @Test("no line makes the parser trap, and every refusal says what to do")
  func garbage() {
    let pool: [Argument] =
      Ambit.table.commands.map { Argument($0.name) }
      + Ambit.table.commands.flatMap(\.flags).flatMap {
        [Argument($0.name), Argument("\($0.name)="), Argument("-\($0.long)")]
      }
      + [
        "-", "--", "---", "--=", "-=", "-C=", "=", "", "a", "json", "-1", "1", "//A:B", Argument([0xFF]),
        Argument([0x2D, 0xFF]),
      ]
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<1500 {
      let line = (0..<Int.random(in: 0...6, using: &generator)).compactMap { _ in
        pool.randomElement(using: &generator)
      }
      do throws(Failure) {
        _ = try parse(line)
      } catch {
        #expect(!error.message.isEmpty)
        #expect(!error.hints.isEmpty, "\(line): \(error.message)")
      }
    }
  }
}
