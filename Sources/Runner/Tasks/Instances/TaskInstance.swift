package import Base
package import Graph

/// A task for one package or module.
package struct TaskInstance: Sendable, Hashable {
  package let id: TaskID
  package let config: TaskConfig
  /// The modules of the place, sorted.
  package let modules: [ModuleID]
  /// nil where the task declares no inputs. Such a task runs each time.
  package let inputs: [PlacedPattern]?
  package let outputs: [PlacedPattern]

  package init(_ config: TaskConfig, in place: TaskPlace, modules: [ModuleID]) {
    id = TaskID(config.name, place)
    self.config = config
    self.modules = modules
    inputs = config.inputs?.map { PlacedPattern(input: $0, in: place) }
    outputs = config.outputs.map { PlacedPattern(output: $0, in: place) }
  }

  /// The folder in which the command runs, relative to the workspace.
  package var folder: RelativePath { id.place.package }

  /// Program and arguments with variables replaced, except `$AMBIT_WORKSPACE`: its value differs in every clone.
  package var words: [String] {
    config.command.map { TaskVariables.filled($0, with: TaskVariables.naming(id.place)) }
  }

  /// The program's path in the workspace, even if no file is there: `//scripts/lint`, or `scripts/lint` in the task's
  /// folder.
  /// nil for a program that PATH or an absolute path names.
  package var programPath: RelativePath? {
    guard let word = words.first, word.contains("/"), word.hasPrefix("//") || !word.hasPrefix("/") else {
      return nil
    }
    let path = word.hasPrefix("//") ? RelativePath(word) : folder.appending(RelativePath(word))
    return path.escapesRoot ? nil : path
  }

  package func isOutput(_ path: RelativePath) -> Bool { outputs.contains { $0.covers(path) } }

  /// Returns true when a file at `path` would be a declared input. Own outputs are none, since they are removed first.
  package func isDeclaredInput(_ path: RelativePath) -> Bool {
    inputs?.contains { $0.covers(path) } == true && !isOutput(path)
  }
}

/// The variables that every task gets. A task's words may contain them.
package enum TaskVariables {
  package static let workspace = "AMBIT_WORKSPACE"
  package static let package = "AMBIT_PACKAGE"
  package static let module = "AMBIT_MODULE"
  package static let task = "AMBIT_TASK"

  /// The variables that name the place, the same on every machine. A package as a whole has no module.
  package static func naming(_ place: TaskPlace) -> [String: String] {
    var variables = [package: place.package.isRoot ? "." : place.package.description]
    if let name = place.module?.name { variables[module] = name }
    return variables
  }

  /// Returns `text` with each `$NAME` of `variables` replaced. Values are not searched again. `$NAMES` is another name.
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
