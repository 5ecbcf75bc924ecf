import Base

/// Runs a program of the form that `BatchProgram` describes.
struct ProgramRun: Sendable {
  struct Request: Sendable, Hashable {
    /// The index of the manifest in the program.
    let place: Int
    /// The values that the manifest's `Context` reads, as JSON.
    let context: String
  }

  struct Answer: Sendable {
    /// The output of each manifest that ended well, by the index of its request.
    var written: [Int: [UInt8]] = [:]
    /// The requests that were still running when their time was up.
    var timedOut: Set<Int> = []
  }

  let environment: [String: String]
  let sandbox: ManifestSandbox
  /// The number of manifests that run at a time.
  let runners: Int
  let secondsPerManifest: Int

  /// Runs the program, which may only write to a new folder in `folder`.
  func run(_ program: String, _ requests: [Request], in folder: String) -> Answer {
    var answer = Answer()
    let answers = "\(folder)/answers"
    guard LocalFiles.makeFolders(answers) else { return answer }
    let command = Command(
      executable: program,
      arguments: ["\(runners)", "\(secondsPerManifest)", answers]
        + requests.flatMap { ["\($0.place)", $0.context] },
      environment: ManifestEnvironment.settled(environment), workingFolder: answers)
    let rounds = (requests.count + runners - 1) / max(runners, 1)
    let limit = Duration.seconds(secondsPerManifest * rounds + 60)
    guard let output = try? sandbox.run(command, writing: answers, timeout: limit) else { return answer }
    for line in output.stdoutText.split(separator: "\n") {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 2, requests.indices.contains(numbers[0]) else { continue }
      switch numbers[1] {
      case 0: answer.written[numbers[0]] = LocalFiles.read("\(answers)/\(numbers[0])")
      case Self.alarmStatus: answer.timedOut.insert(numbers[0])
      default: continue
      }
    }
    return answer
  }

  /// The status of a process that its alarm ended. The number is the same on every system.
  private static let alarmStatus = 14
}
