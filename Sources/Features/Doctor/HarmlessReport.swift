import Base
import Graph
import Reports

/// `ambit doctor --harmless`: the names of files that select nothing.
enum HarmlessReport {
  static func lines(_ harmless: HarmlessFiles, width: Int?) -> [StyledText] {
    switch harmless {
    case .own(let patterns) where patterns.isEmpty:
      ["No file is harmless by name: workspace.json says so"]
    case .own(let patterns):
      ["Harmless by name, as workspace.json says", ""] + patterns.map { "  \($0.text, .path)" } + rules
    case .table:
      ["Harmless by name", ""]
        + HarmlessFiles.rows.flatMap { row in
          StyledText(row.names.joined(separator: " "), .path).wrapped(to: width.map { max(24, $0 - 2) }).map {
            "  \($0)"
          } + ["    \(row.reason, .dim)"]
        } + rules
    }
  }

  private static let rules: [StyledText] = [
    "",
    "Such a file counts all the same where it is compiled, a resource, an input, below a test target's folder,",
    "named by a string literal of a module, or was seen to be read.",
  ]

  static func json(_ harmless: HarmlessFiles) -> String {
    let rows: [JSON] =
      switch harmless {
      case .own(let patterns): patterns.map { ["names": [$0.text], "reason": nil as String?] }
      case .table: HarmlessFiles.rows.map { ["names": $0.names, "reason": $0.reason] }
      }
    return JSON.report(["harmless": rows])
  }
}
