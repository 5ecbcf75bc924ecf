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

/// The text of a program that evaluates many manifests. Each manifest is a function, which runs in a forked process.
///
/// Manifests of one program have the same tools version and imports, so none sees more than it would alone.
enum BatchProgram {
  /// The file name of a member in diagnostics. A real path would not do, since the manifests of base and head have the
  /// same one.
  static let fileTag = "ambit-manifest-"

  /// Returns one file with a function for each outline.
  static func manifests(_ outlines: [ManifestOutline]) -> [UInt8] {
    var text: [UInt8] = []
    for module in outlines.first?.imports ?? [] { text += Array("import \(module)\n".utf8) }
    for (index, outline) in outlines.enumerated() {
      text += Array("func ambitManifest\(index)() {\n".utf8)
      text += Array("#sourceLocation(file: \"\(fileTag)\(index)\", line: 1)\n".utf8)
      text += outline.body
      text += Array("\n#sourceLocation()\n}\n".utf8)
    }
    text += Array("func ambitRunManifest(_ index: Int) {\n  switch index {\n".utf8)
    for index in outlines.indices { text += Array("  case \(index): ambitManifest\(index)()\n".utf8) }
    text += Array("  default: ambitExitNow(96)\n  }\n}\n".utf8)
    return text
  }

  /// The part of the program that never changes. Its first arguments are the number of manifests to run at a time, the
  /// seconds for each, and the folder for the answers. The index of a manifest and its context follow for each request.
  ///
  /// C functions are declared by name: an import of the C library would show its members to the manifests, and `fork`
  /// is marked unavailable there. PackageDescription looks for its options in `CommandLine.arguments`. Its setter
  /// cannot be called in language mode 6, but still exists.
  static let harness = #"""
    @_silgen_name("fork") func ambitFork() -> Int32
    @_silgen_name("waitpid") func ambitWait(_ child: Int32, _ status: UnsafeMutablePointer<Int32>, _ options: Int32) -> Int32
    @_silgen_name("alarm") func ambitAlarm(_ seconds: UInt32) -> UInt32
    @_silgen_name("creat") func ambitCreate(_ path: UnsafePointer<Int8>, _ mode: UInt32) -> Int32
    @_silgen_name("dup2") func ambitDuplicate(_ old: Int32, _ new: Int32) -> Int32
    @_silgen_name("write") func ambitWrite(_ file: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int
    @_silgen_name("exit") func ambitExit(_ status: Int32) -> Never
    @_silgen_name("_exit") func ambitExitNow(_ status: Int32) -> Never
    @_silgen_name("$ss11CommandLineO9argumentsSaySSGvsZ") func ambitSetArguments(_ arguments: __owned [String])

    func ambitEvaluate(_ request: Int, _ place: String, _ context: String, _ answers: String, _ seconds: UInt32) -> Never {
      _ = ambitAlarm(seconds)
      let nowhere = ambitCreate("/dev/null", 0o600)
      for file in Int32(0)..<3 { _ = ambitDuplicate(nowhere, file) }
      let answer = ambitCreate("\(answers)/\(request)", 0o600)
      ambitSetArguments(["manifest", "-fileno", "\(answer)", "-context", context])
      ambitRunManifest(Int(place) ?? -1)
      ambitExit(0)
    }

    func ambitReport(_ index: Int, _ status: Int32) {
      let line = Array("\(index) \(status)\n".utf8)
      _ = ambitWrite(1, line, line.count)
    }

    func ambitRunAll() {
      let arguments = CommandLine.arguments
      guard arguments.count > 5, let limit = Int(arguments[1]), let seconds = UInt32(arguments[2]) else {
        ambitExitNow(95)
      }
      let count = (arguments.count - 4) / 2
      var running: [Int32: Int] = [:]
      var next = 0
      while next < count || !running.isEmpty {
        if next < count, running.count < limit {
          let child = ambitFork()
          if child == 0 {
            ambitEvaluate(next, arguments[4 + 2 * next], arguments[5 + 2 * next], arguments[3], seconds)
          }
          if child > 0 { running[child] = next } else { ambitReport(next, -1) }
          next += 1
          continue
        }
        var status: Int32 = 0
        let child = ambitWait(-1, &status, 0)
        if child < 0 { ambitExitNow(94) }
        if let index = running.removeValue(forKey: child) { ambitReport(index, status) }
      }
    }

    ambitRunAll()

    """#
}

/// Manifests that can share one program, by their index in the caller's list.
struct BatchChunk: Sendable, Hashable {
  struct Member: Sendable, Hashable {
    let index: Int
    let outline: ManifestOutline
    /// True when the compiled program is kept for the next run.
    var isKept = false
  }

  let toolsVersion: ToolsVersion
  let members: [Member]

  /// The most members of a chunk. In a larger one the compiler takes longer per manifest.
  private static let largest = 200
  /// The smallest chunk that is worth the start of one more compiler.
  private static let smallest = 24

  /// Groups the members by tools version, imports and whether programs are kept. The groups are cut into pieces that
  /// keep `jobs` compilers busy.
  static func chunks(of members: [Member], jobs: Int) -> [BatchChunk] {
    let groups = Dictionary(grouping: members) { Group($0) }
    let fair = (members.count + jobs - 1) / max(jobs, 1)
    let size = min(max(fair, smallest), largest)
    let chunks = groups.flatMap { group, members -> [BatchChunk] in
      let members = members.sorted { $0.index < $1.index }
      let pieces = (members.count + size - 1) / size
      return (0..<pieces).map { piece in
        let range = (members.count * piece / pieces)..<(members.count * (piece + 1) / pieces)
        return BatchChunk(toolsVersion: group.toolsVersion, members: Array(members[range]))
      }
    }
    // The longest chunk comes first, so that none is left over at the end. The rest of the order is fixed.
    return chunks.sorted { left, right in
      (-left.members.count, left.members[0].index) < (-right.members.count, right.members[0].index)
    }
  }

  private struct Group: Hashable {
    let toolsVersion: ToolsVersion
    let imports: [String]
    let isKept: Bool

    init(_ member: Member) {
      toolsVersion = member.outline.toolsVersion
      imports = member.outline.imports
      isKept = member.isKept
    }
  }

  /// Returns the chunk without the members of those indices; nil when none is left.
  func without(_ failed: Set<Int>) -> BatchChunk? {
    let rest = members.filter { !failed.contains($0.index) }
    return rest.isEmpty ? nil : BatchChunk(toolsVersion: toolsVersion, members: rest)
  }
}

/// An error that a compiler reported.
struct CompilerDiagnostic: Sendable, Hashable {
  let file: String
  let line: Int
  let column: Int
  let message: String

  /// The errors in a compiler's output, in order.
  static func errors(in output: String) -> [CompilerDiagnostic] {
    output.split { $0 == "\n" || $0 == "\r\n" }.compactMap { error(in: $0) }
  }

  /// Reads `path:3:5: error: message`. The path may contain colons.
  private static func error(in line: Substring) -> CompilerDiagnostic? {
    let marker = ": error: "
    guard let end = line.indices.first(where: { line[$0...].hasPrefix(marker) }) else { return nil }
    let place = line[..<end].split(separator: ":", omittingEmptySubsequences: false)
    guard place.count >= 3, let column = Int(place[place.count - 1]), let row = Int(place[place.count - 2])
    else { return nil }
    return CompilerDiagnostic(
      file: place.dropLast(2).joined(separator: ":"), line: row, column: column,
      message: String(line[end...].dropFirst(marker.count)))
  }
}
