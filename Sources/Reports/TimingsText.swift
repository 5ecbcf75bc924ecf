package import Terminal

/// `--timings`: where the time went.
package enum TimingsText {
  package static func lines(_ stages: [(name: String, duration: Duration)], total: Duration) -> [StyledText] {
    let rows = stages.map { stage -> [StyledText] in
      ["\(stage.name)", "\(Wording.duration(stage.duration), .count)", share(stage.duration, total)]
    }
    let sum: [StyledText] = ["\("Total", .heading)", "\(Wording.duration(total), .count)"]
    return Table([.left, .right, .right], rows + [sum]).lines()
  }

  private static func share(_ part: Duration, _ whole: Duration) -> StyledText {
    let whole = whole / .microseconds(1)
    guard whole > 0 else { return "" }
    return StyledText("\(Int((part / .microseconds(1)) / whole * 100 + 0.5)) %", .dim)
  }
}
