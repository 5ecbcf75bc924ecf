package import Terminal

/// `--timings`: where the time went.
package enum TimingsText {
  package static func lines(_ stages: [(name: String, duration: Duration)], total: Duration) -> [StyledText] {
    var table = Table(columns: [.init(), .init(.right), .init(.right)])
    for stage in stages {
      table.add([
        StyledText(stage.name), StyledText(Wording.duration(stage.duration), .count),
        share(stage.duration, total),
      ])
    }
    table.add([StyledText("Total", .heading), StyledText(Wording.duration(total), .count)])
    return table.lines()
  }

  private static func share(_ part: Duration, _ whole: Duration) -> StyledText {
    let whole = whole / .microseconds(1)
    guard whole > 0 else { return "" }
    return StyledText("\(Int((part / .microseconds(1)) / whole * 100 + 0.5)) %", .dim)
  }
}
