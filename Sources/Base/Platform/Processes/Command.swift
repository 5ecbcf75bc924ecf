#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program to run, with its arguments and environment. The child inherits nothing.
package struct Command: Sendable, Hashable {
  /// The path of the program, absolute or relative to this process's folder. `Executables.find` finds it by name.
  package var executable: String
  /// The arguments without the program's name.
  package var arguments: [String]
  /// The whole environment of the child.
  package var environment: [String: String]
  /// The child's folder, or nil for the folder of this process.
  package var workingFolder: String?

  package init(
    executable: String, arguments: [String] = [], environment: [String: String] = [:],
    workingFolder: String? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingFolder = workingFolder
  }
}

package enum ProcessStream: Sendable, Hashable {
  case stdout, stderr
}

/// The status and the output of a finished process.
package struct ProcessOutput: Sendable, Hashable {
  package let status: ProcessStatus
  package var stdout: [UInt8]
  package let stderr: [UInt8]
  /// The number of bytes beyond the output limit. A note in the stream marks the place.
  package var omittedBytes: Int = 0

  package var stdoutText: String { String(decoding: stdout, as: UTF8.self) }
  package var stderrText: String { String(decoding: stderr, as: UTF8.self) }
}

extension Command {
  /// The command as one could type it into a shell, without its environment.
  package var shellLine: String {
    ([executable] + arguments).map(Self.quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic && scalar.isASCII || ("0"..."9").contains(scalar)
          || "-_./:=@%+,".unicodeScalars.contains(scalar)
      }
    return isPlain
      ? word
      : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

package enum Executables {
  /// Returns the first executable file called `name` in the folders of a list such as `PATH`.
  ///
  /// A name with a slash is a path already. Relative and empty entries of the list are skipped, so that the result does
  /// not depend on the working folder.
  package static func find(_ name: String, inSearchPath searchPath: String) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return isExecutable(name) ? name : nil }
    guard !name.isEmpty else { return nil }
    for folder in searchPath.split(separator: ":") where folder.hasPrefix("/") {
      let candidate = folder.hasSuffix("/") ? "\(folder)\(name)" : "\(folder)/\(name)"
      if isExecutable(candidate) { return candidate }
    }
    return nil
  }

  package static func isExecutable(_ path: String) -> Bool { LocalFiles.isProgram(path) }
}

extension Command {
  package static let defaultOutputLimit = 64 << 20

  /// Runs the command to its end and collects what it writes.
  ///
  /// `outputLimit` applies to each stream. A run that exceeds `timeout` is killed with its whole group and ends as
  /// `.timedOut`. No process of the command's group outlives the call. `observer` sees which files the command asks
  /// for.
  package func run(
    input: [UInt8] = [], outputLimit: Int = Command.defaultOutputLimit, timeout: Duration? = nil,
    supervisor: ProcessSupervisor = .shared, observer: ProcessObserver? = nil
  ) throws(Failure) -> ProcessOutput {
    var stdout = CappedBuffer(limit: outputLimit)
    var stderr = CappedBuffer(limit: outputLimit)
    let status = try stream(input: input, timeout: timeout, supervisor: supervisor, observer: observer) {
      stream, bytes in
      switch stream {
      case .stdout: stdout.append(bytes)
      case .stderr: stderr.append(bytes)
      }
    }
    let output = (stdout.finish(), stderr.finish())
    return ProcessOutput(
      status: status, stdout: output.0, stderr: output.1, omittedBytes: stdout.omitted + stderr.omitted)
  }

  /// Runs the command and passes its output on as it arrives, on the calling thread.
  package func stream(
    input: [UInt8] = [], timeout: Duration? = nil, supervisor: ProcessSupervisor = .shared,
    observer: ProcessObserver? = nil, meter: ProcessMeter? = nil, onChunk: (ProcessStream, [UInt8]) -> Void
  ) throws(Failure) -> ProcessStatus {
    guard !supervisor.isStopped else { throw .stopped }
    var child = try RunningChild.start(
      self, input: input, timeout: timeout, supervisor: supervisor, observer: observer)
    meter?.begin(below: child.pid)
    return try child.runToEnd(onChunk)
  }
}

/// Adds up the processor time of the processes that a command starts, grouped by a label.
///
/// A thread samples the processes repeatedly, since only their own parents learn how long they took. The time after the
/// last sample of a process is lost, half an interval on average. This needs a system that lists the children of a
/// process. Linux does; elsewhere the meter finds nothing.
package final class ProcessMeter: Sendable {
  /// Returns the label for a process by its command line, or nil for the label of its parent.
  package typealias Label = @Sendable ([String]) -> String?

  private struct State {
    var isOver = false
    var root: Int32?
    /// The processes' own labels. The start time distinguishes a process from a later one with the same number.
    var labels: [ProcessKey: String] = [:]
    var times: [ProcessKey: (label: String, ticks: Int)] = [:]
  }

  private struct ProcessKey: Hashable {
    let pid: Int32
    let startTime: UInt64
  }

  private static let intervalMilliseconds: UInt32 = 100

  private let label: Label
  private let state = Guarded(State())

  package init(_ label: @escaping Label) { self.label = label }

  /// Begins to sample the descendants of a process.
  func begin(below root: Int32) {
    let isFirst = state.with { state in
      defer { state.root = root }
      return state.root == nil
    }
    guard isFirst else { return }
    _ = Threads.start { [self] in
      while sampleOnce() { Threads.pause(milliseconds: Self.intervalMilliseconds) }
    }
  }

  /// Stops sampling, and returns the seconds by label.
  package func finish() -> [String: Double] {
    state.with { state in
      state.isOver = true
      return state.times.values.reduce(into: [:]) { sums, time in
        sums[time.label, default: 0] += Double(time.ticks) / ProcessTable.ticksPerSecond
      }
    }
  }

  /// Takes one sample. Returns false when sampling has ended.
  private func sampleOnce() -> Bool {
    guard let root = state.with({ $0.isOver ? nil : $0.root }) else { return false }
    var queue = ProcessTable.children(of: root).map { (pid: $0, label: String?.none) }
    while let next = queue.popLast() {
      guard let usage = ProcessTable.usage(of: next.pid) else { continue }
      let key = ProcessKey(pid: next.pid, startTime: usage.startTime)
      let known = state.with { $0.labels[key] }
      // A process may be sampled before it executes its program, when it has no label or its parent's command line. So
      // it is asked again until it has another label than its parent.
      let own = known ?? label(ProcessTable.commandLine(of: next.pid))
      let inForce = own ?? next.label
      if let inForce {
        let isOver = state.with { state in
          guard !state.isOver else { return true }
          if own != next.label { state.labels[key] = own }
          state.times[key] = (inForce, usage.ticks)
          return false
        }
        if isOver { return false }
      }
      queue += ProcessTable.children(of: next.pid).map { ($0, inForce) }
    }
    return true
  }
}

/// The way in which a process ended.
package enum ProcessStatus: Sendable, Hashable {
  case exited(Int32)
  case signalled(Int32)
  /// The process exceeded its time limit and was killed.
  case timedOut

  package var isSuccess: Bool { self == .exited(0) }
}

extension ProcessStatus: CustomStringConvertible {
  /// `exit code 3`, `signal 11 (SIGSEGV)`, `a time-out`.
  package var description: String {
    switch self {
    case .exited(let code): "exit code \(code)"
    case .signalled(let number): "signal \(number)" + (Self.signalName(number).map { " (\($0))" } ?? "")
    case .timedOut: "a time-out"
    }
  }

  private static func signalName(_ number: Int32) -> String? {
    switch number {
    case SIGHUP: "SIGHUP"
    case SIGINT: "SIGINT"
    case SIGQUIT: "SIGQUIT"
    case SIGILL: "SIGILL"
    case SIGTRAP: "SIGTRAP"
    case SIGABRT: "SIGABRT"
    case SIGBUS: "SIGBUS"
    case SIGFPE: "SIGFPE"
    case SIGKILL: "SIGKILL"
    case SIGSEGV: "SIGSEGV"
    case SIGPIPE: "SIGPIPE"
    case SIGTERM: "SIGTERM"
    default: nil
    }
  }
}

extension Failure {
  /// The reason why a process could not be run. A process that ran and failed has a `ProcessStatus` instead. When the
  /// run is being stopped, the process was killed or never started, and the failure is `stopped`.
  package enum Process: String, Sendable {
    case executableNotFound = "executable-not-found"
    case notExecutable = "not-executable"
    case workingFolderMissing = "working-folder-missing"
    case invalidArgument = "invalid-argument"
    case spawnFailed = "spawn-failed"
    /// The child's status could not be read, so its end is unknown.
    case statusLost = "status-lost"
  }

  static func process(_ reason: Process, _ message: String) -> Failure {
    Failure(code: reason.rawValue, message: message)
  }

  static func spawnFailed(_ what: String, _ number: Int32) -> Failure {
    .process(.spawnFailed, "\(what): \(DiskError.words(for: number))")
  }
}

/// Keeps the beginning and the end of a stream that is too long to keep in full.
package struct CappedBuffer: Sendable {
  private let limit: Int
  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  package private(set) var omitted = 0

  package init(limit: Int) {
    self.limit = max(limit, 0)
  }

  private var headLimit: Int { limit - limit / 2 }

  package mutating func append(_ bytes: [UInt8]) {
    let room = headLimit - head.count
    if room >= bytes.count {
      head += bytes
      return
    }
    head += bytes.prefix(room)
    tail += bytes.dropFirst(room)
    // The tail is trimmed only now and then, so that a long stream is not copied for every chunk.
    if tail.count > limit + 65_536 { trim() }
  }

  private mutating func trim() {
    let excess = tail.count - limit / 2
    guard excess > 0 else { return }
    tail.removeFirst(excess)
    omitted += excess
  }

  /// Returns the kept bytes, with a note at the place of the omitted ones.
  package mutating func finish() -> [UInt8] {
    trim()
    guard omitted > 0 else { return head + tail }
    return head + Array("\n[... \(omitted) bytes omitted ...]\n".utf8) + tail
  }
}
