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

/// Moments as reports write them, in UTC.
package enum Timestamp {
  /// `2026-11-21T09:30:00Z`
  package static func text(_ secondsSince1970: Int) -> String {
    let second = clamped(secondsSince1970) % day
    let parts = [second / 3600, second / 60 % 60, second % 60].map(padded)
    return "\(date(secondsSince1970))T\(parts.joined(separator: ":"))Z"
  }

  /// `2026-11-21`
  package static func date(_ secondsSince1970: Int) -> String {
    // Days count from the first of March of the year 0, so that a leap day is the last day of its year.
    let days = clamped(secondsSince1970) / day + 719_468
    let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let calendarMonth = month < 10 ? month + 3 : month - 9
    let year = era * 400 + yearOfEra + (calendarMonth <= 2 ? 1 : 0)
    return "\(year)-\(padded(calendarMonth))-\(padded(dayOfYear - (153 * month + 2) / 5 + 1))"
  }

  /// Returns the first second of a day written as by `date`. Returns nil for other texts and for years outside of 1970
  /// to 2999.
  package static func seconds(ofDate text: String) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let year = Int(parts[0]), let month = Int(parts[1]),
      let dayOfMonth = Int(parts[2]),
      (1970...2999).contains(year), (1...12).contains(month), (1...31).contains(dayOfMonth)
    else { return nil }
    let yearFromMarch = month > 2 ? year : year - 1
    let (era, yearOfEra) = yearFromMarch.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + dayOfMonth - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let seconds = (era * 146_097 + dayOfEra - 719_468) * day
    // Not every month has thirty days.
    return date(seconds) == text ? seconds : nil
  }

  private static let day = 86_400

  /// Limits the seconds to the years 1970 to 9999.
  private static func clamped(_ seconds: Int) -> Int { min(max(seconds, 0), 253_402_300_799) }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Duration {
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

/// An amount of storage: `20GB` (powers of 1000) or `20GiB` (powers of 1024).
package struct ByteSize: Sendable, Hashable {
  package let bytes: Int

  package init(bytes: Int) {
    self.bytes = bytes
  }

  /// Returns nil when `text` is not a whole number with a unit, or when the number is too large for an `Int`.
  package init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard let count = Int(digits), let scale = Self.units[unit.lowercased()] else { return nil }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: scale)
    guard !overflow else { return nil }
    self.bytes = bytes
  }

  private static let units: [String: Int] = [
    "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
    "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
  ]
}
