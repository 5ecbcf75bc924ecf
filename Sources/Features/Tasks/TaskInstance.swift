import Base
import Graph

/// A task for one package or module.
struct TaskInstance: Sendable, Hashable {
  let id: TaskID
  let config: TaskConfig
  /// The modules of the place, sorted.
  let modules: [ModuleID]
  /// nil where the task declares no inputs. Such a task runs each time.
  let inputs: [PlacedPattern]?
  let outputs: [PlacedPattern]

  init(_ config: TaskConfig, in place: TaskPlace, modules: [ModuleID]) {
    id = TaskID(config.name, place)
    self.config = config
    self.modules = modules
    inputs = config.inputs?.map { PlacedPattern(input: $0, in: place) }
    outputs = config.outputs.map { PlacedPattern(output: $0, in: place) }
  }

  /// The folder in which the command runs, relative to the workspace.
  var folder: RelativePath { id.place.package }

  /// Program and arguments with variables replaced, except `$AMBIT_WORKSPACE`: its value differs in every clone.
  var words: [String] {
    config.command.map { TaskVariables.filled($0, with: TaskVariables.naming(id.place)) }
  }

  /// The program's path in the workspace, even if no file is there: `//scripts/lint`, or `scripts/lint` in the task's
  /// folder.
  /// nil for a program that PATH or an absolute path names.
  var programPath: RelativePath? {
    guard let word = words.first, word.contains("/"), word.hasPrefix("//") || !word.hasPrefix("/") else {
      return nil
    }
    let path = word.hasPrefix("//") ? RelativePath(word) : folder.appending(RelativePath(word))
    return path.escapesRoot ? nil : path
  }

  func isOutput(_ path: RelativePath) -> Bool { outputs.contains { $0.covers(path) } }

  /// Returns true when a file at `path` would be a declared input. Own outputs are none, since they are removed first.
  func isDeclaredInput(_ path: RelativePath) -> Bool {
    inputs?.contains { $0.covers(path) } == true && !isOutput(path)
  }
}

/// The variables that every task gets. A task's words may contain them.
enum TaskVariables {
  static let workspace = "AMBIT_WORKSPACE"
  static let package = "AMBIT_PACKAGE"
  static let module = "AMBIT_MODULE"
  static let task = "AMBIT_TASK"

  /// The variables that name the place, the same on every machine. A package as a whole has no module.
  static func naming(_ place: TaskPlace) -> [String: String] {
    var variables = [package: place.package.isRoot ? "." : place.package.description]
    if let name = place.module?.name { variables[module] = name }
    return variables
  }

  /// Returns `text` with each `$NAME` of `variables` replaced. Values are not searched again. `$NAMES` is another name.
  static func filled(_ text: String, with variables: [String: String]) -> String {
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      let name = rest[rest.index(after: dollar)...].prefix {
        $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber)
      }
      result += variables[String(name)] ?? String(rest[dollar..<name.endIndex])
      rest = rest[name.endIndex...]
    }
    return result + rest
  }
}

/// A task's pattern for one place, relative to the workspace's root. It covers the paths that match and all below them.
struct PlacedPattern: Sendable, Hashable, CustomStringConvertible {
  /// The pattern as written in workspace.json.
  let text: String
  let glob: Glob
  /// The deepest folder or file that holds every match.
  let start: RelativePath
  /// True when the pattern has no wildcard, so that it covers one path and everything below.
  let isPlain: Bool

  var description: String { text }

  func covers(_ path: RelativePath) -> Bool { glob.covers(path) }

  /// Returns true when the pattern may match something below `folder`. It may be wrong, but only by answering true.
  func mayMatch(below folder: RelativePath) -> Bool {
    guard let name = String(validating: folder.bytes, as: UTF8.self) else { return true }
    return glob.mayOverlap(Glob(Glob.escaping(name)))
  }

  /// An input. As elsewhere in workspace.json, a pattern without a slash matches at any depth.
  /// Too many inputs only cost time; a missing input would give stale results.
  init(input pattern: TaskPattern, in place: TaskPlace) {
    self.init(pattern, in: place, isFloating: !pattern.text.contains("/"))
  }

  /// An output. It matches at its exact path only, since matching files are removed.
  init(output pattern: TaskPattern, in place: TaskPlace) {
    self.init(pattern, in: place, isFloating: false)
  }

  private init(_ pattern: TaskPattern, in place: TaskPlace, isFloating: Bool) {
    text = pattern.text
    let folder = pattern.text.hasPrefix("/") ? RelativePath.root : place.package
    // Names of folders are escaped, so that they are not read as patterns.
    let own = RelativePath(Self.filled(pattern.text, place))
    var parts = folder.components.map { Glob.escaping(String(decoding: $0, as: UTF8.self)) }
    if isFloating { parts.append("**") }
    parts += own.components.map { String(decoding: $0, as: UTF8.self) }
    glob = Glob(parts.joined(separator: "/"))
    let plain = own.components.prefix { !$0.contains(where: Glob.special.contains) }
    let fixed = isFloating ? [] : Array(plain)
    isPlain = !isFloating && plain.count == own.components.count
    start = folder.appending(RelativePath(Array(fixed.joined(separator: [UInt8(ascii: "/")]))))
  }

  /// Replaces `$AMBIT_PACKAGE` and `$AMBIT_MODULE` in a pattern.
  private static func filled(_ text: String, _ place: TaskPlace) -> String {
    TaskVariables.filled(text, with: TaskVariables.naming(place).mapValues(Glob.escaping))
  }
}

extension TaskInstance {
  /// Refuses outputs of Git's, outputs that would remove an own input before the command reads it, and a file that two
  /// instances would write.
  static func refuseConflicts(among instances: [TaskInstance]) throws(Failure) {
    for instance in instances {
      for output in instance.outputs {
        if let input = instance.inputs?.first(where: { output.covers($0.start) || $0.glob == output.glob }) {
          throw Failure(
            code: "output-is-input",
            message: "the output \"\(output)\" of \(instance.id) is among its own inputs, \"\(input)\"",
            hints: ["narrow the inputs and outputs: \"Sources/**/*.proto\", \"Generated/**\""])
        }
        if output.start.components.contains(where: { $0.elementsEqual(".git".utf8) }) {
          throw Failure(
            code: "output-of-git",
            message: "the output \"\(output)\" of \(instance.id) is in Git's own folder")
        }
      }
    }
    try refuseSharedOutputs(of: instances)
  }

  /// Two patterns can only meet when one starts in the folder of the other, or below it.
  private static func refuseSharedOutputs(of instances: [TaskInstance]) throws(Failure) {
    let all = instances.flatMap { instance in instance.outputs.map { (id: instance.id, pattern: $0) } }
    let byStart = Dictionary(grouping: all, by: \.pattern.start)
    for one in all {
      for other in one.pattern.start.withAncestors.flatMap({ byStart[$0] ?? [] })
      where other.id != one.id && other.pattern.glob.mayOverlap(one.pattern.glob) {
        let (first, second) = one.id < other.id ? (one, other) : (other, one)
        let patterns =
          "\"\(first.pattern)\""
          + (first.pattern.text == second.pattern.text ? "" : " and \"\(second.pattern)\"")
        throw Failure(
          code: "shared-output",
          message: "\(first.id) and \(second.id) could make the same file: \(patterns)",
          hints: [
            first.id.task == second.id.task
              ? "match whole packages, or put \"$AMBIT_MODULE\" into the output"
              : "give each task a folder of its own for its outputs"
          ])
      }
    }
  }
}
