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
