/// Numbers in the form that people read.
package enum Wording {
  /// `1 module`, `2 modules`. `plural` is for words that take more than an s.
  package static func count(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// `33 %`
  package static func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }

  /// `0 B`, `820 B`, `4.1 kB`, `20 GB`: powers of 1000, at most one decimal.
  package static func bytes(_ count: Int) -> String {
    var rest = count
    var unit = 0
    let units = ["B", "kB", "MB", "GB", "TB"]
    guard count >= 1000 else { return "\(count) B" }
    // The number is rounded before a unit is chosen, so that nothing reads 1000 kB.
    while rest >= 999_950, unit < units.count - 2 {
      rest /= 1000
      unit += 1
    }
    let tenths = (rest + 50) / 100
    let decimal = tenths % 10 == 0 || tenths >= 1000 ? "" : ".\(tenths % 10)"
    return "\(tenths / 10)\(decimal) \(units[unit + 1])"
  }

  /// `820 ms`, `3.1 s`, `2 min 5 s`, `1 h 2 min`.
  package static func duration(_ duration: Duration) -> String {
    let (seconds, attoseconds) = max(duration, .zero).components
    let milliseconds = rounded(Int(clamping: seconds), attoseconds, perSecond: 1000)
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    let tenths = rounded(Int(clamping: seconds), attoseconds, perSecond: 10)
    if tenths < 600 { return "\(tenths / 10).\(tenths % 10) s" }
    let whole = rounded(Int(clamping: seconds), attoseconds, perSecond: 1)
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }

  /// `12 s`, `2 min 5 s`: for a redrawn line, where tenths would flicker, and for estimates.
  package static func wholeSeconds(_ duration: Duration) -> String {
    let seconds = max(duration, .zero).components.seconds
    return seconds < 60 ? "\(seconds) s" : self.duration(.seconds(seconds))
  }

  package static func duration(_ seconds: Double) -> String { duration(bounded(seconds)) }

  package static func wholeSeconds(_ seconds: Double) -> String { wholeSeconds(bounded(seconds)) }

  /// The duration, limited to a sane range: a wrong clock or a damaged file must not crash the program.
  private static func bounded(_ seconds: Double) -> Duration {
    .milliseconds(Int64(min(max(seconds.isFinite ? seconds : 0, 0), 1e9) * 1000))
  }

  private static func rounded(_ seconds: Int, _ attoseconds: Int64, perSecond: Int) -> Int {
    let unit = 1_000_000_000_000_000_000 / Int64(perSecond)
    let whole = seconds.multipliedReportingOverflow(by: perSecond)
    return whole.overflow ? Int.max / 2 : whole.partialValue + Int((attoseconds + unit / 2) / unit)
  }
}
