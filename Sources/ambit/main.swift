import Arguments
import Base
import Features
import Session

CurrentProcess.occupyStandardDescriptors()
// A process may get mounts of its own only while it has one thread.
PlaceEntry.enter()
// From here on a thread of its own takes signals, so that running tests are torn down completely.
Interruption.watch()
let code = Interruption.exitCode(or: Ambit.run(ThisProcess.world()))
PlaceEntry.leave()
CurrentProcess.exit(code)

/// Gathers the arguments, environment and descriptors of this process. No lower layer reads these.
enum ThisProcess {
  static func world() -> World {
    let environment = CurrentProcess.environment
    let start = ContinuousClock.now
    var world = World(
      arguments: arguments(), environment: environment, workingFolder: workingFolder(environment),
      output: DescriptorSink(CurrentProcess.output, environment),
      errors: DescriptorSink(CurrentProcess.errors, environment),
      readInput: { CurrentProcess.allInput() }, processors: Threads.processorCount)
    world.executable = CurrentProcess.executable
    world.nextInput = { CurrentProcess.nextInput() }
    world.now = { ContinuousClock.now - start }
    world.date = { FileTime.now.seconds }
    world.pause = { Threads.pause(milliseconds: UInt32($0 / .milliseconds(1))) }
    world.openKeys = { Keystrokes(CurrentProcess.input) }
    world.restart = { CurrentProcess.restart(with: $0, $1) }
    world.onAbruptEnd = { Interruption.atAbruptEnd($0) }
    return world
  }

  /// The arguments of the process. Without them Ambit would show its help and succeed, which looks like a test run that
  /// passed.
  private static func arguments() -> [Argument] {
    guard let words = CurrentProcess.arguments else {
      DescriptorSink(CurrentProcess.errors, CurrentProcess.environment).write(
        Array("error: the arguments cannot be read; is /proc mounted?\n".utf8))
      CurrentProcess.exit(ExitCode.noVerdict.rawValue)
    }
    return words.map { Argument($0) }
  }

  /// The working folder. A removed folder has no path any more, but the shell remembers its path for error messages.
  private static func workingFolder(_ environment: [String: String]) -> String {
    CurrentProcess.workingFolder ?? environment["PWD"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
  }
}

/// Writes to a descriptor. An answer that cannot be written ends the program without a verdict. Lost messages for
/// people do not.
private final class DescriptorSink: ByteSink {
  private let descriptor: Int32
  private let writer: Guarded<FileDescriptorWriter>
  private let environment: [String: String]
  private let isPlain: Bool

  init(_ descriptor: Int32, _ environment: [String: String]) {
    self.descriptor = descriptor
    self.environment = environment
    isPlain = TerminalCapabilities(of: descriptor, environment: environment).isPlain
    writer = Guarded(FileDescriptorWriter(descriptor))
  }

  func write(_ bytes: [UInt8]) {
    writer.with { writer in
      do throws(Failure) { try writer.write(isPlain ? PlainSigns.text(bytes) : bytes) } catch {
        giveUp(error)
      }
    }
  }

  func capabilities(_ color: ColorChoice) -> TerminalCapabilities {
    TerminalCapabilities(of: descriptor, environment: environment, choice: color)
  }

  private func giveUp(_ error: Failure) {
    guard descriptor == CurrentProcess.output else { return }
    var errors = FileDescriptorWriter(CurrentProcess.errors)
    try? errors.write(
      """
      error: \(error.message)
      hint: \(error.hints.joined())

      """)
    Interruption.sayFarewell()
    CurrentProcess.exit(ExitCode.noVerdict.rawValue)
  }
}

/// Handles signals that ask the program to end. Everything that it started ends first.
enum Interruption {
  /// The first signal that arrived.
  private static let received = Guarded<Int32?>(nil)
  private static let farewell = Guarded<(@Sendable () -> Void)?>(nil)

  /// Sets the action before an abrupt end: it leaves the terminal as it was found.
  static func atAbruptEnd(_ body: @escaping @Sendable () -> Void) {
    farewell.with { $0 = body }
  }

  /// Runs that action, for callers that end the process abruptly without a signal.
  static func sayFarewell() { farewell.with { $0 }?() }

  static func watch() {
    ProcessSupervisor.adoptOrphans()
    _ = SignalWatch.start { signal in
      let isFirst = received.with { received in
        defer { received = received ?? signal }
        return received == nil
      }
      // A user who asks twice does not want to wait for an orderly end.
      guard isFirst else { leave(signal) }
      ProcessSupervisor.shared.stop()
      // A run now ends by itself and writes its report. Without a started process there is nothing to lose.
      if !ProcessSupervisor.shared.hasStarted { leave(signal) }
    }
  }

  /// Ends the process almost at once. A terminal that accepts no more text must not block it.
  private static func leave(_ signal: Int32) -> Never {
    let isDone = Guarded(false)
    let isStarted = Threads.start {
      farewell.with { $0 }?()
      isDone.with { $0 = true }
    }
    if isStarted { isDone.wait(atMost: .milliseconds(200)) { $0 } }
    CurrentProcess.exitAtOnce(128 + signal)
  }

  /// The exit code of the program: the signal's when one arrived. No started process outlives the program, neither a
  /// daemon of a test nor one of a manifest.
  static func exitCode(or code: Int32) -> Int32 {
    if ProcessSupervisor.shared.hasStarted { ProcessSupervisor.shared.endOrphans() }
    return received.with { $0 }.map { 128 + $0 } ?? code
  }
}
