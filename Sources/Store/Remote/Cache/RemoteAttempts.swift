import Base

/// Repeats requests where that can help: for a busy server, and for a connection that broke. Every request may be
/// repeated.
package struct RemoteAttempts: Sendable {
  /// The pauses before the second and the third attempt.
  private static let pauses = [Duration.milliseconds(100), .milliseconds(400)]
  private static let longestPause = Duration.seconds(1)
  /// A request that took this long is not repeated.
  private static let longestTrouble = Duration.seconds(2)

  let breaker: Breaker
  let pause: @Sendable (Duration) -> Void

  package static let sleep: @Sendable (Duration) -> Void = {
    Threads.pause(milliseconds: UInt32($0 / .milliseconds(1)))
  }

  /// Returns nil when all attempts failed. The breaker has recorded the failure then.
  func run<Value>(
    in namespace: Namespace, whileWriting: Bool = false, _ body: () throws(RemoteError) -> Value
  ) -> Value? {
    let start = ContinuousClock.now
    for number in 0... {
      let isUseless =
        whileWriting ? breaker.isOpen || breaker.deniesWrites : breaker.isClosed(namespace)
      guard !isUseless else { return nil }
      do throws(RemoteError) {
        let value = try body()
        breaker.noteSuccess()
        return value
      } catch {
        let time = ContinuousClock.now - start
        guard time < Self.longestTrouble, let wait = pause(before: number, after: error) else {
          breaker.note(error, in: namespace, whileWriting: whileWriting, after: time)
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
