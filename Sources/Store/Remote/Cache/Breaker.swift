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
