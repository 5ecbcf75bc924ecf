package import Names
import Support

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
