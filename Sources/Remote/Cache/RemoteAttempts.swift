import Platform

/// Asks again where that can help: a busy server, and a connection that broke half-way. Everything that is asked for may be
/// asked for twice.
package struct RemoteAttempts: Sendable {
  /// Before the second and the third attempt.
  private static let pauses = [Duration.milliseconds(100), .milliseconds(400)]
  private static let longestPause = Duration.seconds(2)

  let breaker: Breaker
  let pause: @Sendable (Duration) -> Void

  package static let sleep: @Sendable (Duration) -> Void = {
    Threads.pause(milliseconds: UInt32($0 / .milliseconds(1)))
  }

  /// nil when it came to nothing, of which the breaker knows.
  func run<Value>(
    whileWriting: Bool = false, _ body: () throws(RemoteError) -> Value
  ) -> Value? {
    for number in 0... {
      guard !breaker.isOpen else { return nil }
      let start = ContinuousClock.now
      do throws(RemoteError) {
        let value = try body()
        breaker.noteSuccess()
        return value
      } catch {
        guard let wait = pause(before: number, after: error) else {
          breaker.note(error, whileWriting: whileWriting, after: ContinuousClock.now - start)
          return nil
        }
        pause(wait)
      }
    }
    return nil
  }

  private func pause(before number: Int, after error: RemoteError) -> Duration? {
    guard error.kind == .busy || error.kind == .broken, number < Self.pauses.count else { return nil }
    if error.kind == .busy, let patience = error.patience {
      return patience <= Self.longestPause ? patience : nil
    }
    return Self.pauses[number] + .milliseconds(Int.random(in: 0..<50))
  }
}
