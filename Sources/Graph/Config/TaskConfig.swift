import Base

/// An entry of `tasks`: a command for packages or modules, with its inputs and outputs.
package struct TaskConfig: Sendable, Hashable {
  package var name: String
  /// The program and its arguments. No shell is involved.
  package var command: [String]
  /// The packages or modules to run for; empty for every package.
  package var match: [TaskMatch] = []
  /// The input files; nil for all files in the keys of its modules.
  package var inputs: [TaskPattern]?
  package var outputs: [TaskPattern] = []
  package var dependsOn: [TaskDependency] = []
  package var env: [String] = []
  package var cache = true
  /// True when Ambit observes which files the task reads, where the host can.
  package var observe = true

  /// A task for hints.
  package static let example =
    #""tasks": {"format": {"command": ["swift", "format", "lint", "-r", "."], "inputs": ["*.swift"]}}"#
}

/// The packages or modules that a task runs for. `//Packages/*` is each of these packages. `//Packages/*:*` and
/// `tag:layer:core` are each of these modules.
package enum TaskMatch: Sendable, Hashable, CustomStringConvertible {
  case modules(ModulePattern)
  case tag(String)

  private static let tagMark = "tag:"

  package var description: String {
    switch self {
    case .modules(let pattern): pattern.text
    case .tag(let tag): Self.tagMark + tag
    }
  }

  /// True when the task runs for whole packages.
  package var isForPackages: Bool {
    switch self {
    case .modules(let pattern): pattern.isForPackages && !pattern.isForAnyFolder
    case .tag: false
    }
  }
}

/// A pattern for files of a task. It counts from the folder that the task runs in, or with a leading slash from the
/// workspace's root. It may contain `$AMBIT_PACKAGE` and `$AMBIT_MODULE`.
package struct TaskPattern: Sendable, Hashable {
  /// The pattern as written.
  package let text: String

  /// `Glob.problem(in:)` checks the text, not this initialiser.
  package init(_ text: String) { self.text = text }
}

/// A task that has to run before: `gen` in the same place, `^gen` in the places that it is built upon.
package struct TaskDependency: Sendable, Hashable, CustomStringConvertible {
  package let task: String
  package let isUpstream: Bool

  package init(_ task: String, isUpstream: Bool = false) {
    self.task = task
    self.isUpstream = isUpstream
  }

  package var description: String { (isUpstream ? "^" : "") + task }
}

// MARK: Decoding

extension TaskConfig {
  enum Key: String, ConfigKey { case command, match, inputs, outputs, dependsOn, env, cache, observe }

  init(name: ConfigValue, _ value: ConfigValue) throws(Failure) {
    self.init(name: try Self.name(name), command: [])
    let object = try ConfigObject<Key>(value)
    command = try Self.command(object, value)
    try object.extend(.match, &match)
    if object[.inputs] != nil {
      var patterns: [TaskPattern] = []
      try object.extend(.inputs, &patterns)
      inputs = patterns
    }
    try object.extend(.outputs, &outputs)
    try object.extend(.dependsOn, &dependsOn)
    env = try object.variableNames(.env)
    try object.read(.cache, into: &cache)
    try object.read(.observe, into: &observe)
  }

  /// Checks a name, which people type on command lines beside flags and modules.
  private static func name(_ value: ConfigValue) throws(Failure) -> String {
    let text = try String(value)
    let isWord = text.utf8.allSatisfy { $0.isASCIIWord || "-.:".utf8.contains($0) }
    guard isWord, text.first?.isLetter == true || text.first?.isNumber == true else {
      throw value.invalid(
        "\(ConfigValue.quote(text)) cannot be the name of a task: use letters, digits, \"-\", \"_\", \".\" and \":\", "
          + "and start with a letter or digit")
    }
    return text
  }

  private static func command(_ object: ConfigObject<Key>, _ value: ConfigValue) throws(Failure) -> [String] {
    guard let list = object[.command] else {
      throw value.invalid("the key \"command\" is missing in \"\(value.name)\"")
    }
    let words = try list.elements()
    guard let program = words.first else {
      throw list.invalid("\"\(list.name)\" must name a program: [\"swift-format\", \"lint\"]")
    }
    var command = [try String(program)]
    // An argument may be empty, unlike a name.
    for word in words.dropFirst() { command.append(try word.word()) }
    return command
  }
}

extension ConfigValue {
  fileprivate func word() throws(Failure) -> String {
    guard let text = node.stringValue else { throw wrongType(expected: "a list of strings") }
    guard !text.utf8.contains(0) else { throw invalid("\"\(name)\" must not contain NUL") }
    return text
  }
}

extension TaskMatch: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    let text = try String(value)
    guard text.hasPrefix(Self.tagMark) else {
      self = .modules(try ModulePattern(value))
      return
    }
    let tag = String(text.dropFirst(Self.tagMark.count))
    guard !tag.isEmpty else { throw value.invalid("\"tag:\" in \"\(value.name)\" needs the name of a tag") }
    self = .tag(tag)
  }
}

extension TaskPattern: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) { self.init(try value.globText()) }
}

extension TaskDependency: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    let text = try String(value)
    let isUpstream = text.hasPrefix("^")
    self.init(isUpstream ? String(text.dropFirst()) : text, isUpstream: isUpstream)
  }
}

/// Decodes all tasks, and checks their dependencies.
extension TaskConfig {
  /// Returns the tasks in the order of the file. Unknown names, and tasks that wait for themselves, are refused.
  static func tasks(in section: ConfigValue?) throws(Failure) -> [TaskConfig] {
    guard let section else { return [] }
    var tasks: [TaskConfig] = []
    for (key, value) in try section.members() { tasks.append(try TaskConfig(name: key, value)) }
    let names = tasks.map(\.name)
    for task in tasks {
      for place in section.child(task.name)?.child("dependsOn")?.children ?? [] {
        guard let text = place.node.stringValue, text != "!default" else { continue }
        let name = text.hasPrefix("^") ? String(text.dropFirst()) : text
        guard names.contains(name) else {
          let hint = ConfigValue.didYouMean(name, among: names)
          throw place.error(
            .unknownName, "unknown task \(ConfigValue.quote(name)) in \"\(place.name)\"\(hint)")
        }
        // An upstream task runs in another place, so it makes no circle.
        guard !text.hasPrefix("^"), let circle = Self.way(from: name, to: task.name, tasks) else { continue }
        let chain = ([task.name] + circle).joined(separator: " -> ")
        throw place.invalid("tasks depend on each other in a cycle: \(chain)")
      }
    }
    return tasks
  }

  /// Returns the names on a way of dependencies in the same place; nil when there is none.
  private static func way(from start: String, to end: String, _ tasks: [TaskConfig]) -> [String]? {
    var ways = [[start]]
    var seen: Set = [start]
    while let way = ways.popLast() {
      guard let last = way.last, last != end else { return way }
      let next = tasks.first { $0.name == last }?.dependsOn.filter { !$0.isUpstream }.map(\.task) ?? []
      for name in next.reversed() where seen.insert(name).inserted { ways.append(way + [name]) }
    }
    return nil
  }
}
