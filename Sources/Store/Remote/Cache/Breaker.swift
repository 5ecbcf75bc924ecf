import Base

/// Stops asking a server that does not answer, for the rest of a run: each failure costs the time that it takes.
final class Breaker: Sendable {
  private static let most = 3
  /// Waiting for nothing may take so long in all: a server that refuses at once may be asked thrice, one that is silent not.
  private static let longestWait = Duration.seconds(4)

  fileprivate struct State {
    /// Since something went well.
    var failures = 0
    var allFailures = 0
    var waited = Duration.zero
    var reason: RemoteError?
    var isOpen = false
    var deniesWrites = false
    /// What may not be read, though the rest may.
    var closed: Set<Namespace> = []
    var denial: RemoteError?
  }

  private let state = Guarded(State())

  var isOpen: Bool { state.with { $0.isOpen } }
  /// Why nothing is asked any more.
  var openReason: RemoteError? { state.with { $0.isOpen ? $0.reason : nil } }
  var deniesWrites: Bool { state.with { $0.deniesWrites } }

  /// Whether reading there is no use.
  func isClosed(_ namespace: Namespace) -> Bool {
    state.with { $0.isOpen || $0.closed.contains(namespace) }
  }

  /// Namespaces that may not be read, and what the server said.
  var closed: ([Namespace], RemoteError)? {
    state.with { state in
      state.denial.map { (state.closed.sorted { $0.name < $1.name }, $0) }
    }
  }

  /// What came to nothing though the rest went on, and why the first of it did.
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

/// Says to whoever talks to a server that nobody waits for it any more.
package final class StopFlag: Sendable {
  private let flag = Guarded(false)

  package init() {}

  package var isSet: Bool { flag.with { $0 } }

  func set() { flag.with { $0 = true } }
}
