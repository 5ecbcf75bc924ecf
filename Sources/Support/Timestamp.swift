#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// Moments as reports write them.
package enum Timestamp {
  /// `2026-11-21T09:30:00Z`
  package static func text(_ secondsSince1970: Int) -> String {
    let parts = parts(secondsSince1970)
    return "\(date(parts))T\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))Z"
  }

  /// `2026-11-21`, in universal time.
  package static func date(_ secondsSince1970: Int) -> String { date(parts(secondsSince1970)) }

  private static func parts(_ secondsSince1970: Int) -> tm {
    // Beyond that, what the system makes of it is no date.
    var time = time_t(min(max(secondsSince1970, 0), 253_402_300_799))
    var parts = tm()
    gmtime_r(&time, &parts)
    return parts
  }

  private static func date(_ parts: tm) -> String {
    "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
  }

  private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
