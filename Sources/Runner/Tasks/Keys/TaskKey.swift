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
