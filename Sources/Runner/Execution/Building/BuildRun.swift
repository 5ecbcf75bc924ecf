import Platform
import Support

/// The invocations of SwiftPM in one build, and what they said.
struct BuildRun {
  private static let keptOutput = 8 << 20

  private let supervisor: ProcessSupervisor
  private let engine: any EngineForm

  init(_ job: GroupJob) {
    supervisor = job.control.supervisor
    engine = job.engine
  }

  struct Outcome {
    var isSuccess = true
    var seconds = 0.0
    var invocations = 0
    var compiled = 0
    /// Those of the invocation that failed.
    var errors: [BuildDiagnostic] = []
  }

  /// Runs `commands`, which build in `scratch`, up to the first that fails.
  func run(
    _ commands: [Command], in scratch: String, onOutput: (ProcessStream, [UInt8]) -> Void
  ) throws(RunError) -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    var outcome = Outcome()
    for command in commands {
      let began = FileTime.nowOnDisk
      var output = CappedBuffer(limit: Self.keptOutput)
      let status = try RunError.wrapping { () throws(ProcessError) in
        try command.stream(supervisor: supervisor) { stream, bytes in
          output.append(bytes)
          onOutput(stream, bytes)
        }
      }
      let text = String(decoding: output.finish(), as: UTF8.self)
      outcome.invocations += 1
      outcome.compiled += engine.compiled(by: text, in: scratch, since: began)
      guard !status.isSuccess else { continue }
      if let reason = DiskTrouble.reason(in: text) { throw .unwritable(command, because: reason) }
      outcome.isSuccess = false
      outcome.errors = BuildDiagnostic.errors(in: text)
      break
    }
    outcome.seconds = (clock.now - start).inSeconds
    return outcome
  }
}
