import Base
import ProgramSupport

/// The verdict on one run.
struct Expectation: Sendable {
  /// Modules that may be selected though they need not be.
  struct Excuse: Sendable {
    let modules: [String]
    let reason: String

    init(_ modules: String, because reason: String) {
      self.init(modules.split(separator: " ").map(String.init), because: reason)
    }

    init(_ modules: [String], because reason: String) {
      self.modules = modules
      self.reason = reason
    }
  }

  /// `Core` or `Packages/Core:Core`; `*` is every module. Whatever else is selected is too much. nil:
  /// the selection does not matter.
  let required: [String]?
  let excuse: Excuse?
  let checks: [Check]

  /// What is wrong, in sentences; empty when all is well.
  func problems(with outcome: AmbitOutcome, allModules: [String]) -> [String] {
    guard let required else { return checks.compactMap { $0.problem(outcome) } }
    guard outcome.json?["modules"] != nil else {
      return ["no selection; exit code \(outcome.exitCode): \(outcome.errors)\(outcome.output)"]
    }
    let selected = outcome.modules.keys.sorted()
    let wanted = required == ["*"] ? allModules : required
    let missed = wanted.filter { name in !selected.contains { Self.matches($0, name) } }
    let excused = wanted + (excuse?.modules ?? [])
    let extra = selected.filter { id in !excused.contains { Self.matches(id, $0) } }
    var problems: [String] = []
    if !missed.isEmpty { problems.append("MISSED \(missed.joined(separator: " "))") }
    if !extra.isEmpty { problems.append("over-selected \(extra.joined(separator: " "))") }
    problems += checks.compactMap { $0.problem(outcome) }
    return problems
  }

  private static func matches(_ id: String, _ name: String) -> Bool {
    id == name || id.split(separator: ":").last.map(String.init) == name
  }
}

/// Something else that must hold of a run.
struct Check: Sendable {
  /// A sentence when it does not.
  let problem: @Sendable (AmbitOutcome) -> String?

  init(_ problem: @escaping @Sendable (AmbitOutcome) -> String?) {
    self.problem = problem
  }

  static func equal(_ what: String, _ wanted: String, _ value: @escaping @Sendable (AmbitOutcome) -> String?)
    -> Check
  {
    Check { outcome in
      let found = value(outcome)
      return found == wanted ? nil : "\(what) is \(found ?? "missing"), not \(wanted)"
    }
  }

  static func exit(_ code: Int32) -> Check { equal("the exit code", String(code)) { String($0.exitCode) } }

  static func selection(_ scope: String) -> Check {
    equal("the selection", scope) { $0.json?["selection"]?.stringValue }
  }

  /// The code of the fallback, with at least one hint when `hint` says what it holds.
  static func fallback(_ code: String, hint: String? = nil) -> Check {
    Check { outcome in
      let fallback = outcome.json?["fallback"]
      guard fallback?["code"]?.stringValue == code else {
        return "the fallback is \(fallback?["code"]?.stringValue ?? "missing"), not \(code)"
      }
      return hint.flatMap { Self.lacksHint($0, in: fallback) }
    }
  }

  static func error(_ code: String, naming words: String, hint: String?) -> Check {
    Check { outcome in
      let error = outcome.json?["error"]
      let message = error?["message"]?.stringValue ?? ""
      let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
      if outcome.exitCode != 2 { return "the exit code is \(outcome.exitCode), not 2: \(outcome.output)" }
      if error?["code"]?.stringValue != code {
        return "the error is \(error?["code"]?.stringValue ?? "?"), not \(code): \(message)"
      }
      if lines.count != 1 { return "not one error on standard error: \(outcome.errors)" }
      if !message.contains(words) { return "the message does not name \(words): \(message)" }
      return hint.flatMap { Self.lacksHint($0, in: error) }
    }
  }

  private static func lacksHint(_ words: String, in node: JSONNode?) -> String? {
    let hints = node?["hints"]?.arrayValue?.compactMap(\.stringValue) ?? []
    return hints.contains { $0.contains(words) } ? nil : "no hint says \"\(words)\": \(hints)"
  }

  static func warning(_ code: String) -> Check {
    Check { $0.warnings.contains(code) ? nil : "no warning \(code), only \($0.warnings)" }
  }

  static func noWarnings() -> Check {
    Check { $0.warnings.isEmpty ? nil : "there are warnings: \($0.warnings)" }
  }

  static func distance(_ module: String, _ distance: Int) -> Check {
    equal("the distance of \(module)", String(distance)) {
      $0.modules[module]?["distance"]?.intValue.map { String($0) }
    }
  }

  /// The kinds of a module's reason chain, from it down to the cause.
  static func reason(_ module: String, _ kinds: String) -> Check {
    equal("the reason of \(module)", kinds) { outcome in
      outcome.modules[module]?["reason"]?.arrayValue?.compactMap { $0["kind"]?.stringValue }
        .joined(separator: " ")
    }
  }

  /// A change as `kind origin class`.
  static func change(_ path: String, _ description: String) -> Check {
    equal("the change of \(path)", description) { outcome in
      let change = outcome.changes.first { $0["path"]?.stringValue == path }
      return change.map { change in
        ["kind", "origin", "class"].map { change[$0]?.stringValue ?? "?" }.joined(separator: " ")
      }
    }
  }

  static func changeCount(_ count: Int) -> Check {
    equal("the number of changes", String(count)) { String($0.changes.count) }
  }
}
