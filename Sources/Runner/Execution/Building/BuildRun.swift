import Base

// MARK: Words

/// The invocations of SwiftPM in one build, and their output.
struct BuildRun {
  private static let keptOutput = 8 << 20

  private let supervisor: ProcessSupervisor
  private let engine: any EngineForm
  /// The `swift` in use when the reads of the build's programs are watched, else nil.
  private let watched: String?
  private let configuration: String

  init(_ job: GroupJob) {
    supervisor = job.control.supervisor
    engine = job.engine
    configuration = job.configuration
    watched = job.isWatched ? job.commands.swift : nil
  }

  struct Outcome {
    var isSuccess = true
    var seconds = 0.0
    var invocations = 0
    var compiled = 0
    /// The errors of the invocation that failed.
    var errors: [BuildDiagnostic] = []
    /// The reason for which the failed invocation is no verdict. nil when it is one.
    var noVerdict: Failure?
    /// Set when SwiftPM itself crashed. Older outputs may be the cause, so only a crash in a build from nothing counts.
    var crash: Failure?
    /// True when the same invocation may succeed the next time.
    var isWorthAnotherTry = false
    /// The files that programs of the build asked for, one value for each invocation.
    var seen: [ObservedFiles] = []
    /// The processor seconds of modules that were compiled as a whole, by compiled module name.
    var compileSeconds: [String: Double] = [:]
  }

  /// Runs `commands`, which build in `scratch`, until one fails.
  func run(
    _ commands: [Command], in scratch: String, onOutput: (ProcessStream, [UInt8]) -> Void
  ) throws(Failure) -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    var outcome = Outcome()
    for command in commands {
      let observer = watched.map { ToolWatch(swift: $0, scratch: scratch).observer() }
      let began = FileTime.nowOnDisk
      let times = CompileTimes()
      var output = CappedBuffer(limit: Self.keptOutput)
      let status: ProcessStatus
      do throws(Failure) {
        status = try command.stream(supervisor: supervisor, observer: observer, meter: times.begin()) {
          stream, bytes in
          output.append(bytes)
          onOutput(stream, bytes)
        }
      } catch {
        throw error.inRun
      }
      let text = String(decoding: output.finish(), as: UTF8.self)
      outcome.invocations += 1
      outcome.compileSeconds.merge(times.finish(engine, in: scratch, configuration)) { $1 }
      if let seen = observer?.finish() { outcome.seen.append(seen) }
      outcome.compiled += engine.compiled(by: text, in: scratch, since: began)
      guard !status.isSuccess else { continue }
      outcome.isSuccess = false
      outcome.errors = BuildDiagnostic.errors(in: text)
      let failure = EnvironmentFailure.found(in: text, of: scratch, status: status)
      outcome.noVerdict = failure?.reason(for: command) ?? BuildObstacle.reason(in: text)
      outcome.crash = EnvironmentFailure.crash(of: command, status, outcome.errors)
      outcome.isWorthAnotherTry = failure?.mayPass ?? false
      break
    }
    outcome.seconds = (clock.now - start).inSeconds
    return outcome
  }
}
