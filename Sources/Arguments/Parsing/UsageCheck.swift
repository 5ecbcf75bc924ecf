/// The checks that need all words together.
struct UsageCheck {
  let command: CommandSpec
  let parsed: ParsedArguments

  func check() throws(UsageError) {
    for flag in command.flags where parsed.has(flag) {
      if let other = flag.conflicts.first(where: { parsed.has($0) }) {
        throw UsageError("'\(flag.name)' contradicts '--\(other)'", hints: ["give one of the two"])
      }
    }
    let required = command.positionals.prefix(while: \.isRequired)
    if let missing = required.dropFirst(parsed.positionals.count).first {
      throw UsageError(
        "`ambit \(command.name)` needs \(missing.article) \(missing.placeholder)",
        hints: (missing.choices.isEmpty ? ["usage: \(command.usage)"] : choiceHints(missing.choices))
          + [UsageError.helpHint(for: command.name)])
    }
  }
}

extension UsageCheck {
  /// A line for each word that may follow: `ambit cache stats   Show how much is kept`.
  private func choiceHints(_ choices: [PositionalSpec.Choice]) -> [String] {
    let longest = choices.map(\.word.count).max() ?? 0
    return choices.map { choice in
      let pad = String(repeating: " ", count: longest - choice.word.count)
      return "ambit \(command.name) \(choice.word)\(pad)  \(choice.meaning)"
    }
  }
}

extension PositionalSpec {
  fileprivate var article: String { placeholder.first.map("AEIOU".contains) == true ? "an" : "a" }
}

/// The answer to a flag that the command does not have.
struct UnknownFlag {
  let name: String
  let command: CommandSpec?
  let table: CommandTable

  var error: UsageError {
    let others = table.commands.filter { other in
      other.ownFlags.contains { $0.name == name || $0.short.map { "-\($0)" } == name }
    }
    guard let command else {
      let hint =
        others.isEmpty
        ? UsageError.suggestion(for: name, among: FlagSpec.allGlobal.map(\.name))
        : ["put \(Argument(name).quoted) after the command; only global flags may come before"]
      return UsageError(
        "unknown flag \(Argument(name).quoted)", hints: hint + [UsageError.helpHint(for: nil)])
    }
    if let error = RemovedWords.error(name, of: command.name) { return error }
    let hint =
      others.isEmpty
      ? UsageError.suggestion(for: name, among: command.flags.map(\.name))
      : ["it is a flag of \(others.map { "`ambit \($0.name)`" }.joined(separator: ", "))"]
    return UsageError(
      "unknown flag \(Argument(name).quoted) for `ambit \(command.name)`",
      hints: hint + [UsageError.helpHint(for: command.name)])
  }
}

/// The error of a command line that cannot be carried out.
///
/// Other modules leave hints to a higher layer. Here they belong to the error, since only this module knows the valid
/// words.
package struct UsageError: Error, Sendable, Hashable {
  package let message: String
  package let hints: [String]

  package var code: String { "usage" }

  package init(_ message: String, hints: [String] = []) {
    self.message = message
    self.hints = hints
  }
}
