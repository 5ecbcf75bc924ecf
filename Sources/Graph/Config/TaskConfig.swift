import Base

/// One of `tasks`: a command for packages or modules, with what it reads and what it makes.
package struct TaskConfig: Sendable, Hashable {
  package var name: String
  /// Program and arguments; no shell is involved.
  package var command: [String]
  /// Empty: every package.
  package var match: [TaskMatch] = []
  /// nil: all that the keys of its modules hold.
  package var inputs: [TaskPattern]?
  package var outputs: [TaskPattern] = []
  package var dependsOn: [TaskDependency] = []
  package var env: [String] = []
  package var cache = true
  /// Whether it is seen which files it asks for, where that can be.
  package var observe = true

  package init(name: String, command: [String]) {
    self.name = name
    self.command = command
  }
}

/// What a task is run for: `//Packages/*` is each of these packages, `//Packages/*:*` and `tag:layer:core` each of these modules.
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

  /// Whether it stands for whole packages.
  package var isForPackages: Bool {
    switch self {
    case .modules(let pattern): pattern.isForPackages && !pattern.isForAnyFolder
    case .tag: false
    }
  }
}

/// A pattern for files of a task, as seen from the folder that the task runs in, or with a slash in front from the workspace's
/// root. `$AMBIT_PACKAGE` and `$AMBIT_MODULE` may stand in it.
package struct TaskPattern: Sendable, Hashable {
  /// As written.
  package let text: String

  /// Whether the text makes sense as a pattern is for `Glob.problem(in:)` to say.
  package init(_ text: String) { self.text = text }
}

/// What has to be done before: `gen` in the same place, `^gen` in what that is built upon.
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

  init(name: ConfigValue, _ value: ConfigValue) throws(ConfigError) {
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

  /// It is typed on command lines beside flags and modules.
  private static func name(_ value: ConfigValue) throws(ConfigError) -> String {
    let text = try String(value)
    let isWord = text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        || byte == UInt8(ascii: ":") || Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard isWord, text.first?.isLetter == true || text.first?.isNumber == true else {
      throw value.invalid(
        "\(ConfigValue.quote(text)) cannot be the name of a task: it takes letters, digits, \"-\", \"_\", \".\" and \":\", "
          + "and begins with a letter or a digit")
    }
    return text
  }

  private static func command(_ object: ConfigObject<Key>, _ value: ConfigValue) throws(ConfigError)
    -> [String]
  {
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
  fileprivate func word() throws(ConfigError) -> String {
    guard let text = node.stringValue else { throw wrongType(expected: "a list of strings") }
    guard !text.utf8.contains(0) else { throw invalid("\"\(name)\" must not contain NUL") }
    return text
  }
}

extension TaskMatch: ConfigDecodable {
  init(_ value: ConfigValue) throws(ConfigError) {
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
  init(_ value: ConfigValue) throws(ConfigError) { self.init(try value.globText()) }
}

extension TaskDependency: ConfigDecodable {
  init(_ value: ConfigValue) throws(ConfigError) {
    let text = try String(value)
    let isUpstream = text.hasPrefix("^")
    self.init(isUpstream ? String(text.dropFirst()) : text, isUpstream: isUpstream)
  }
}

/// What tasks say of one another.
extension TaskConfig {
  /// In the order of the file; names that nothing is called, and tasks that wait for themselves, are refused where they stand.
  static func tasks(in section: ConfigValue?) throws(ConfigError) -> [TaskConfig] {
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
        // What lies upstream is another place, and so no circle.
        guard !text.hasPrefix("^"), let circle = Self.way(from: name, to: task.name, tasks) else { continue }
        let chain = ([task.name] + circle).joined(separator: " -> ")
        throw place.invalid("tasks wait for one another in a circle: \(chain)")
      }
    }
    return tasks
  }

  /// The names on a way by what is done before in the same place; nil where there is none.
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
