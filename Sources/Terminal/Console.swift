/// Turns the events of `Progress` into the text to write. Consoles are pure: time comes in, text
/// goes out.
package protocol Console: Sendable {
  mutating func begin(_ phase: String, total: Int?, now: Duration) -> String
  mutating func update(done: Int, doing: String, now: Duration) -> String
  mutating func note(_ line: StyledText, now: Duration) -> String
  mutating func tick(now: Duration) -> String
  mutating func finish(now: Duration) -> String
}
