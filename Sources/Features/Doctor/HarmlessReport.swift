import Base
import Graph
import Reports

/// `ambit doctor --harmless`: the names of files that select nothing.
enum HarmlessReport {
  static func lines(_ harmless: HarmlessFiles, width: Int?) -> [StyledText] {
    switch harmless {
    case .own(let patterns) where patterns.isEmpty:
      ["No file is harmless by name, as workspace.json says"]
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
    "Such a file still counts when it is compiled, a resource, an input or below a test target's folder,",
    "when a string literal of a module names it, or when a test was seen reading it.",
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
