import Base

/// Runs a program that `BatchProgram` describes.
struct ProgramRun: Sendable {
  struct Request: Sendable, Hashable {
    /// Of the manifest in the program.
    let place: Int
    /// What `Context` reads, as JSON.
    let context: String
  }

  struct Answer: Sendable {
    /// What each manifest that ended well wrote, by the place of its request.
    var written: [Int: [UInt8]] = [:]
    /// Those that were still running when their time was up.
    var timedOut: Set<Int> = []
  }

  let environment: [String: String]
  let sandbox: ManifestSandbox
  /// How many manifests run at a time.
  let runners: Int
  let secondsPerManifest: Int

  /// The program may write nowhere but to a folder that is made in `folder`.
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

  /// What `wait` says of a process that its alarm ended; the number is the same on every system.
  private static let alarmStatus = 14
}
