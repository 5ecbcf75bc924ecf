import ModuleGraph

/// What the drawings have in common.
enum GraphColors {
  static let changed = "#ffb37a"
  static let reached = "#ffe3c4"
  static let plugin = "#7b4fb5"
  static let macro = "#1f6fb2"
  static let undeclared = "#c62828"

  static func fill(_ mark: GraphReport.Mark) -> String? {
    switch mark {
    case .untouched: nil
    case .changed: changed
    case .reached: reached
    }
  }
}

extension GraphReport.Edge {
  /// What stands beside the arrow; nil for a dependency like any other.
  package var words: String? {
    let kindWord: String? =
      switch kind {
      case .dependency: nil
      case .plugin: "plugin"
      case .macro: "macro"
      case .undeclaredImport: "undeclared"
      case .configured: "configured"
      case .mayStart: "may start"
      case .standIn: "in Xcode"
      }
    let words = (kindWord.map { [$0] } ?? []) + platforms
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
