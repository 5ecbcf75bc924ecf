package import Base
import Graph

/// All that decides the result of an instance.
package struct TaskKeyInputs: Sendable {
  /// An instance that comes before: its id, its key and its outputs.
  package struct Before: Sendable {
    package let id: TaskID
    package let key: SHA256Digest?
    package let outputs: [TaskOutput]

    package init(_ id: TaskID, key: SHA256Digest?, outputs: [TaskOutput]) {
      self.id = id
      self.key = key
      self.outputs = outputs
    }
  }

  /// A program that runs, by its content. A program of the toolchain counts by its name alone.
  package struct Program: Sendable, Hashable {
    package let name: String
    package let content: String

    package init(_ name: String, content: String) {
      self.name = name
      self.content = content
    }
  }

  package struct File: Sendable, Hashable {
    package let path: RelativePath
    /// Kind and content in words.
    package let content: String

    package init(_ path: RelativePath, content: String) {
      self.path = path
      self.content = content
    }
  }

  package var instance: TaskInstance
  package var toolchain: String
  package var host: HostIdentity
  /// The variables that the command sees and that may decide a result. A value of nil means not set.
  package var variables: [String: String?]
  package var programs: [Program]
  /// Sorted by path.
  package var files: [File]
  package var before: [Before]

  package init(
    _ instance: TaskInstance, toolchain: String, host: HostIdentity, variables: [String: String?] = [:],
    programs: [Program] = [], files: [File] = [], before: [Before] = []
  ) {
    self.instance = instance
    self.toolchain = toolchain
    self.host = host
    self.variables = variables
    self.programs = programs
    self.files = files
    self.before = before
  }
}

/// The key of an instance's result: entries, and a digest of them.
package struct TaskKey: Sendable, Equatable {
  /// Raise this when equal inputs must get another key.
  private static let schema = "2"

  package struct Entry: Sendable, Hashable {
    package let kind: String
    package let name: String
    package let value: String
  }

  package private(set) var entries: [Entry] = []

  /// Hashes every entry. The length of each part goes before it, so that no two lists hash the same bytes.
  package var digest: SHA256Digest {
    var writer = ByteWriter()
    writer.data("ambit-task".utf8)
    writer.count(entries.count)
    for entry in entries { writer.values(entry.kind, entry.name, entry.value) }
    return SHA256.digest(of: writer.bytes)
  }

  package init(_ inputs: TaskKeyInputs) {
    add("schema", "version", Self.schema)
    add("toolchain", "version", inputs.toolchain)
    add("host", "system", inputs.host.system)
    add("host", "version", inputs.host.version)
    add("host", "libc", inputs.host.libc)
    let instance = inputs.instance
    add("task", "name", instance.id.task)
    add("task", "place", instance.id.place.description)
    for (number, word) in instance.config.command.enumerated() { add("command", "\(number)", word) }
    for output in instance.outputs.map(\.text).sorted() { add("output", output, "") }
    for (name, value) in inputs.variables.sorted(by: { $0.key < $1.key }) {
      add("environment", name, value.map { "=\($0)" } ?? "unset")
    }
    for program in inputs.programs { add("program", program.name, program.content) }
    for file in inputs.files { add("input", file.path.description, file.content) }
    for before in inputs.before.sorted(by: { $0.id < $1.id }) {
      add("before", before.id.description, before.key?.description ?? "none")
      for output in before.outputs { add("made by \(before.id)", output.path.description, output.words) }
    }
  }

  private mutating func add(_ kind: String, _ name: String, _ value: String) {
    entries.append(Entry(kind: kind, name: name, value: value))
  }
}

/// The program that an instance runs. For a script, also the interpreter that runs the script.
package struct TaskProgram: Sendable, Hashable {
  /// The absolute path.
  package let path: String
  /// Programs whose content the key holds, under names that are the same on every machine.
  package let programs: [TaskKeyInputs.Program]
  /// Real paths of the programs, with the facts of each file from before it was read.
  private let stamps: [String: FileFacts?]

  /// Real paths of the programs, with links followed.
  package var places: Set<String> { Set(stamps.keys) }

  /// The folders that decide which programs are found, and which belong to the toolchain.
  package struct Surroundings: Sendable {
    package let root: String
    package let searchPath: String
    /// The root folder of the toolchain.
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
      // One program under two names may do two things, so the name counts.
      return TaskKeyInputs.Program(name, content: "toolchain \(path.split(separator: "/").last ?? "")")
    }
    return TaskKeyInputs.Program(name, content: digests.digest(of: real, stamp) ?? "unreadable")
  }

  /// Returns the interpreter that a script's first line names. `#!/usr/bin/env python3` gives the path of `python3`.
  private static func interpreter(of path: String, _ surroundings: Surroundings) -> String? {
    guard let start = LocalFiles.beginning(of: path, 256), start.starts(with: "#!".utf8) else { return nil }
    let line = String(decoding: start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
    guard let program = words.first else { return nil }
    guard program.hasSuffix("/env"), let named = programWord(ofEnv: words.dropFirst()) else { return program }
    return Executables.find(named, inSearchPath: surroundings.searchPath) ?? program
  }

  /// The options of `env` that take the next word.
  private static let takingWords: Set = ["-u", "--unset", "-C", "--chdir", "-P"]

  /// Returns the program that `env` starts: the first word that is no option, no value of one, and sets no variable.
  private static func programWord(ofEnv words: ArraySlice<String>) -> String? {
    var rest = words
    while var word = rest.popFirst() {
      if takingWords.contains(word) {
        rest = rest.dropFirst()
        continue
      }
      // `-Spython3` is `-S python3`.
      if word.hasPrefix("-S") { word = String(word.dropFirst(2)) }
      if !word.isEmpty, !word.hasPrefix("-"), !word.contains("=") { return word }
    }
    return nil
  }
}

/// Digests of programs. Each file is read once, and again when its facts differ.
package final class ProgramDigests: Sendable {
  private struct Known {
    let stamp: FileFacts?
    let digest: String?
  }

  private let known = Guarded<[String: Known]>([:])

  package init() {}

  /// `stamp` is taken before the file is read. If the file changes meanwhile, the next call reads it again.
  func digest(of path: String, _ stamp: FileFacts?) -> String? {
    if let known = known.with({ $0[path] }), known.stamp == stamp { return known.digest }
    let hash = SHA256()
    let isWhole = ByteFiles.forEachPiece(of: Array(path.utf8), followingLinks: true) { hash.update($0) }
    let digest = isWhole ? hash.finish().description : nil
    known.with { $0[path] = Known(stamp: stamp, digest: digest) }
    return digest
  }
}
