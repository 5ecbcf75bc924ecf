import Base
import Runner
import Store

/// Counts the results of workers. It decides whether they are still used, and makes warnings for the user.
final class WorkerReports: Sendable {
  /// After so many errors in a row, nothing more is sent.
  private static let most = 3

  private struct State {
    var isOpen = true
    /// The reason that nothing more is sent.
    var closing: RemoteError?
    var inARow = 0
    /// The number of modules that ran here instead, and the reason of the first.
    var troubles = 0
    var reason: RemoteError?
    /// The failures of modules that did not pass on a worker.
    var failures: [ModuleID: String] = [:]
    var differences: Set<ModuleID> = []
    var passes = 0

    mutating func close(_ error: RemoteError) {
      isOpen = false
      closing = closing ?? error
    }
  }

  private let state = Guarded(State())

  var isOpen: Bool { state.with { $0.isOpen } }

  func close(_ error: RemoteError) { state.with { $0.close(error) } }
  func noteSuccess() { state.with { $0.inARow = 0 } }

  func note(_ error: RemoteError) {
    state.with { state in
      switch error.kind {
      // The run was stopped, so no error is counted.
      case .stopped: return
      case .denied, .untrusted, .unavailable: state.close(error)
      // The server is not the cause.
      case .unsuitable: break
      case .busy, .broken, .forgetful:
        state.inARow += 1
        if state.inARow >= Self.most { state.close(error) }
      }
      state.troubles += 1
      state.reason = state.reason ?? error
    }
  }

  func noteFailure(_ report: ModuleReport) {
    let failure = report.failures.first.map { "\($0.testCase): \($0.message)" } ?? report.outcome.rawValue
    state.with { $0.failures[report.id] = failure }
  }

  func notePass() { state.with { $0.passes += 1 } }

  /// Workers on which modules fail that pass here are not suitable.
  func noteDifference(_ module: ModuleID) {
    state.with { state in
      state.differences.insert(module)
      if state.differences.count >= Self.most, state.differences.count > state.passes {
        state.close(RemoteError(.unsuitable, "tests that pass here fail there"))
      }
    }
  }

  func warnings(_ address: String) -> [Warning] {
    let state = state.with { $0 }
    return [
      state.closing.map { Self.closed(address, $0) }
        ?? state.reason.map { Self.troubled(state.troubles, $0) },
      state.differences.min().map { Self.different($0, state.differences.count, state.failures[$0]) },
    ].compactMap(\.self)
  }

  private static func closed(_ address: String, _ error: RemoteError) -> Warning {
    Warning(
      code: "remote-execution-unavailable",
      message: "test modules run here, not on workers of \(address): \(error.reason)",
      hints: ["`ambit doctor` tests the connection"])
  }

  private static func troubled(_ count: Int, _ error: RemoteError) -> Warning {
    let modules = count == 1 ? "a test module was" : "\(count) test modules were"
    return Warning(
      code: "remote-execution-troubled",
      message: "\(modules) run here, since no worker could run them: \(error.reason)")
  }

  private static func different(_ module: ModuleID, _ count: Int, _ failure: String?) -> Warning {
    let others = count > 1 ? " (and \(count - 1) more like this)" : ""
    let reason = failure.map { ": \($0)" } ?? ""
    return Warning(
      code: "remote-difference",
      message: "\(module) passed here, but not on a worker\(others)\(Text.escapingControls(reason))",
      hints: [
        "if it needs other files, declare them under \"inputs\" in workspace.json",
        "if it needs this machine, run it here: "
          + "\"modules\": {\"\(module)\": {\"test\": {\"remote\": false}}}",
      ])
  }
}
