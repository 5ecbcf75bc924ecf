import Support

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
    run.failed.filter { !run.isUnbuilt($0) || $0.failures.isEmpty }.flatMap { module in
      guard !module.failures.isEmpty else {
        let words = ChangeTables.words(module.outcome)
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
