import Support

/// What failed, with all that was said: the part of the page that people come for.
struct ChangeFailures {
  let run: ReportedRun

  private static let mostBytes = 80_000
  private static let longestMessage = 3000

  func write(to body: inout HTMLWriter) {
    let failed = run.failed.filter { !run.isUnbuilt($0) || $0.failures.isEmpty }
    guard !failed.isEmpty else { return }
    body.element("h3", text: "Failed")
    let start = body.text.utf8.count
    var left = failed.reduce(0) { $0 + max($1.failures.count, 1) }
    for module in failed {
      guard body.text.utf8.count - start < Self.mostBytes else { break }
      body.element("article") { body in
        body.element("h4") { $0.code(Text.cut(module.id, to: 500)) }
        if module.failures.isEmpty {
          body.element("p", [("class", "bad")], text: ChangeTables.words(module.outcome))
          left -= 1
        }
        for failure in module.failures where body.text.utf8.count - start < Self.mostBytes {
          Self.write(failure, to: &body)
          left -= 1
        }
      }
    }
    if left > 0 { body.element("p", [("class", "dim")], text: "and \(left) more") }
  }

  private static func write(_ failure: ReportedRun.Failure, to body: inout HTMLWriter) {
    body.element("p") { body in
      body.code(Text.cut(failure.testCase, to: 500), [("class", "bad")])
      if let place = failure.place {
        body.words(" ")
        body.code(Text.cut(place, to: 500), [("class", "dim")])
      }
    }
    guard !failure.message.isEmpty else { return }
    body.element("pre") { $0.lines(Text.cut(failure.message, to: longestMessage)) }
  }
}
