import Base
import Graph
import Runner
import Store

/// Runs test modules on the workers of the remote cache's server.
///
/// A worker has each file at its path on this machine, below the action's root.
/// A test that opens an absolute path finds it only on workers that make the action's root their own.
final class RemoteWorkers: TestWorkers {
  /// The longest time for a test without a time limit, and the longest wait for a worker.
  private static let longestRun = Duration.seconds(3600)
  private static let longestQueue = Duration.seconds(600)
  /// A folder in which programs may leave files on any worker.
  private static let temporary = "/tmp"
  private static let eventsName = "ambit-events.jsonl"

  struct Context: Sendable {
    /// The folder of the toolchain's libraries.
    let runtime: String
    let platform: [String: String]
    let slots: Int
    /// The files of this machine.
    let disk: WorkerContext
  }

  private let executor: REAPIExecutor
  private let address: String
  private let context: Context
  private let gates: RunGates
  private let keptTestReads: KeptTestReads
  /// The observations of modules that may run on workers.
  private let known: [ModuleID: TestReads]
  private let digests = FileDigests()
  private let reports = WorkerReports()

  init(
    _ executor: REAPIExecutor, at address: String, on context: Context, _ gates: RunGates,
    _ keptTestReads: KeptTestReads, of candidates: [ModuleID]
  ) {
    self.executor = executor
    self.address = address
    self.context = context
    self.gates = gates
    self.keptTestReads = keptTestReads
    let own = candidates.compactMap { module in gates.keys.ownFiles(of: module).map { (module, $0) } }
    known = keptTestReads.known(Dictionary(own) { first, _ in first })
  }

  var isOpen: Bool { reports.isOpen }
  var problems: [Warning] { reports.warnings(address) }

  func open() -> Int {
    do throws(RemoteError) {
      if try executor.canExecute() { return context.slots }
      reports.close(RemoteError(.unsuitable, "it does not execute actions"))
    } catch {
      reports.close(error)
    }
    return 0
  }

  func takes(_ test: BuiltTest, with company: [String]) -> Bool { inputs(of: test, with: company) != nil }

  func notePass() { reports.notePass() }
  func noteFailure(_ report: ModuleReport) { reports.noteFailure(report) }

  func noteDifference(_ module: ModuleID) {
    reports.noteDifference(module)
    guard var testReads = known[module] else { return }
    testReads.isDifferent = true
    keptTestReads.keep(testReads, of: module)
  }

  func run(
    _ process: WorkerProcess, _ watch: WorkerWatch, _ receive: (ProcessStream, [UInt8]) -> Void
  ) throws(WorkerTrouble) -> TestProcessEnd {
    var remote = RemoteWatch()
    remote.noteRunning = watch.noteRunning
    remote.noteSent = watch.noteSent
    // When nothing more is sent to workers, running calls need not be waited for.
    remote.isUnwanted = { [reports] in watch.isUnwanted() || !reports.isOpen }
    do throws(RemoteError) {
      let patience = (process.timeout ?? Self.longestRun) + Self.longestQueue
      let outcome = try executor.run(try action(process), patience: patience, remote)
      reports.noteSuccess()
      if !outcome.standardOutput.isEmpty { receive(.stdout, outcome.standardOutput) }
      if !outcome.standardError.isEmpty { receive(.stderr, outcome.standardError) }
      return end(outcome)
    } catch {
      reports.note(error)
      throw WorkerTrouble()
    }
  }

  private func end(_ outcome: RemoteOutcome) -> TestProcessEnd {
    let status: ProcessStatus =
      switch outcome.end {
      case .exited(let code): .exited(code)
      case .timedOut: .timedOut
      }
    return TestProcessEnd(
      status, events: outcome.outputs[Self.eventsName] ?? [],
      on: outcome.worker.isEmpty ? address : outcome.worker, duration: outcome.duration ?? .zero)
  }
}

// MARK: Sending

extension RemoteWorkers {
  private func action(_ process: WorkerProcess) throws(RemoteError) -> RemoteAction {
    let test = process.test
    guard let inputs = inputs(of: test, with: process.company), let testReads = known[test.id],
      case .success(let undeclared) = gates.undeclared(of: test.id, testReads)
    else { throw RemoteError(.unsuitable, "files that \(test.id) reads changed meanwhile") }
    gates.noteSending(test.id, undeclared)
    var tree = WorkerTree(digests)
    try add(inputs, &tree)
    try addProducts(process, inputs.products, &tree)
    try tree.addFolder(Array(test.workingFolder.utf8))
    try tree.addFolder(Array(Self.temporary.utf8))
    var environment = process.environment
    // The libraries lie beside the program. They come before those of the worker.
    environment["LD_LIBRARY_PATH"] =
      (["$ORIGIN"] + [environment["LD_LIBRARY_PATH"]].compactMap(\.self)).joined(separator: ":")
    for name in ["HOME", "TMPDIR"] where environment[name] == nil { environment[name] = Self.temporary }
    let program = Self.path(from: test.workingFolder, to: "\(test.seenFolder)/\(test.file)")
    return RemoteAction(
      arguments: [program] + process.arguments.map { $0 == process.events ? Self.eventsName : $0 },
      environment: environment, workingFolder: String(test.workingFolder.drop { $0 == "/" }),
      outputs: process.events == nil ? [] : [Self.eventsName], timeout: process.timeout,
      platform: context.platform, tree: tree.tree, files: tree.files)
  }

  private func inputs(of test: BuiltTest, with company: [String]) -> WorkerInputs? {
    gates.workerInputs(
      of: test.id, known[test.id], context.disk, company: Set(company).union([test.file]))
  }

  private func add(_ inputs: WorkerInputs, _ tree: inout WorkerTree) throws(RemoteError) {
    let root = Array(context.disk.root.utf8)
    for path in inputs.declared + inputs.seen { try tree.add(WorkerTree.path(path.bytes, in: root)) }
    for folder in inputs.listed { try tree.addNames(in: WorkerTree.path(folder.bytes, in: root)) }
  }

  /// Sends the products that the test looked at, and all libraries. A shared folder holds many more products.
  private func addProducts(
    _ process: WorkerProcess, _ wanted: Set<String>, _ tree: inout WorkerTree
  ) throws(RemoteError) {
    let folder = Array(process.test.seenFolder.utf8)
    let company = process.company.filter { wanted.contains($0) || $0.hasSuffix(".so") }
    for name in [process.test.file] + company {
      let path = WorkerTree.path(Array(name.utf8), in: folder)
      try tree.addProduct(path)
    }
    for name in LocalFiles.names(in: context.runtime) where name.hasSuffix(".so") {
      let path = Array("\(context.runtime)/\(name)".utf8)
      try tree.add(
        path, at: WorkerTree.path(Array(name.utf8), in: folder), followingLinks: true, isLibrary: true)
    }
  }

  /// Returns a relative path from one absolute path to another, through the root.
  private static func path(from folder: String, to file: String) -> String {
    let depth = folder.split(separator: "/").count
    return String(repeating: "../", count: depth) + file.drop { $0 == "/" }
  }
}

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
