package import Base

/// Writes text from outside as Markdown of GitHub and GitLab, so that names and messages cannot become markup.
package enum Markdown {
  /// A name as code, also for a table's cell. Hosts mention nobody and link nothing in code.
  package static func code(_ text: String) -> String {
    let shown = Text.escapingControls(text)
    guard !shown.isEmpty else { return "" }
    // A backslash has a meaning before a pipe in a table, and only there.
    let isPlain = !shown.contains { "`|\\".contains($0) } && shown.first != " " && shown.last != " "
    return isPlain ? "`\(shown)`" : "<code>\(entities(shown))</code>"
  }

  /// A sentence without any formatting. Hosts look for `@name` and `#1` in the rendered text. So a space without width
  /// follows each `@` and `#`.
  package static func plain(_ text: String) -> String {
    entities(Text.escapingControls(text)).replacing("&#64;", with: "&#64;&#8203;")
      .replacing("&#35;", with: "&#35;&#8203;")
  }

  /// Names as code, headings in bold unless the whole text is bold, and other words without formatting.
  package static func text(_ text: StyledText, isBold: Bool = false) -> String {
    var (result, words) = ("", "")
    // Neighbouring words may together form Markdown syntax, so they are escaped together.
    func flush() { (result, words) = (result + plain(words), "") }
    for span in text.spans {
      if span.style.isCode {
        flush()
        result += code(span.text)
      } else if span.style == .heading, !isBold {
        flush()
        result += "**\(plain(span.text))**"
      } else {
        words += span.text
      }
    }
    flush()
    return result
  }

  /// Writes everything but letters, digits and harmless signs as numeric entities. Markdown reads its structure before
  /// it decodes entities, so these cannot become structure.
  private static func entities(_ text: String) -> String {
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isHarmless =
        scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " /,;?%='\"-()".unicodeScalars.contains(scalar) || endsWords(index, of: scalars)
      if isHarmless { result.unicodeScalars.append(scalar) } else { result += "&#\(scalar.value);" }
    }
    return result
  }

  /// True for a colon or a full stop before a space or the end, and for a point within a number. Elsewhere they may
  /// form an emoji or a link, and a full stop behind a number starts a list.
  private static func endsWords(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    let next = index + 1 < scalars.count ? scalars[index + 1] : " "
    if scalars[index] == ":" { return next == " " }
    let isBehindNumber = index > 0 && ("0"..."9").contains(scalars[index - 1])
    return scalars[index] == "." && (isBehindNumber ? ("0"..."9").contains(next) : next == " ")
  }
}

// MARK: Pages

extension Document {
  /// A comment for a pull request, within the limits of hosts.
  package var markdown: String {
    var page = MarkdownPage(marker: marker)
    for (index, part) in parts.enumerated() {
      switch part {
      case .title(let text): page.add(["### \(Markdown.text(text, isBold: true))"])
      case .text(let text): page.add(["", Markdown.text(text)])
      case .section where isTitled(index + 1): break
      case .section(let text): page.add(["", "**\(Markdown.text(text, isBold: true))**"])
      case .tree(let items): page.add(items)
      case .table(let table): page.add(table)
      case .note(let text): page.add(["", "<sub>\(Markdown.text(text))</sub>"])
      case .said(let all): page.add(all)
      case .drawing: break
      case .warnings(let warnings): page.add(warnings)
      }
    }
    return page.text
  }

  /// True when a table with a title of its own follows.
  private func isTitled(_ index: Int) -> Bool {
    guard index < parts.endIndex else { return false }
    switch parts[index] {
    case .table(let table): return !table.title.isEmpty
    case .drawing: return isTitled(index + 1)
    default: return false
    }
  }
}

/// A comment that is being written.
package struct MarkdownPage {
  /// GitHub's limit for a comment is 65,536 characters. The difference is room for the lines around the rows.
  package static let mostBytes = 60_000
  /// The limit for printed text, so that the rest of the page has room too.
  private static let mostSaid = 25_000
  private static let mostWarnings = 20
  private static let longestMessage = 1000

  private var lines: [String] = []
  private var room = mostBytes
  private var roomToSay = mostSaid

  /// `marker` is the comment's first line. A script finds the comment by this line.
  package init(marker: String) { add([marker]) }

  package var text: String { lines.joined(separator: "\n") + "\n" }

  package mutating func add(_ more: [String]) {
    lines += more
    room -= more.reduce(0) { $0 + $1.utf8.count + 1 }
  }

  package mutating func add(_ warnings: [Warning]) {
    for warning in warnings.prefix(Self.mostWarnings) {
      add(["", "> **Warning:** \(Markdown.plain(Text.cut(warning.message, to: Self.longestMessage)))"])
      add(warning.hints.map { "> Hint: \(Markdown.code(Text.cut($0, to: Self.longestMessage)))" })
    }
    let rest = warnings.count - Self.mostWarnings
    if rest > 0 { add(["", "> and \(rest) more warnings"]) }
  }

  package mutating func add(_ items: [Document.Item]) {
    guard !items.isEmpty else { return }
    let lines = items.map {
      "\(String(repeating: "  ", count: $0.depth))- \(Markdown.text($0.text))"
    }
    add([""])
    add(fitting: lines) { ["- and \($0) more"] }
  }

  /// Adds printed text in a fence that is longer than any fence within. Each line is indented, so that none can be a
  /// comment or a command to a CI service.
  package mutating func add(_ said: [Document.Said]) {
    if !said.isEmpty { add([""]) }
    for (index, one) in said.enumerated() {
      let text = LogText.lines(Array(Text.cut(one.text, to: Self.longestMessage).utf8)).map {
        "  \(GitHubCommand.defused($0))"
      }
      let longest = text.joined().split { $0 != "`" }.map(\.count).max() ?? 0
      let fence = "  \(String(repeating: "`", count: max(3, longest + 1)))"
      let block = ["- \(Markdown.text(one.title))"] + (text.isEmpty ? [] : [fence] + text + [fence])
      let size = block.reduce(0) { $0 + $1.utf8.count + 1 }
      guard size < roomToSay else { return add(["- and \(said.count - index) more"]) }
      roomToSay -= size
      add(block)
    }
  }

  /// Adds lines while there is room, and then the number of the others.
  private mutating func add(fitting lines: [String], _ more: (Int) -> [String]) {
    for (index, line) in lines.enumerated() {
      guard line.utf8.count + 1 < room else { return add(more(lines.count - index)) }
      add([line])
    }
  }

  /// Adds nothing for a table without rows.
  package mutating func add(_ table: ReportTable) {
    guard !table.rows.isEmpty else { return }
    if table.isFolded {
      add(["", "<details><summary>\(table.summary)</summary>"])
    } else if !table.title.isEmpty {
      add(["", "**\(table.title)**"])
    }
    add([""])
    add([Self.row(table.columns.map(\.title)), Self.row(table.columns.map { _ in "---" })])
    add(fitting: table.rows.map { cells in Self.row(cells.map { Markdown.text($0) }) }) {
      ["", "and \($0) more"]
    }
    if table.isFolded { add(["", "</details>"]) }
  }

  private static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}
