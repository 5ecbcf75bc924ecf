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
