package import Base

/// Text from outside in Markdown, as GitHub and GitLab read it.
package enum Markdown {
  /// A name as code, good for a table's cell. In code nobody is mentioned, and nothing is a link.
  package static func code(_ text: String) -> String {
    let shown = Text.escapingControls(text)
    guard !shown.isEmpty else { return "" }
    // Backslashes count before a pipe in a table, and only there.
    let isPlain = !shown.contains { "`|\\".contains($0) } && shown.first != " " && shown.last != " "
    return isPlain ? "`\(shown)`" : "<code>\(entities(shown))</code>"
  }

  /// A sentence without any formatting. Hosts look for `@name` and `#1` in what they have rendered, entities and all, so
  /// a space without width parts them.
  package static func plain(_ text: String) -> String {
    entities(Text.escapingControls(text)).replacing("&#64;", with: "&#64;&#8203;")
      .replacing("&#35;", with: "&#35;&#8203;")
  }

  /// Names as code, what stands out in bold, unless all of it does, and all else without formatting.
  package static func text(_ text: StyledText, isBold: Bool = false) -> String {
    var (result, words) = ("", "")
    // Words beside one another may make up what Markdown knows, so they are looked at together.
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

  /// All but letters, digits and harmless signs as numbers: what is none of Markdown's characters when the
  /// structure is read cannot become one.
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

  /// A colon or a full stop before a space or the end, or a point within a number. Elsewhere they may make a picture or a
  /// link, and a full stop behind a number makes a list.
  private static func endsWords(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    let next = index + 1 < scalars.count ? scalars[index + 1] : " "
    if scalars[index] == ":" { return next == " " }
    let isBehindNumber = index > 0 && ("0"..."9").contains(scalars[index - 1])
    return scalars[index] == "." && (isBehindNumber ? ("0"..."9").contains(next) : next == " ")
  }
}

// MARK: Pages

extension Document {
  /// A comment for a pull request, no longer than hosts take.
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
  /// GitHub's limit for a comment is 65,536 characters; the rest is for what stands around the rows.
  package static let mostBytes = 60_000
  /// Printed text leaves room for the rest of the page.
  private static let mostSaid = 25_000
  private static let mostWarnings = 20
  private static let longestMessage = 1000

  private var lines: [String] = []
  private var room = mostBytes
  private var roomToSay = mostSaid

  /// `marker` is the comment's first line, by which a script finds it again.
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

  /// A fence longer than any within ends the text, and no line of it begins where a comment or a command to a CI service
  /// may.
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

  /// What no longer fits is counted.
  private mutating func add(fitting lines: [String], _ more: (Int) -> [String]) {
    for (index, line) in lines.enumerated() {
      guard line.utf8.count + 1 < room else { return add(more(lines.count - index)) }
      add([line])
    }
  }

  /// Nothing for a table without rows.
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
