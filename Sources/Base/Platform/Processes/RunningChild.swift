import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A started child with its pipes. The thread that waits for it feeds, reads, times and ends it.
///
/// A second thread waits for the child's end and reports it by closing a pipe. So one `poll` can watch everything, even
/// when the child has closed its output.
struct RunningChild {
  /// The time between SIGTERM and SIGKILL.
  private static let grace = Duration.milliseconds(1000)
  /// The time to wait for output from processes that outlive the child and hold its pipes open.
  private static let lateOutput = Duration.milliseconds(200)

  /// The states of a child, which decide what happens at the deadline.
  private enum Phase {
    case running, terminating, killed, draining
  }

  let pid: pid_t
  private let supervisor: ProcessSupervisor
  private let clock = ContinuousClock()
  private var stdout: OwnedDescriptor?
  private var stderr: OwnedDescriptor?
  private var exitNotice: OwnedDescriptor?
  private var feeder: InputFeeder
  private var phase = Phase.running
  private var deadline: ContinuousClock.Instant?
  private var isTimedOut = false
  /// Descendants seen at the time-out. Some may have groups of their own.
  private var condemned: Set<ProcessIdentity> = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  static func start(
    _ command: Command, input: [UInt8], timeout: Duration?, supervisor: ProcessSupervisor,
    observer: ProcessObserver?
  ) throws(Failure) -> RunningChild {
    let stdin = input.isEmpty ? nil : try Pipe()
    let (stdout, stderr, exit) = (try Pipe(), try Pipe(), try Pipe())
    let spawn = { @Sendable () -> Result<pid_t, Failure> in
      Result { () throws(Failure) in
        try Spawn.start(
          command, stdin: stdin?.readEnd.number, stdout: stdout.writeEnd.number,
          stderr: stderr.writeEnd.number)
      }
    }
    let pid = try (observer?.starting(spawn) ?? spawn()).get()
    let mayRun = supervisor.register(pid)
    let isWatched = watchEnd(of: pid, closing: exit.writeEnd)
    guard mayRun, isWatched else {
      supervisor.signal(pid, SIGKILL)
      _ = supervisor.finish(pid)
      throw mayRun ? .spawnFailed("cannot start a thread", EAGAIN) : .stopped
    }
    for end in [stdout.readEnd, stderr.readEnd, stdin?.writeEnd] {
      if let end { _ = ambit_set_nonblocking(end.number) }
    }
    return RunningChild(
      pid: pid, supervisor: supervisor, stdout: stdout.readEnd, stderr: stderr.readEnd,
      exitNotice: exit.readEnd, feeder: InputFeeder(input, into: stdin?.writeEnd), timeout: timeout)
  }

  private init(
    pid: pid_t, supervisor: ProcessSupervisor, stdout: OwnedDescriptor, stderr: OwnedDescriptor,
    exitNotice: OwnedDescriptor, feeder: InputFeeder, timeout: Duration?
  ) {
    self.pid = pid
    self.supervisor = supervisor
    self.stdout = stdout
    self.stderr = stderr
    self.exitNotice = exitNotice
    self.feeder = feeder
    deadline = timeout.map { clock.now + $0 }
  }

  /// Waits without reaping. The child keeps its number until its status is fetched.
  private static func watchEnd(of pid: pid_t, closing writeEnd: OwnedDescriptor) -> Bool {
    let notice = Guarded<OwnedDescriptor?>(writeEnd)
    return Threads.start {
      var info = siginfo_t()
      while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      notice.with { $0 = nil }
    }
  }
}

extension RunningChild {
  mutating func runToEnd(_ onChunk: (ProcessStream, [UInt8]) -> Void) throws(Failure) -> ProcessStatus {
    repeat {
      pollOnce(onChunk)
      if let deadline, clock.now >= deadline { passDeadline() }
    } while !isDone
    ProcessTable.signal(condemned, SIGKILL)
    guard let status = supervisor.finish(pid) else {
      throw Failure.process(.statusLost, "the exit status of process \(pid) could not be read")
    }
    if supervisor.isStopped { throw .stopped }
    if isTimedOut { return .timedOut }
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
  }

  private var isDone: Bool {
    exitNotice == nil && ((stdout == nil && stderr == nil) || (phase == .draining && deadline == nil))
  }

  private mutating func pollOnce(_ onChunk: (ProcessStream, [UInt8]) -> Void) {
    var watched = [
      pollfd(fd: stdout?.number ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stderr?.number ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: exitNotice?.number ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: feeder.pollNumber, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&watched, nfds_t(watched.count), millisecondsLeft) > 0 else { return }
    if watched[0].revents != 0, !readOnce(stdout, .stdout, onChunk) { stdout = nil }
    if watched[1].revents != 0, !readOnce(stderr, .stderr, onChunk) { stderr = nil }
    if watched[3].revents != 0 { feeder.feed() }
    if watched[2].revents != 0 {
      exitNotice = nil
      phase = .draining
      deadline = clock.now + Self.lateOutput
    }
  }

  /// The milliseconds until the deadline, rounded up so that the deadline has passed when `poll` returns. -1 means no
  /// limit.
  private var millisecondsLeft: Int32 {
    guard let deadline else { return -1 }
    let left = deadline - clock.now
    return left <= .zero ? 0 : Int32(clamping: Int64(left / .milliseconds(1)) + 1)
  }

  /// Reads one piece. Returns false at the end of the stream.
  private mutating func readOnce(
    _ source: OwnedDescriptor?, _ stream: ProcessStream, _ onChunk: (ProcessStream, [UInt8]) -> Void
  ) -> Bool {
    guard let source else { return false }
    let count = read(source.number, &buffer, buffer.count)
    if count > 0 { onChunk(stream, Array(buffer.prefix(count))) }
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
  }

  private mutating func passDeadline() {
    switch phase {
    case .running:
      isTimedOut = true
      end(with: SIGTERM)
      phase = .terminating
      deadline = clock.now + Self.grace
    case .terminating:
      end(with: SIGKILL)
      phase = .killed
      deadline = nil
    case .killed, .draining:
      deadline = nil
    }
  }

  private mutating func end(with signal: Int32) {
    condemned.formUnion(ProcessTable.descendants(of: pid))
    supervisor.signal(pid, signal)
    ProcessTable.signal(condemned, signal)
  }
}

/// Writes bytes into a child's standard input.
struct InputFeeder {
  private let input: [UInt8]
  private var sent = 0
  private var descriptor: OwnedDescriptor?

  /// `descriptor` must not block.
  init(_ input: [UInt8], into descriptor: OwnedDescriptor?) {
    self.input = input
    self.descriptor = descriptor
    ClosedPipes.areErrors()
  }

  /// The descriptor to poll for writing. It is -1 once all bytes are sent, which `poll` ignores.
  var pollNumber: Int32 { descriptor?.number ?? -1 }

  /// Writes as much as fits now. Closes the stream after the last byte, or when nobody reads it.
  mutating func feed() {
    guard let number = descriptor?.number else { return }
    let count = input[sent...].withUnsafeBytes { systemWrite(number, $0.baseAddress, $0.count) }
    let reason = errno
    if count > 0 { sent += count }
    let isBroken = count < 0 && reason != EAGAIN && reason != EINTR
    if isBroken || sent == input.count { descriptor = nil }
  }
}

/// A file descriptor that is closed when its owner is done with it.
final class OwnedDescriptor: Sendable {
  let number: Int32

  /// Takes ownership of `number`.
  init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}

/// Both ends of a new pipe, close-on-exec. Their numbers are above those of the standard descriptors, so that setting a
/// child's 0, 1 and 2 never overwrites one.
struct Pipe {
  let readEnd: OwnedDescriptor
  let writeEnd: OwnedDescriptor

  init() throws(Failure) {
    var ends: [Int32] = [-1, -1]
    guard ambit_open_pipe(&ends) == 0 else { throw .spawnFailed("cannot make a pipe", errno) }
    let first = OwnedDescriptor(owning: ends[0])
    let second = OwnedDescriptor(owning: ends[1])
    readEnd = try Self.raised(first)
    writeEnd = try Self.raised(second)
  }

  private static func raised(_ end: OwnedDescriptor) throws(Failure) -> OwnedDescriptor {
    #if !canImport(Darwin)
      if end.number > 2 { return end }
    #endif
    let number = ambit_duplicate_above_standard(end.number)
    guard number >= 0 else { throw .spawnFailed("cannot duplicate a descriptor", errno) }
    return OwnedDescriptor(owning: number)
  }
}
