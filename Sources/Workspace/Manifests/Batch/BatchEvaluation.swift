import Files
import Processes
import Support

/// Compiles and runs one chunk.
///
/// Whatever goes wrong costs a member its place in the answer and nothing else: the caller asks SwiftPM
/// about it.
struct BatchEvaluation: Sendable {
  struct Answer: Sendable {
    /// What each member that ended well wrote, by its place in the caller's list.
    var written: [Int: [UInt8]] = [:]
    /// Those that were still running when their time was up.
    var timedOut: Set<Int> = []
    var compilerRuns = 0
  }

  let toolchain: Toolchain
  let environment: [String: String]
  let scratch: ScratchFolder
  /// How many members run at a time.
  let runners: Int
  let secondsPerManifest: Int

  /// Compile errors come in waves: of syntax and types first, of data flow once those are gone.
  private static let compilerRounds = 4

  func evaluate(_ chunk: BatchChunk, named name: String, contexts: [Int: String]) -> Answer {
    var answer = Answer()
    var rest: BatchChunk? = chunk
    let folder = "\(scratch.path)/\(name)"
    for _ in 0..<Self.compilerRounds {
      guard let current = rest, LocalFiles.makeFolders(folder) else { return answer }
      answer.compilerRuns += 1
      switch compile(current, in: folder) {
      case .compiled:
        run(current, in: folder, contexts: contexts, &answer)
        return answer
      case .failed(let failed): rest = failed.isEmpty ? nil : current.without(failed)
      }
    }
    return answer
  }

  private enum Outcome {
    case compiled
    /// The members that are to blame; none when no one can tell.
    case failed(Set<Int>)
  }

  private func compile(_ chunk: BatchChunk, in folder: String) -> Outcome {
    let manifests = "\(folder)/Manifests.swift"
    guard LocalFiles.write(BatchProgram.manifests(chunk.members.map(\.outline)), to: manifests),
      LocalFiles.write(Array(BatchProgram.harness.utf8), to: "\(folder)/main.swift")
    else { return .failed([]) }
    let command = Command(
      executable: toolchain.swiftCompiler,
      arguments: compilerArguments(chunk.toolsVersion, folder),
      environment: ManifestEnvironment.compiling(environment, scratch), workingFolder: folder)
    // Far more than honest manifests need on a slow machine; one that would keep the compiler busy for ever
    // is left to SwiftPM, which tells whose fault it is.
    let limit = Duration.seconds(60 + 2 * chunk.members.count)
    guard let output = try? command.run(timeout: limit) else { return .failed([]) }
    if output.status.isSuccess { return .compiled }
    let errors = CompilerDiagnostic.errors(in: output.stderrText + output.stdoutText)
    let blamed = errors.compactMap { error -> Int? in
      let file = error.file.split(separator: "/").last ?? ""
      guard file.hasPrefix(BatchProgram.fileTag), let place = Int(file.dropFirst(BatchProgram.fileTag.count))
      else { return nil }
      return place < chunk.members.count ? chunk.members[place].index : nil
    }
    return .failed(Set(blamed))
  }

  private func compilerArguments(_ version: ToolsVersion, _ folder: String) -> [String] {
    let api = toolchain.manifestAPIFolder
    return [
      "-swift-version", Self.languageMode(version), "-package-description-version", version.description,
      "-I", api, "-L", api, "-lPackageDescription", "-Xlinker", "-rpath", "-Xlinker", api,
      "-Onone", "-wmo", "-suppress-warnings", "-no-color-diagnostics", "-module-name", "ambitManifests",
      "\(folder)/Manifests.swift", "\(folder)/main.swift", "-o", "\(folder)/program",
    ] + ManifestEnvironment.moduleCache(environment, scratch)
  }

  /// As SwiftPM chooses it.
  static func languageMode(_ version: ToolsVersion) -> String {
    switch version.major {
    case ..<5: version.minor < 2 ? "4" : "4.2"
    case 5: "5"
    default: "6"
    }
  }

  private func run(
    _ chunk: BatchChunk, in folder: String, contexts: [Int: String], _ answer: inout Answer
  ) {
    let command = Command(
      executable: "\(folder)/program",
      arguments: ["\(runners)", "\(secondsPerManifest)", folder]
        + chunk.members.map { contexts[$0.index] ?? "{}" },
      environment: ManifestEnvironment.settled(environment), workingFolder: folder)
    let rounds = (chunk.members.count + runners - 1) / max(runners, 1)
    let limit = Duration.seconds(secondsPerManifest * rounds + 60)
    guard let output = try? command.run(timeout: limit) else { return }
    for line in output.stdoutText.split(separator: "\n") {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 2, chunk.members.indices.contains(numbers[0]) else { continue }
      let index = chunk.members[numbers[0]].index
      switch numbers[1] {
      case 0: answer.written[index] = LocalFiles.read("\(folder)/\(numbers[0])")
      case Self.alarmStatus: answer.timedOut.insert(index)
      default: continue
      }
    }
  }

  /// What `wait` says of a process that its alarm ended; the number is the same on every system.
  private static let alarmStatus = 14
}
