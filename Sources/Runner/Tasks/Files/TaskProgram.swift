import Base

/// The program that an instance runs, and the one that runs that, should it be a script.
package struct TaskProgram: Sendable, Hashable {
  /// Absolute.
  package let path: String
  /// Those whose content counts, by names that are the same on every machine.
  package let programs: [TaskKeyInputs.Program]
  /// Where they lie, links followed, and how each stood there before it was read.
  private let stamps: [String: FileFacts?]

  /// Where they lie, links followed.
  package var places: Set<String> { Set(stamps.keys) }

  /// Where programs are looked for, and which of them the toolchain's name stands for.
  package struct Surroundings: Sendable {
    package let root: String
    package let searchPath: String
    /// The folder of all that is the toolchain's alone.
    package let toolchain: String

    package init(root: String, searchPath: String, toolchain: String) {
      self.root = root
      self.searchPath = searchPath
      self.toolchain = toolchain
    }
  }

  /// nil where there is no such program.
  package init?(of instance: TaskInstance, in surroundings: Surroundings, _ digests: ProgramDigests) {
    guard let path = Self.path(of: instance, surroundings) else { return nil }
    self.path = path
    var programs: [TaskKeyInputs.Program] = []
    var stamps: [String: FileFacts?] = [:]
    func add(_ name: String, _ path: String) {
      let real = LocalFiles.resolved(path) ?? path
      let stamp = FileFacts(of: real, followingLinks: true)
      stamps[real] = .some(stamp)
      programs.append(Self.program(name, path, real, stamp, surroundings, digests))
    }
    add("program", path)
    if let interpreter = Self.interpreter(of: path, surroundings) { add("interpreter", interpreter) }
    self.programs = programs
    self.stamps = stamps
  }

  private static func path(of instance: TaskInstance, _ surroundings: Surroundings) -> String? {
    if let inside = instance.programPath {
      let path = "\(surroundings.root)/\(String(decoding: inside.bytes, as: UTF8.self))"
      return LocalFiles.isProgram(path) ? path : nil
    }
    guard let word = instance.words.first, word.hasPrefix("/") && !word.hasPrefix("//") || !word.contains("/")
    else { return nil }
    return Executables.find(word, inSearchPath: surroundings.searchPath)
  }

  private static func program(
    _ name: String, _ path: String, _ real: String, _ stamp: FileFacts?, _ surroundings: Surroundings,
    _ digests: ProgramDigests
  ) -> TaskKeyInputs.Program {
    if real.hasPrefix("\(surroundings.toolchain)/") {
      // Called by another name, the same program does something else.
      return TaskKeyInputs.Program(name, content: "toolchain \(path.split(separator: "/").last ?? "")")
    }
    return TaskKeyInputs.Program(name, content: digests.digest(of: real, stamp) ?? "unreadable")
  }

  /// What a script's first line names; with `env` the program behind it.
  private static func interpreter(of path: String, _ surroundings: Surroundings) -> String? {
    guard let start = LocalFiles.beginning(of: path, 256), start.starts(with: "#!".utf8) else { return nil }
    let line = String(decoding: start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
    guard let program = words.first else { return nil }
    guard program.hasSuffix("/env"), let named = words.dropFirst().first(where: { !$0.hasPrefix("-") }) else {
      return program
    }
    return Executables.find(named, inSearchPath: surroundings.searchPath) ?? program
  }
}

/// What programs hold, each read once for as long as it stays as it is.
package final class ProgramDigests: Sendable {
  private struct Known {
    let stamp: FileFacts?
    let digest: String?
  }

  private let known = Guarded<[String: Known]>([:])

  package init() {}

  /// `stamp` was taken before, so that what is written meanwhile is read again when it is asked for again.
  func digest(of path: String, _ stamp: FileFacts?) -> String? {
    if let known = known.with({ $0[path] }), known.stamp == stamp { return known.digest }
    let hash = SHA256()
    let isWhole = ByteFiles.forEachPiece(of: Array(path.utf8), followingLinks: true) { hash.update($0) }
    let digest = isWhole ? hash.finish().description : nil
    known.with { $0[path] = Known(stamp: stamp, digest: digest) }
    return digest
  }
}
