import Reports
import Runner
import Terminal

/// How much a run says.
enum RunDetail: Sendable {
  /// What fails.
  case failures
  /// What ends, and the log of what failed.
  case results
  /// Every log.
  case everything
}

/// Turns what happens in a run into text to write. Consoles are pure: facts and time come in, text goes out.
protocol RunConsole: Sendable {
  mutating func handle(_ event: RunEvent, now: Duration) -> String
  /// A line that stays, from somebody else.
  mutating func note(_ line: StyledText, now: Duration) -> String
  /// Time has passed.
  mutating func tick(now: Duration) -> String
  /// What has begun and not ended, or was ended before its time.
  var unfinished: [UnfinishedModule] { get }
  /// Leaves nothing behind that does not stay.
  mutating func finish(now: Duration) -> String
}
