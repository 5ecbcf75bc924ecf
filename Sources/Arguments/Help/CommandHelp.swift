extension CommandSpec {
  /// `ambit test [FLAGS] [MODULE...] [-- SWIFT-ARGS]`.
  package var usage: String {
    let words = ["ambit", name, "[FLAGS]"] + positionals.map(\.usage)
    return (words + (passthrough.map { ["[-- \($0.placeholder)]"] } ?? [])).joined(separator: " ")
  }

  /// The command's help, wrapped to `width` columns.
  package func helpText(width: Int = 80) -> HelpText {
    var text = HelpText()
    text.addParagraph(summary, width: width)
    text.addHeading("Usage")
    text.addParagraph(usage, width: width, indent: 2)
    for paragraph in discussion {
      text.add()
      text.addParagraph(paragraph, width: width)
    }
    addArguments(to: &text, width: width)
    addFlags(to: &text, width: width)
    addExamples(to: &text, width: width)
    return text
  }

  private func addArguments(to text: inout HelpText, width: Int) {
    var rows = positionals.map { spec in
      HelpColumns.Row(
        spans: [HelpText.Span(.placeholder, spec.isRepeated ? "\(spec.placeholder)..." : spec.placeholder)],
        help: spec.help + spec.kind.choiceNote)
    }
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
    let columns = HelpColumns(width: width, aligning: flags.map(\.helpRow))
    for group in FlagSpec.Group.allCases {
      let rows = flags.filter { $0.group == group }.map(\.helpRow)
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

extension FlagSpec {
  fileprivate var helpRow: HelpColumns.Row {
    var spans = [HelpText.Span(.word, (short.map { "-\($0), " } ?? "    ") + name)]
    if takesValue {
      let ellipsis = arity == .many ? "..." : ""
      spans.append(HelpText.Span(.placeholder, " \(placeholder)\(ellipsis)"))
    }
    let note = defaultValue.map { " (default: \($0))" } ?? ""
    return HelpColumns.Row(spans: spans, help: help + kind.choiceNote + note)
  }
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
