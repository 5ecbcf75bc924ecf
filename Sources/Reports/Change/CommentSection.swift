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

// MARK: What failed

/// What a run says is broken, without what an earlier run said already.
struct CommentFailures {
  private let builds: [Entry]
  private let tests: [Entry]
  private let unjudged: [CommentRow]
  private let isCompared: Bool
  /// How many the earlier run had too.
  let known: Int

  init(_ run: ReportedRun, before: ReportedRun?) {
    let known = Set((before.map { Self.builds($0) + Self.tests($0) } ?? []).map(\.identity))
    let (builds, tests) = (Self.builds(run), Self.tests(run))
    self.builds = builds.filter { !known.contains($0.identity) }
    self.tests = tests.filter { !known.contains($0.identity) }
    self.known = builds.count + tests.count - self.builds.count - self.tests.count
    unjudged = run.unjudged.map { CommentRow(names: [$0.name], message: $0.reason) }
    isCompared = before != nil
  }

  /// Nobody knows what is new where there is nothing to compare with.
  var sections: [CommentSection] {
    [
      CommentSection(
        title: "\(isCompared ? "New errors" : "Errors") of builds: \(builds.count)", rows: builds.map(\.row)),
      CommentSection(
        title: "\(isCompared ? "New failures" : "Failures"): \(tests.count)", rows: tests.map(\.row)),
      CommentSection(title: "No verdict: \(unjudged.count)", rows: unjudged),
    ]
  }

  /// A failure, and what makes it the same one in another run: lines shift, and messages hold values.
  private struct Entry {
    let row: CommentRow
    let identity: [String]
  }

  private static func builds(_ run: ReportedRun) -> [Entry] {
    ChangeCauses(run).all.map { cause in
      let message = [Text.firstLine(of: cause.message), cause.blocked].filter { !$0.isEmpty }.joined(
        separator: "; ")
      return Entry(
        row: CommentRow(names: [cause.name, cause.place ?? ""], message: message),
        identity: [cause.name, cause.message])
    }
  }

  private static func tests(_ run: ReportedRun) -> [Entry] {
    run.failedThemselves.flatMap { module in
      guard !module.failures.isEmpty else {
        let words = ReportedRun.words(module.outcome)
        return [Entry(row: CommentRow(names: [module.id], message: words), identity: [module.id])]
      }
      return module.failures.map { failure in
        Entry(
          row: CommentRow(
            names: [module.id, failure.testCase, failure.place ?? ""], message: failure.message),
          identity: [module.id, failure.testCase])
      }
    }
  }
}
