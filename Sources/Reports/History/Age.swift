import Support

/// How long ago something was, as people say it.
enum Age {
  /// Both in seconds since 1970.
  static func text(of time: Int, now: Int) -> String {
    let seconds = now.subtractingReportingOverflow(time).partialValue
    return switch seconds {
    // Another machine's clock, or this one's since it was set.
    case ..<0: Timestamp.date(time)
    case ..<60: "just now"
    case ..<3600: "\(seconds / 60) min ago"
    case ..<86_400: "\(seconds / 3600) h ago"
    case ..<172_800: "yesterday"
    case ..<2_592_000: "\(seconds / 86_400) days ago"
    default: Timestamp.date(time)
    }
  }
}
