import Platform
import Support

/// The invocations of SwiftPM in one build, and what they said.
struct BuildRun {
  private static let keptOutput = 8 << 20

  let supervisor: ProcessSupervisor

  struct Outcome {
    var isSuccess = true
    var seconds = 0.0
    var invocations = 0
    var compiled = 0
    /// Those of the invocation that failed.
    var errors: [BuildDiagnostic] = []
  }

  /// Runs `commands` up to the first that fails.
  func run(
    _ commands: [Command], onOutput: (ProcessStream, [UInt8]) -> Void
  ) throws(RunError) -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    var outcome = Outcome()
    for command in commands {
      var output = CappedBuffer(limit: Self.keptOutput)
      let status = try RunError.wrapping { () throws(ProcessError) in
        try command.stream(supervisor: supervisor) { stream, bytes in
          output.append(bytes)
          onOutput(stream, bytes)
        }
      }
      let text = String(decoding: output.finish(), as: UTF8.self)
      outcome.invocations += 1
      outcome.compiled += Self.compiled(text)
      guard !status.isSuccess else { continue }
      if let reason = DiskTrouble.reason(in: text) { throw .unwritable(command, because: reason) }
      outcome.isSuccess = false
      outcome.errors = BuildDiagnostic.errors(in: text)
      break
    }
    outcome.seconds = (clock.now - start).inSeconds
    return outcome
  }

  /// Counts lines such as `[3/9] Compiling Core Core.swift`. `Compiling plugin Names` is said of each plugin in each
  /// build, done or not.
  static func compiled(_ text: String) -> Int {
    text.utf8.split(separator: UInt8(ascii: "\n")).count { line in
      guard line.first == UInt8(ascii: "["), let found = Substring(line).range(of: "] Compiling ") else {
        return false
      }
      let what = Substring(line)[found.upperBound...]
      return !what.hasPrefix("plugin ") || what.contains(".")
    }
  }
}
