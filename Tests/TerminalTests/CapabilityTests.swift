import Testing

@testable import Base

@Suite("Terminal capabilities")
struct CapabilityTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let environment: [String: String]
    var terminal = true
    var choice = ColorChoice.auto
    let color: Bool

    var testDescription: String {
      "\(terminal ? "terminal" : "pipe") \(choice.rawValue) \(environment.sorted { $0.key < $1.key })"
    }
  }

  @Test(
    "colour",
    arguments: [
      Case(environment: [:], color: true),
      Case(environment: [:], terminal: false, color: false),
      Case(environment: ["NO_COLOR": "1"], color: false),
      Case(environment: ["NO_COLOR": ""], color: true),
      Case(environment: ["NO_COLOR": "1"], choice: .always, color: true),
      Case(environment: ["NO_COLOR": "1", "FORCE_COLOR": "1"], color: false),
      Case(environment: ["FORCE_COLOR": "1"], terminal: false, color: true),
      Case(environment: ["FORCE_COLOR": "0"], terminal: false, color: false),
      Case(environment: ["CLICOLOR_FORCE": "1"], terminal: false, color: true),
      Case(environment: ["CLICOLOR_FORCE": "0"], terminal: false, color: false),
      Case(environment: ["CLICOLOR": "0"], color: false),
      Case(environment: ["TERM": "dumb"], color: false),
      Case(environment: ["TERM": "dumb", "CLICOLOR_FORCE": "1"], color: true),
      Case(environment: ["FORCE_COLOR": "1"], choice: .never, color: false),
      Case(environment: [:], terminal: false, choice: .always, color: true),
      Case(environment: ["CI": "true"], color: true),
    ])
  func color(_ test: Case) {
    let capabilities = TerminalCapabilities(
      isTerminal: test.terminal, columns: 80, environment: test.environment, choice: test.choice)
    #expect(capabilities.color == test.color)
  }

  @Test(
    "a line is drawn again only on a terminal with a person before it",
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["CI": "true"], false), (true, ["CI": "false"], true),
      (true, ["TERM": "dumb"], false),
    ] as [(Bool, [String: String], Bool)])
  func live(_ terminal: Bool, _ environment: [String: String], _ expected: Bool) {
    #expect(
      TerminalCapabilities(isTerminal: terminal, columns: nil, environment: environment).live == expected)
  }

  @Test(
    "signs of a locale without UTF-8 are plain, on a terminal",
    arguments: [
      (true, [:], false), (true, ["LANG": "C.UTF-8"], false), (true, ["LANG": "en_US.utf8"], false),
      (true, ["LANG": "C"], true), (true, ["LANG": "de_DE"], true),
      (true, ["LANG": "de_DE.ISO-8859-1"], true),
      (false, ["LANG": "C"], false), (true, ["LANG": "C", "LC_ALL": "C.UTF-8"], false),
      (true, ["LANG": "C.UTF-8", "LC_CTYPE": "POSIX"], true),
      (true, ["LC_ALL": "", "LC_CTYPE": "UTF-8"], false),
    ] as [(Bool, [String: String], Bool)])
  func plain(_ terminal: Bool, _ environment: [String: String], _ expected: Bool) {
    #expect(
      TerminalCapabilities(isTerminal: terminal, columns: nil, environment: environment).isPlain == expected)
  }

  @Test(
    "plain signs are as wide, and names keep their letters",
    arguments: ["✓ a → b…", "日本 é × ü", "", "\u{1B}[32m✗\u{1B}[0m"])
  func plainSigns(_ text: String) {
    let plain = String(decoding: PlainSigns.text(Array(text.utf8)), as: UTF8.self)
    #expect(DisplayWidth.of(plain) == DisplayWidth.of(text))
    #expect(plain.filter(\.isLetter) == text.filter(\.isLetter) || text.contains("×") || text.contains("✗"))
    let bytes: [UInt8] = [0x61, 0xE2, 0x86, 0xFF, 0xC3]
    #expect(PlainSigns.text(bytes) == bytes, "pieces of text may end anywhere")
  }

  @Test(
    "width",
    arguments: [
      (true, 100, [:], 100), (true, nil, [:], 80), (true, 0, ["COLUMNS": "132"], 132),
      (true, 100, ["COLUMNS": "132"], 100), (true, nil, ["COLUMNS": "wide"], 80), (true, 3, [:], 20),
      (false, 100, ["COLUMNS": "132"], nil),
    ] as [(Bool, Int?, [String: String], Int?)])
  func width(_ terminal: Bool, _ columns: Int?, _ environment: [String: String], _ expected: Int?) {
    let capabilities = TerminalCapabilities(
      isTerminal: terminal, columns: columns, environment: environment)
    #expect(capabilities.width == expected)
  }
}
