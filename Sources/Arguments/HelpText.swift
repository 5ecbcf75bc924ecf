/// Help as lines of marked spans. The caller that prints it decides about colour.
package struct HelpText: Sendable, Hashable {
  package enum Role: Sendable, Hashable {
    case text, heading
    /// The name of a command or a flag.
    case word
    case placeholder, dim
  }

  package struct Span: Sendable, Hashable {
    package let role: Role
    package let text: String

    package init(_ role: Role, _ text: String) {
      self.role = role
      self.text = text
    }
  }

  package internal(set) var lines: [[Span]] = []

  /// The text, each span styled by `style`, with a newline after every line.
  package func render(_ style: (Span) -> String = \.text) -> String {
    lines.map { $0.map(style).joined() + "\n" }.joined()
  }
}

extension HelpText {
  mutating func add(_ spans: Span...) {
    lines.append(spans)
  }

  mutating func addHeading(_ title: String) {
    if !lines.isEmpty { add() }
    add(Span(.heading, "\(title):"))
  }

  mutating func addParagraph(_ text: String, width: Int, indent: Int = 0) {
    for line in TextWrap.lines(of: text, width: width - indent) {
      add(Span(.text, String(repeating: " ", count: indent) + line))
    }
  }
}

/// Breaks text at spaces. Help is almost all ASCII, so a character is a column.
enum TextWrap {
  static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

/// Names on the left, with their meanings on the right. In a narrow terminal the meanings are below the names.
struct HelpColumns {
  struct Row {
    let spans: [HelpText.Span]
    let help: String

    var length: Int { spans.reduce(0) { $0 + $1.text.count } }
  }

  private static let indent = 2
  private static let gap = 2
  /// Narrower text than this is hard to read.
  private static let narrowestHelp = 36

  let width: Int
  /// The widest name among the rows to align.
  let nameWidth: Int

  init(width: Int, aligning rows: [Row]) {
    self.width = width
    nameWidth = rows.map(\.length).max() ?? 0
  }

  func add(_ rows: [Row], to text: inout HelpText) {
    let column = Self.indent + nameWidth + Self.gap
    let sideBySide = width - column >= Self.narrowestHelp
    for row in rows {
      let margin = HelpText.Span(.text, String(repeating: " ", count: Self.indent))
      if sideBySide {
        var lines = TextWrap.lines(of: row.help, width: width - column)[...]
        let pad = String(repeating: " ", count: column - Self.indent - row.length)
        text.lines.append([margin] + row.spans + [HelpText.Span(.text, pad + (lines.popFirst() ?? ""))])
        for line in lines {
          text.add(HelpText.Span(.text, String(repeating: " ", count: column) + line))
        }
      } else {
        text.lines.append([margin] + row.spans)
        text.addParagraph(row.help, width: width, indent: Self.indent + 6)
      }
    }
  }
}

extension CommandSpec {
  /// `ambit test [FLAGS] [MODULE...] [-- SWIFT-ARGS]`.
  package var usage: String {
    let words = ["ambit", name, "[FLAGS]"] + positionals.map(\.usage)
    return (words + (passthrough.map { ["[-- \($0.placeholder)]"] } ?? [])).joined(separator: " ")
  }

  /// The command's whole help, wrapped to `width` columns.
  package func helpText(width: Int = 80) -> HelpText {
    var text = head(width)
    for paragraph in discussion {
      text.add()
      text.addParagraph(paragraph, width: width)
    }
    addArguments(to: &text, width: width, inFull: true)
    addFlags(to: &text, width: width)
    addExamples(to: &text, width: width)
    return text
  }

  /// The number of lines that short help may have at 80 columns.
  package static let mostShortLines = 25

  /// The arguments and the main flags, each up to the first semicolon of its text. A help that is short anyway is shown
  /// whole.
  package func shortHelp(width: Int = 80) -> HelpText {
    let whole = helpText(width: width)
    guard whole.lines.count > Self.mostShortLines else { return whole }
    var text = head(width)
    addArguments(to: &text, width: width, inFull: false)
    if !mainFlags.isEmpty {
      let rows = mainFlags.map { $0.helpRow(inFull: false) }
      text.addHeading("Main flags")
      HelpColumns(width: width, aligning: rows).add(rows, to: &text)
    }
    text.add()
    text.addParagraph("`ambit \(name) --help` shows all \(flags.count) flags and examples.", width: width)
    return text
  }

  private func head(_ width: Int) -> HelpText {
    var text = HelpText()
    text.addParagraph(summary, width: width)
    text.addHeading("Usage")
    text.addParagraph(usage, width: width, indent: 2)
    return text
  }

  private func addArguments(to text: inout HelpText, width: Int, inFull: Bool) {
    var rows = positionals.flatMap { $0.helpRows(inFull: inFull) }
    if let passthrough {
      rows.append(
        HelpColumns.Row(
          spans: [HelpText.Span(.placeholder, passthrough.placeholder)], help: passthrough.help))
    }
    guard !rows.isEmpty else { return }
    text.addHeading("Arguments")
    HelpColumns(width: width, aligning: rows).add(rows, to: &text)
  }

  private func addFlags(to text: inout HelpText, width: Int) {
    let columns = HelpColumns(width: width, aligning: flags.map { $0.helpRow(inFull: true) })
    for group in FlagSpec.Group.allCases {
      let rows = flags.filter { $0.group == group }.map { $0.helpRow(inFull: true) }
      guard !rows.isEmpty else { continue }
      text.addHeading(group.rawValue)
      columns.add(rows, to: &text)
    }
  }

  private func addExamples(to text: inout HelpText, width: Int) {
    text.addHeading("Examples")
    for example in examples {
      // An example is never wrapped, so that it can be copied.
      text.add(HelpText.Span(.text, "  "), HelpText.Span(.word, example.line))
      for line in TextWrap.lines(of: example.meaning, width: width - 6) {
        text.add(HelpText.Span(.dim, "      " + line))
      }
    }
  }
}

extension PositionalSpec {
  /// The argument, and a row for each word to choose from.
  fileprivate func helpRows(inFull: Bool) -> [HelpColumns.Row] {
    let name = HelpText.Span(.placeholder, isRepeated ? "\(placeholder)..." : placeholder)
    let rows = choices.map { choice in
      HelpColumns.Row(spans: [HelpText.Span(.word, "  " + choice.word)], help: choice.meaning)
    }
    return [HelpColumns.Row(spans: [name], help: inFull ? help : help.beforeSemicolon)] + rows
  }
}

extension FlagSpec {
  /// Without `inFull` the row has neither the default nor the text behind a semicolon.
  fileprivate func helpRow(inFull: Bool) -> HelpColumns.Row {
    var spans = [HelpText.Span(.word, (short.map { "-\($0), " } ?? "    ") + name)]
    if takesValue {
      let ellipsis = arity == .many ? "..." : ""
      spans.append(HelpText.Span(.placeholder, " \(placeholder)\(ellipsis)"))
    }
    guard inFull else { return HelpColumns.Row(spans: spans, help: help.beforeSemicolon + kind.choiceNote) }
    let note = defaultValue.map { " (default: \($0))" } ?? ""
    return HelpColumns.Row(spans: spans, help: help + kind.choiceNote + note)
  }
}

extension String {
  fileprivate var beforeSemicolon: String { String(prefix { $0 != ";" }) }
}

extension ValueKind {
  /// The valid words, for the end of a flag's help.
  fileprivate var choiceNote: String {
    switch self {
    case .choice(let names, let range): ": " + (names + (range == nil ? [] : ["N"])).joined(separator: ", ")
    default: ""
    }
  }
}

/// The help that a command line asks for.
package enum HelpTopic: Sendable, Hashable {
  /// The everyday commands, and the names of the others: `ambit`.
  case overview
  /// The commands of these groups: `ambit help automation`, `ambit help --all`.
  case groups([CommandGroup])
  /// One command in full: `ambit test --help`.
  case command(String)
  /// One command with its main flags: `ambit test -h`.
  case mainFlags(String)

  /// The text, wrapped to `width` columns.
  package func text(of table: CommandTable, width: Int = 80) -> HelpText {
    switch self {
    case .overview: overview(table, width)
    case .groups(let groups): list(groups, table, width)
    case .command(let name): table.command(named: name)?.helpText(width: width) ?? overview(table, width)
    case .mainFlags(let name): table.command(named: name)?.shortHelp(width: width) ?? overview(table, width)
    }
  }

  private func overview(_ table: CommandTable, _ width: Int) -> HelpText {
    var text = HelpText()
    text.addParagraph(
      "Builds and tests only what a change reaches, in a Git monorepo of Swift packages", width: width)
    text.add()
    text.add(HelpText.Span(.heading, "Usage:"), HelpText.Span(.text, " ambit COMMAND [FLAGS] [ARGUMENTS]"))
    text.add([.everyday], of: table, width)
    let others = CommandGroup.allCases.filter { $0 != .everyday }
    let rows = others.map { group in
      HelpColumns.Row(spans: [HelpText.Span(.word, group.rawValue)], help: table.names(in: group))
    }
    text.addHeading("More commands, by group")
    HelpColumns(width: width, aligning: rows).add(rows, to: &text)
    text.add()
    text.addParagraph(
      "Run `ambit help GROUP`, `ambit help --all` or `ambit COMMAND -h` to read more.",
      width: width)
    return text
  }

  private func list(_ groups: [CommandGroup], _ table: CommandTable, _ width: Int) -> HelpText {
    var text = HelpText()
    text.add(groups, of: table, width)
    text.add()
    text.addParagraph(
      "Run `ambit COMMAND -h` for the main flags of a command, `--help` for all.",
      width: width)
    return text
  }
}

extension HelpText {
  /// Adds each group's commands under its title.
  fileprivate mutating func add(_ groups: [CommandGroup], of table: CommandTable, _ width: Int) {
    let row = { (command: CommandSpec) in
      HelpColumns.Row(spans: [Span(.word, command.name)], help: command.summary)
    }
    let columns = HelpColumns(width: width, aligning: groups.flatMap(table.commands(in:)).map(row))
    for group in groups {
      addHeading(group.title)
      columns.add(table.commands(in: group).map(row), to: &self)
    }
  }
}
