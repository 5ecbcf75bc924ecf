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
