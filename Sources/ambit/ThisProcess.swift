import AmbitKit
import Arguments
import Processes
import Support
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The only place that reads arguments, environment, working folder and terminal.
enum ThisProcess {
  static func world() -> World {
    let environment = environment()
    let start = ContinuousClock.now
    return World(
      arguments: arguments(), environment: environment, workingFolder: workingFolder(),
      executable: executable(), output: DescriptorSink(STDOUT_FILENO), errors: DescriptorSink(STDERR_FILENO),
      readInput: { allInput() }, processors: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
      outputCapabilities: { TerminalCapabilities(of: STDOUT_FILENO, environment: environment, choice: $0) },
      errorCapabilities: { TerminalCapabilities(of: STDERR_FILENO, environment: environment, choice: $0) },
      now: { ContinuousClock.now - start }, date: { time(nil) },
      onAbruptEnd: { Interruption.atAbruptEnd($0) })
  }

  /// Where the shell closed one of the three standard descriptors, the next file to be opened would get its
  /// number, and what is meant for people. Each is given one that can only be used the wrong way round.
  static func occupyStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// As bytes: a file name on the command line need not be text. Swift's runtime finds no words at all
  /// where `/proc` is not mounted; to go on, show the help and succeed would pass for a test run that passed.
  private static func arguments() -> [Argument] {
    let count = Int(CommandLine.argc)
    guard count > 0 else {
      DescriptorSink(STDERR_FILENO).write(
        Array("error: the arguments cannot be read; is /proc mounted?\n".utf8))
      exit(ExitCode.noVerdict.rawValue)
    }
    return (1..<count).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        Argument(UnsafeRawBufferPointer(start: word, count: strlen(word)))
      }
    }
  }

  private static func environment() -> [String: String] {
    var result: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      next += 1
    }
    return result
  }

  /// One that was removed has no path any more, but the shell remembers it: errors then name it.
  private static func workingFolder() -> String {
    guard let folder = getcwd(nil, 0) else {
      return getenv("PWD").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
    }
    defer { free(folder) }
    return String(cString: folder)
  }

  /// Where the program lies, links followed.
  private static func executable() -> String? {
    #if canImport(Darwin)
      var size = UInt32(PATH_MAX)
      var name = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&name, &size) == 0 else { return nil }
    #else
      let name = "/proc/self/exe"
    #endif
    guard let path = realpath(name, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  private static func allInput() -> [UInt8]? {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 { result += buffer.prefix(count) }
      if count == 0 { return result }
      if count < 0, errno != EINTR { return nil }
    }
  }
}

/// Writes to a descriptor. An answer that cannot be written is no verdict; words for people that cannot be
/// are lost.
private final class DescriptorSink: ByteSink {
  private let descriptor: Int32
  private let writer: Guarded<FileDescriptorWriter>

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    writer = Guarded(FileDescriptorWriter(descriptor))
  }

  func write(_ bytes: [UInt8]) {
    writer.with { writer in
      do throws(WriteError) { try writer.write(bytes) } catch { giveUp(error) }
    }
  }

  private func giveUp(_ error: WriteError) {
    guard descriptor == STDOUT_FILENO else { return }
    var errors = FileDescriptorWriter(STDERR_FILENO)
    try? errors.write(
      """
      error: \(error.message)
      hint: make room there, or send the answer elsewhere

      """)
    exit(2)
  }
}
