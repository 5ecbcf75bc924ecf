package import Base
package import Graph

/// A task in one place.
package struct TaskInstance: Sendable, Hashable {
  package let id: TaskID
  package let config: TaskConfig
  /// The modules that it is about, sorted.
  package let modules: [ModuleID]
  /// nil where nobody says what it reads: such a task runs each time.
  package let inputs: [PlacedPattern]?
  package let outputs: [PlacedPattern]

  package init(_ config: TaskConfig, in place: TaskPlace, modules: [ModuleID]) {
    id = TaskID(config.name, place)
    self.config = config
    self.modules = modules
    inputs = config.inputs?.map { PlacedPattern(input: $0, in: place) }
    outputs = config.outputs.map { PlacedPattern(output: $0, in: place) }
  }

  /// Where the command runs, as seen from the workspace.
  package var folder: RelativePath { id.place.package }

  /// Program and arguments with what they name filled in, but for `$AMBIT_WORKSPACE`, which is another path in every clone.
  package var words: [String] {
    config.command.map { TaskVariables.filled($0, with: TaskVariables.naming(id.place)) }
  }

  /// Where in the workspace its program lies, should it be there or not: `//scripts/lint`, or `scripts/lint` in its folder. nil
  /// where it is looked for elsewhere.
  package var programPath: RelativePath? {
    guard let word = words.first, word.contains("/"), word.hasPrefix("//") || !word.hasPrefix("/") else {
      return nil
    }
    let path = word.hasPrefix("//") ? RelativePath(word) : folder.appending(RelativePath(word))
    return path.escapesRoot ? nil : path
  }

  package func isOutput(_ path: RelativePath) -> Bool { outputs.contains { $0.covers(path) } }

  /// Whether a file of this name would be a declared input. What it makes itself is none: that is removed before it runs.
  package func isDeclaredInput(_ path: RelativePath) -> Bool {
    inputs?.contains { $0.covers(path) } == true && !isOutput(path)
  }
}

/// The variables that every task is given, and that may stand in its words.
package enum TaskVariables {
  package static let workspace = "AMBIT_WORKSPACE"
  package static let package = "AMBIT_PACKAGE"
  package static let module = "AMBIT_MODULE"
  package static let task = "AMBIT_TASK"

  /// Those that say where it runs, the same on every machine. A package as a whole has no module.
  package static func naming(_ place: TaskPlace) -> [String: String] {
    var variables = [package: place.package.isRoot ? "." : place.package.description]
    if let name = place.module?.name { variables[module] = name }
    return variables
  }

  /// `text` with `$NAME` of each of these replaced. What is put in is not looked at again, and a longer name is another one.
  package static func filled(_ text: String, with variables: [String: String]) -> String {
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
