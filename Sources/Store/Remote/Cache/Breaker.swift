import Base

/// Stops asking a server that does not answer, for the rest of a run. Every failure costs time.
final class Breaker: Sendable {
  private static let most = 3
  /// The limit on the time lost to failures. A server that refuses at once is asked three times. A silent one is not.
  private static let longestWait = Duration.seconds(4)

  fileprivate struct State {
    /// The failures since the last success.
    var failures = 0
    var allFailures = 0
    var waited = Duration.zero
    var reason: RemoteError?
    var isOpen = false
    var deniesWrites = false
    /// The namespaces that may not be read, while others may.
    var closed: Set<Namespace> = []
    var denial: RemoteError?
  }

  private let state = Guarded(State())

  var isOpen: Bool { state.with { $0.isOpen } }
  /// The reason why the server is not asked any more.
  var openReason: RemoteError? { state.with { $0.isOpen ? $0.reason : nil } }
  var deniesWrites: Bool { state.with { $0.deniesWrites } }

  /// Returns true when reading from the namespace is useless.
  func isClosed(_ namespace: Namespace) -> Bool {
    state.with { $0.isOpen || $0.closed.contains(namespace) }
  }

  /// The namespaces that may not be read, and the server's message.
  var closed: ([Namespace], RemoteError)? {
    state.with { state in
      state.denial.map { (state.closed.sorted { $0.name < $1.name }, $0) }
    }
  }

  /// The number of failures in a run that went on, and the reason of the first.
  var setbacks: (count: Int, reason: RemoteError)? {
    state.with { state in
      guard !state.isOpen, state.allFailures > 0 else { return nil }
      return state.reason.map { (state.allFailures, $0) }
    }
  }

  func noteSuccess() { state.with { $0.failures = 0 } }

  func note(
    _ error: RemoteError, in namespace: Namespace, whileWriting: Bool, after time: Duration
  ) {
    state.with { state in
      switch error.kind {
      case .stopped: break
      case .denied where whileWriting: state.deniesWrites = true
      case .denied:
        state.closed.insert(namespace)
        if state.denial == nil { state.denial = error }
      case .untrusted: state.open(error)
      case .unavailable, .busy, .broken, .forgetful, .unsuitable:
        state.failures += 1
        state.allFailures += 1
        state.waited += time
        if state.reason == nil { state.reason = error }
        if state.failures >= Self.most || state.waited >= Self.longestWait { state.open(error) }
      }
    }
  }
}

extension Breaker.State {
  fileprivate mutating func open(_ error: RemoteError) {
    guard !isOpen else { return }
    isOpen = true
    reason = error
  }
}

/// Tells the threads that talk to a server to stop, because nobody waits for them any more.
package final class StopFlag: Sendable {
  private let flag = Guarded(false)

  package init() {}

  package var isSet: Bool { flag.with { $0 } }

  func set() { flag.with { $0 = true } }
}

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
