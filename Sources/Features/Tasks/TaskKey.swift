import Base
import Graph
import Session

/// The outputs of an instance, for the instances that come after it.
struct MadeOutputs: Sendable {
  /// nil when the instance has no key.
  let key: SHA256Digest?
  let outputs: [TaskOutput]
  /// The files as listed on the disk after the instance ended.
  let files: [ListedFile]
}

/// All that decides the result of an instance.
struct TaskKey: Sendable {
  /// Raise this when equal inputs must get another key.
  private static let schema = 3

  var instance: TaskInstance
  var toolchain: String
  var host: HostIdentity
  /// The variables that the command sees and that may decide a result. A value of nil means not set.
  var variables: [String: String?]
  /// The content of each program that runs, as `TaskProgram` names it.
  var programs: [String: String]
  /// Kind and content of each input, in words.
  var files: [RelativePath: String]
  /// The instances that come before.
  var before: [TaskID: MadeOutputs]

  var digest: SHA256Digest {
    var writer = ByteWriter()
    writer.values("ambit-task", Self.schema, toolchain, host.system, host.version, host.libc)
    writer.values(instance.id.task, instance.id.place.description, instance.config.command)
    writer.values(instance.outputs.map(\.text).sorted(), variables, programs, files, before.count)
    for (id, made) in before.sorted(by: { $0.key < $1.key }) {
      writer.values(id.description, made.key, made.outputs)
    }
    return SHA256.digest(of: writer.bytes)
  }
}

/// The program that an instance runs. For a script, also the interpreter that runs the script.
struct TaskProgram: Sendable, Hashable {
  /// The absolute path.
  let path: String
  /// The contents of `program` and of its `interpreter`. A program of the toolchain counts by its name alone.
  let programs: [String: String]
  /// Real paths of the programs, with the facts of each file from before it was read.
  private let stamps: [String: FileFacts?]

  /// Real paths of the programs, with links followed.
  var places: Set<String> { Set(stamps.keys) }

  /// The folders that decide which programs are found, and which belong to the toolchain.
  struct Surroundings: Sendable {
    let root: String
    let searchPath: String
    /// The root folder of the toolchain.
    let toolchain: String
  }

  /// nil where there is no such program.
  init?(of instance: TaskInstance, in surroundings: Surroundings, _ digests: FileDigests) {
    guard let path = Self.path(of: instance, surroundings) else { return nil }
    self.path = path
    var programs: [String: String] = [:]
    var stamps: [String: FileFacts?] = [:]
    func add(_ name: String, _ path: String) {
      let real = LocalFiles.resolved(path) ?? path
      let stamp = FileFacts(of: real, followingLinks: true)
      stamps[real] = .some(stamp)
      // One program of the toolchain under two names may do two things, so the name counts.
      programs[name] =
        real.hasPrefix("\(surroundings.toolchain)/")
        ? "toolchain \(path.split(separator: "/").last ?? "")"
        : stamp.flatMap { digests.digest(of: Array(real.utf8), $0)?.hash.description } ?? "unreadable"
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
