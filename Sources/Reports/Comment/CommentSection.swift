import Support

/// Lines of a comment under a title, of which those are shown that there is room for.
struct CommentSection {
  let title: String
  let rows: [CommentRow]

  /// A blank line and the title stand above the rows.
  static let head = 2

  /// Sections in at most `room` lines; those with few rows leave theirs to the others.
  static func lines(_ sections: [CommentSection], room: Int) -> [String] {
    let sections = sections.filter { !$0.rows.isEmpty }
    let shares = shares(of: sections.map(\.rows.count), in: room - sections.count * head)
    return zip(sections, shares).flatMap { $0.lines(showing: $1) }
  }

  /// As evenly as can be, and to nobody more than is wanted.
  static func shares(of wanted: [Int], in room: Int) -> [Int] {
    var shares = wanted
    var left = room
    for (done, index) in wanted.indices.sorted(by: { wanted[$0] < wanted[$1] }).enumerated() {
      shares[index] = min(wanted[index], left / (wanted.count - done))
      left -= shares[index]
    }
    return shares
  }

  private func lines(showing share: Int) -> [String] {
    let head = ["", "**\(title)**"]
    guard share < rows.count else { return head + rows.map(\.line) }
    let shown = max(share - 1, 0)
    return head + rows.prefix(shown).map(\.line) + ["- and \(rows.count - shown) more"]
  }
}

/// One thing that is wrong: where, and what was said of it. All of it is foreign text.
struct CommentRow: Hashable {
  let names: [String]
  let message: String

  private static let mostBytes = 1500

  /// Escapes make text up to twelve times as long, and a host takes only so much.
  var line: String {
    let line = line(longestName: 120, longestMessage: 200)
    return line.utf8.count <= Self.mostBytes ? line : self.line(longestName: 40, longestMessage: 40)
  }

  private func line(longestName: Int, longestMessage: Int) -> String {
    let names = names.filter { !$0.isEmpty }
      .map { Markdown.code(Text.cut(Text.escapingControls($0), to: longestName)) }
    let message = Markdown.plain(
      Text.cut(Text.escapingControls(Text.firstLine(of: message)), to: longestMessage))
    return "- \(names.joined(separator: " "))\(message.isEmpty ? "" : ": \(message)")"
  }
}
