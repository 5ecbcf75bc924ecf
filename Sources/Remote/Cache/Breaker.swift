import Platform
import Support

/// Stops asking a server that does not answer, for the rest of a run: each failure costs the time that it takes.
final class Breaker: Sendable {
  private static let most = 3
  /// Waiting for nothing may take so long in all: a server that refuses at once may be asked thrice, one that is silent not.
  private static let longestWait = Duration.seconds(4)

  fileprivate struct State {
    var failures = 0
    /// Those that did not open it, too.
    var allFailures = 0
    var waited = Duration.zero
    var reason: RemoteError?
    var isOpen = false
    var deniesWrites = false
  }

  private let state = Guarded(State())

  var isOpen: Bool { state.with { $0.isOpen } }
  /// Why nothing is asked any more.
  var openReason: RemoteError? { state.with { $0.isOpen ? $0.reason : nil } }
  /// What came to nothing though the rest went on, and why the first of it did.
  var setbacks: (count: Int, reason: RemoteError)? {
    state.with { state in
      guard !state.isOpen, state.allFailures > 0 else { return nil }
      return state.reason.map { (state.allFailures, $0) }
    }
  }
  var deniesWrites: Bool { state.with { $0.deniesWrites } }

  func noteSuccess() { state.with { $0.failures = 0 } }

  func note(_ error: RemoteError, whileWriting: Bool, after time: Duration) {
    state.with { state in
      switch error.kind {
      case .stopped: break
      case .denied where whileWriting: state.deniesWrites = true
      case .denied, .untrusted: state.open(error)
      case .unavailable, .busy, .broken:
        state.failures += 1
        state.allFailures += 1
        if state.reason == nil { state.reason = error }
        state.waited += time
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
