import Session
import TestSupport
import Testing

@testable import Arguments
@testable import Features

@Suite("The command table")
struct TableTests {
  static let commands = Ambit.table.commands.map(\.name)

  private func spec(_ name: String) throws -> CommandSpec {
    try #require(Ambit.table.command(named: name))
  }

  @Test("command names are unique")
  func uniqueCommands() {
    #expect(Set(Self.commands).count == Self.commands.count)
  }

  @Test("no group has the name of a command")
  func groups() {
    #expect(Set(CommandGroup.allCases.map(\.rawValue)).isDisjoint(with: Self.commands))
  }

  @Test("no flag name stands for two things", arguments: commands)
  func uniqueFlags(_ command: String) throws {
    let flags = try spec(command).flags
    #expect(Set(flags.map(\.long)).count == flags.count)
    let shorts = flags.compactMap(\.short)
    #expect(Set(shorts).count == shorts.count)
  }

  @Test("names can be typed and completed without quoting", arguments: commands)
  func plainNames(_ command: String) throws {
    let spec = try spec(command)
    for name in [spec.name] + spec.flags.map(\.long) + spec.flags.flatMap(\.kind.choices) {
      #expect(name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }, "\(name)")
    }
    #expect(spec.flags.compactMap(\.short).allSatisfy { $0.isASCII && $0.isLetter })
  }

  @Test("every word of help is a sentence's beginning without its full stop", arguments: commands)
  func documented(_ command: String) throws {
    let spec = try spec(command)
    let helps =
      [spec.summary] + spec.flags.map(\.help) + spec.positionals.map(\.help)
      + spec.positionals.flatMap(\.choices).map(\.meaning) + [spec.passthrough?.help].compactMap(\.self)
    for help in helps {
      #expect(help.first?.isUppercase == true && help.last != ".", "\(help)")
    }
    #expect(spec.discussion.allSatisfy { $0.hasSuffix(".") })
  }

  @Test("a flag has a placeholder exactly when it takes a value", arguments: commands)
  func placeholders(_ command: String) throws {
    for flag in try spec(command).flags {
      #expect(flag.takesValue == !flag.placeholder.isEmpty, "\(flag.name)")
      #expect(flag.placeholder == flag.placeholder.uppercased(), "\(flag.name)")
    }
  }

  @Test("conflicts name flags of the same command", arguments: commands)
  func conflicts(_ command: String) throws {
    let flags = try spec(command).flags
    for flag in flags {
      for other in flag.conflicts {
        #expect(other != flag.long)
        #expect(flags.contains { $0.long == other }, "\(command) \(flag.name) \(other)")
      }
    }
  }

  @Test(
    "only the last positional may be repeated, and optional ones follow required ones", arguments: commands)
  func positionals(_ command: String) throws {
    let positionals = try spec(command).positionals
    #expect(positionals.dropLast().allSatisfy { !$0.isRepeated })
    #expect(positionals.drop(while: \.isRequired).allSatisfy { !$0.isRequired })
    // Help and completions show the choices, not the kind's words.
    #expect(positionals.allSatisfy { $0.choices.map(\.word) == $0.kind.choices })
  }

  @Test("every command has examples, and each runs that command", arguments: commands)
  func examples(_ command: String) throws {
    let examples = try spec(command).examples
    #expect(!examples.isEmpty)
    for example in examples {
      let arguments = try #require(ShellLine(example.line).commands.last).map { Argument($0) }
      #expect(arguments.first == "ambit")
      #expect(arguments.dropFirst().first?.text == command, "\(example.line)")
      #expect(throws: Never.self, "\(example.line)") {
        try parse(Array(arguments.dropFirst()))
      }
    }
  }

  /// The words before a flag that only some actions of its command have.
  private static func place(of flag: FlagSpec, in command: String) -> [Argument]? {
    switch (command, flag) {
    case ("cache", .limit): ["prune"]
    case ("local", .copyFolder): ["Core"]
    case ("cache", .replacing): ["state", "restore"]
    case ("cache", .everyState): ["state", "drop"]
    case ("trust", .remoteMode), ("trust", .requireSignature), ("trust", .everywhere), ("trust", .trustedKey):
      ["allow"]
    default: nil
    }
  }

  /// A flag that is parsed and then forgotten would change nothing here.
  @Test("every flag changes what the command is asked to do", arguments: commands)
  func everyFlagCounts(_ command: String) throws {
    let spec = try spec(command)
    let required = spec.positionals.filter(\.isRequired).map { Argument($0.kind.sample) }
    // Keeping on is the default; the flag exists to say so. Help takes no notice of global flags.
    for flag in command == "help" ? spec.ownFlags : spec.flags where flag.long != "keep-going" {
      let plain = [Argument(command)] + (Self.place(of: flag, in: command) ?? required)
      // What is asked for may be nothing at all without the flag.
      let before = try? parse(plain)
      let words = [Argument(flag.name)] + (flag.takesValue ? [Argument(flag.kind.sample)] : [])
      #expect(try parse(plain + words) != before, "\(command) \(flag.name)")
    }
  }
}

extension ValueKind {
  /// A value that is valid and is no default.
  var sample: String {
    switch self {
    case .integer(let range): String(range.lowerBound)
    case .choice(let names, _): names.last ?? ""
    case .topic: "affected"
    case .size: "1GB"
    case .shard: "2/3"
    case .date: "2026-11-21"
    case .text, .tag, .revision, .module, .place, .subject, .task, .watched, .template, .path, .file, .folder:
      "x"
    }
  }
}
