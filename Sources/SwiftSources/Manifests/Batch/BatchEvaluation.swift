import Base

/// Compiles and runs one chunk.
///
/// An error only leaves a member out of the answer: the caller then asks SwiftPM about it.
struct BatchEvaluation: Sendable {
  struct Answer: Sendable {
    /// The output of each member that ended well, by index in the caller's list.
    var written: [Int: [UInt8]] = [:]
    /// The members that were still running when their time was up.
    var timedOut: Set<Int> = []
    var compilerRuns = 0
    /// The compiled program, with the indices of its members in their order in it.
    var program: (path: String, members: [Int])?

    /// Adds the answer of a program's run. `indices` are those of its requests in the caller's list.
    mutating func add(_ run: ProgramRun.Answer, of indices: [Int]) {
      for (request, bytes) in run.written { written[indices[request]] = bytes }
      timedOut.formUnion(run.timedOut.map { indices[$0] })
    }
  }

  let toolchain: Toolchain
  let environment: [String: String]
  let scratch: ScratchFolder
  let programs: ProgramRun

  /// The most compilations of one chunk. The compiler reports errors of data flow only after those of syntax and types
  /// are gone.
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
        let indices = current.members.map(\.index)
        let requests = indices.enumerated().map { place, index in
          ProgramRun.Request(place: place, context: contexts[index] ?? "{}")
        }
        let program = "\(folder)/program"
        answer.add(programs.run(program, requests, in: folder), of: indices)
        answer.program = (program, indices)
        return answer
      case .failed(let failed): rest = failed.isEmpty ? nil : current.without(failed)
      }
    }
    return answer
  }

  private enum Outcome {
    case compiled
    /// The indices of the members with errors; empty when the errors cannot be assigned.
    case failed(Set<Int>)
  }

  private func compile(_ chunk: BatchChunk, in folder: String) -> Outcome {
    let manifests = "\(folder)/Manifests.swift"
    guard LocalFiles.write(BatchProgram.manifests(chunk.members.map(\.outline)), to: manifests),
      LocalFiles.write(Array(BatchProgram.harness.utf8), to: "\(folder)/main.swift")
    else { return .failed([]) }
    let command = Command(
      executable: toolchain.swiftCompiler,
      arguments: Self.arguments(toolchain, chunk.toolsVersion, folder)
        + ManifestEnvironment.moduleCache(environment, scratch),
      environment: ManifestEnvironment.compiling(environment, scratch), workingFolder: folder)
    // The limit is far more than usual manifests need on a slow machine. A manifest that keeps the compiler busy for
    // ever is left to SwiftPM, which finds out which one it is.
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

  static func arguments(_ toolchain: Toolchain, _ version: ToolsVersion, _ folder: String) -> [String] {
    let api = toolchain.manifestAPIFolder
    return (toolchain.sdk.map { ["-sdk", $0.path] } ?? []) + [
      "-swift-version", Self.languageMode(version), "-package-description-version", version.description,
      "-I", api, "-L", api, "-lPackageDescription", "-Xlinker", "-rpath", "-Xlinker", api,
      "-Onone", "-wmo", "-suppress-warnings", "-no-color-diagnostics", "-module-name", "ambitManifests",
      "\(folder)/Manifests.swift", "\(folder)/main.swift", "-o", "\(folder)/program",
    ]
  }

  /// Returns the language mode that SwiftPM uses for a tools version.
  static func languageMode(_ version: ToolsVersion) -> String {
    switch version.major {
    case ..<5: version.minor < 2 ? "4" : "4.2"
    case 5: "5"
    default: "6"
    }
  }
}
