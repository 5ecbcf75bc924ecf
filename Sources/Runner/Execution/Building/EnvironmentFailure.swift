import Base

/// The machine or the network made a build fail, and not the sources. Such a failure is no verdict.
enum EnvironmentFailure: Hashable {
  /// The addresses of dependencies, with the words of the program that tried to fetch them.
  case unfetched([String], because: String)
  /// The disk cannot be written.
  case unwritable(because: String)
  /// Somebody ended a compiler or linker. Mostly it is the kernel, for lack of memory.
  case killed(String)
  /// A program of the toolchain or of the system cannot be started.
  case missingTool(String)

  /// Returns the failure in the output of a build in `scratch`. nil when sources or older outputs may be the cause.
  static func found(
    in output: String, of scratch: String, status: ProcessStatus = .exited(1)
  ) -> EnvironmentFailure? {
    let lines = output.split(whereSeparator: \.isNewline).filter { !isExcerpt($0) && !isLocated($0) }
    let places = Set([scratch, LocalFiles.resolved(scratch)].compactMap(\.self))
    // Outputs of earlier builds may be damaged or gone. A build from nothing makes them anew.
    func isOlder(_ line: Substring) -> Bool { places.contains { line.contains($0) } }
    if let reason = unwritable(lines) { return .unwritable(because: reason) }
    if let fetching = FetchTrouble(lines),
      !lines.contains(where: { isOlder($0) && $0.contains("already exists") })
    {
      return .unfetched(fetching.addresses, because: fetching.reason)
    }
    if let line = lines.first(where: isKill) { return .killed(String(line)) }
    if case .signalled(let signal) = status, killers.contains(signal) {
      return .killed("swift build: \(status)")
    }
    if let line = first(of: lines, with: memoryWords) { return .killed(String(line)) }
    return first(of: lines.filter { !isOlder($0) }, with: toolWords).map { .missingTool(String($0)) }
  }

  /// True when the same build may succeed. The kernel ended one of several programs that ran at that moment.
  var mayPass: Bool {
    if case .killed = self { true } else { false }
  }

  /// Returns the reason for having no verdict when SwiftPM itself crashed. nil when it did not, or named an error in a
  /// source.
  static func crash(
    of command: Command, _ status: ProcessStatus, _ errors: [BuildDiagnostic]
  ) -> Failure? {
    guard case .signalled(let signal) = status, !killers.contains(signal),
      errors.allSatisfy({ $0.file == nil })
    else { return nil }
    return Failure(
      code: "swiftpm-crashed",
      message:
        "SwiftPM crashed (\(command.executable): \(status)); run again; if SwiftPM crashes again, use another --engine"
    )
  }

  /// Returns the reason for having no verdict on the targets of `command`.
  func reason(for command: Command) -> Failure {
    switch self {
    case .unfetched(let addresses, let reason):
      let what = addresses.map { "\"\($0)\"" }.joined(separator: ", ")
      return Failure(
        code: "unreachable-dependency",
        message: "\(what) could not be fetched: \(reason); check the address and the network, and run again")
    case .unwritable(let reason): return .scratchUnwritable(command, because: reason)
    case .killed(let words):
      return Failure(
        code: "compiler-killed",
        message: "the system killed a compiler or linker, probably for lack of memory (\(words)); "
          + "free memory or use fewer jobs, and run again")
    case .missingTool(let words):
      return Failure(
        code: "missing-tool",
        message:
          "the build cannot start a program (\(words)); install it or repair the toolchain, and run again"
      )
    }
  }
}

extension EnvironmentFailure {
  private static let full = "No space left on device"

  /// The words of the C library, or the words of SwiftPM and its databases instead, and the reason to print.
  private static let unwritableWords = [
    (full, full), ("I/O error (code: 28)", full), ("database or disk is full", full),
    ("Disk quota exceeded", "Disk quota exceeded"), ("I/O error (code: 122)", "Disk quota exceeded"),
    ("Read-only file system", "Read-only file system"), ("I/O error (code: 30)", "Read-only file system"),
    ("Input/output error", "Input/output error"), ("I/O error (code: 5)", "Input/output error"),
  ]

  /// Warnings do not count. SwiftPM only warns of a cache that it cannot write, and goes on.
  private static func unwritable(_ lines: [Substring]) -> String? {
    for line in lines where !line.hasPrefix("warning: ") {
      if let (_, reason) = unwritableWords.first(where: { line.contains($0.0) }) { return reason }
    }
    return nil
  }

  private static let memoryWords = [
    "LLVM ERROR: out of memory", "Cannot allocate memory", "std::bad_alloc",
    "Resource temporarily unavailable",
  ]

  /// The words of llbuild, SwiftPM and the compilers' drivers for a program that cannot be started.
  private static let toolWords = [
    "error: unable to spawn process '", "error: unable to invoke subcommand: ",
    "error: could not find executable for '",
    "error: unable to execute command: Executable \"", "error: unable to execute command: No such file",
    "error: unable to execute command: posix_spawn failed",
  ]

  /// The signals that come from outside a process. Sources may crash a compiler with other signals, such as SIGSEGV.
  private static let killers: Set<Int32> = [1, 2, 9, 15, 24, 25]

  /// True for `error: compile command failed due to signal 9 (use -v to see invocation)`, and for the words of clang
  /// and gcc.
  private static func isKill(_ line: Substring) -> Bool {
    if line.contains("unable to execute command: Killed") || line.contains("terminated with signal 9") {
      return true
    }
    guard line.hasPrefix("error: "), let mark = line.firstRange(of: " command failed due to signal ") else {
      return false
    }
    return Int32(line[mark.upperBound...].prefix { $0.isNumber }).map(killers.contains) ?? false
  }

  private static func first(of lines: [Substring], with words: [String]) -> Substring? {
    lines.first { line in words.contains { line.contains($0) } }
  }

  /// True for an excerpt of a source, such as `12 | let text = "No space left"`. A mark below it counts too.
  private static func isExcerpt(_ line: Substring) -> Bool {
    let start = line.drop { $0 == " " || $0.isNumber }
    return start.first == "|"
  }

  /// True when the line names a place in a source. Such a line may quote any words.
  private static func isLocated(_ line: Substring) -> Bool {
    let places = [": error: ", ": warning: ", ": note: "].compactMap { line.firstRange(of: $0)?.lowerBound }
    guard let end = places.min() else { return false }
    let numbers = line[..<end].split(separator: ":").suffix(2).compactMap { Int($0) }
    return numbers.contains { $0 > 0 }
  }
}

/// A failure before any source of a package is judged: a dependency is missing, or SwiftPM cannot match a name. It is
/// no verdict on the package or on others.
enum BuildObstacle {
  /// Returns the reason for which a failed build says nothing about sources. nil after another failure, or when the
  /// output has a compiler error.
  static func reason(in output: String) -> Failure? {
    let errors = BuildDiagnostic.errors(in: output)
    guard errors.allSatisfy({ $0.file == nil }) else { return nil }
    return errors.lazy.compactMap { isUnresolved($0.message) ? unresolved($0.message) : nil }.first
  }

  private static func unresolved(_ message: String) -> Failure {
    let message = message.hasSuffix(".") ? String(message.dropLast()) : message
    return Failure(
      code: "unresolved-dependency",
      message:
        "SwiftPM cannot resolve its dependencies: \(message); add the missing dependency, or correct the manifest"
    )
  }

  /// SwiftPM's words when it cannot make a package graph.
  private static func isUnresolved(_ message: String) -> Bool {
    (message.hasPrefix("the package ") && message.contains(" cannot be accessed"))
      || (message.contains(": unknown package '") && message.contains(" in dependencies of target "))
      || (message.contains("' required by package '") && message.contains(" not found"))
      || message.hasPrefix("Dependencies could not be resolved")
      || message.hasPrefix("exhausted attempts to resolve the dependencies graph")
  }
}
