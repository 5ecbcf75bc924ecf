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

/// Counts the problems with a server's answers, and reports each kind once.
final class RemoteProblems: Sendable {
  enum Kind: String, CaseIterable {
    case damaged = "remote-damaged"
    case incomplete = "remote-incomplete"
    case unsigned = "remote-unsigned"
    case distrusted = "remote-distrusted"
  }

  private let found = Guarded<[Kind: Int]>([:])

  func note(_ kind: Kind) { found.with { $0[kind, default: 0] += 1 } }

  func warnings(_ address: String) -> [Warning] {
    let found = found.with { $0 }
    return Kind.allCases.compactMap { kind in
      found[kind].map {
        Warning(code: kind.rawValue, message: Self.message(kind, $0, address), hints: Self.hints(kind))
      }
    }
  }

  private static func message(_ kind: Kind, _ count: Int, _ address: String) -> String {
    let records = count == 1 ? "a record" : "\(count) records"
    return switch kind {
    case .damaged:
      "\(records) of the remote cache \(address) were not used: the contents are wrong, or of another record"
    case .incomplete: "\(records) of the remote cache \(address) were not used: parts are missing or damaged"
    case .unsigned:
      "\(records) of the remote cache \(address) were not used: a signature is required and missing"
    case .distrusted:
      "\(records) of the remote cache \(address) were not used: the signature is not trusted"
    }
  }

  private static func hints(_ kind: Kind) -> [String] {
    switch kind {
    case .damaged, .incomplete: []
    case .unsigned: ["writers must sign: set AMBIT_SIGNING_KEY to a key that `ambit trust key FILE` makes"]
    case .distrusted: ["if a key changed, trust the new key: `ambit trust allow URL --key KEY`"]
    }
  }

  static func unusable(_ address: String, _ error: RemoteError) -> Warning {
    let start = "the remote cache \(address) is not used in this run: \(error.reason)"
    return switch error.kind {
    case .untrusted:
      Warning(
        code: "remote-untrusted", message: start,
        hints: ["to trust a certificate authority of your own, set SSL_CERT_FILE"])
    default:
      Warning(
        code: "remote-unavailable", message: start, hints: ["`ambit doctor` tests the connection"])
    }
  }

  static func denied(_ address: String, _ namespaces: [Namespace], _ error: RemoteError) -> Warning {
    let names = namespaces.map(\.name).joined(separator: " and ")
    return Warning(
      code: "remote-denied",
      message: "the remote cache \(address) denies reading \(names): \(error.reason)",
      hints: ["`ambit doctor` shows the credential and its rights"])
  }

  static func troubled(_ address: String, _ count: Int, _ error: RemoteError) -> Warning {
    let what = count == 1 ? "a request" : "\(count) requests"
    return Warning(
      code: "remote-troubled", message: "\(what) to the remote cache \(address) failed: \(error.reason)")
  }

  static func deniedWrites(_ address: String, _ namespace: Namespace) -> Warning {
    Warning(
      code: "remote-read-only",
      message: "nothing is sent to the remote cache \(address): it denies writing to \(namespace)",
      hints: ["`ambit doctor` shows the credential and its rights"])
  }
}
