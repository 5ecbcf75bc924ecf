import Base
import Graph

/// `ambit graph --format mermaid`: a flowchart that GitHub and GitLab draw in a comment.
enum GraphMermaid {
  static func text(_ report: GraphReport) -> String {
    var lines = ["flowchart LR"]
    for (number, package) in report.packages.enumerated() {
      let title = package.folder.isRoot ? "//" : package.folder.description
      lines.append("  subgraph p\(number)[\(label(title))]")
      lines += package.modules.map { "    m\($0)\(shape(report.modules[$0]))" }
      lines.append("  end")
    }
    lines += report.edges.map { "  m\($0.from) \(arrow($0)) m\($0.to)" }
    lines += style(report)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func shape(_ module: GraphReport.Module) -> String {
    let name = label(module.id.name)
    return switch module.kind {
    case .library, .unknown, .framework, .bundle: "[\(name)]"
    case .executable, .app, .extension: "[/\(name)\\]"
    case .test, .uiTest: "([\(name)])"
    case .macro: "{{\(name)}}"
    case .plugin: "[[\(name)]]"
    case .system, .binary: "[(\(name))]"
    }
  }

  private static func arrow(_ edge: GraphReport.Edge) -> String {
    guard let words = edge.words else { return "-->" }
    let line = edge.kind == .macro ? "==>" : "-.->"
    return "\(line)|\(label(words))|"
  }

  private static func style(_ report: GraphReport) -> [String] {
    var lines: [String] = []
    for (mark, name) in [(GraphReport.Mark.changed, "changed"), (.reached, "reached")] {
      let marked = report.modules.indices.filter { report.modules[$0].mark == mark }
      guard !marked.isEmpty, let color = GraphColors.fill(mark) else { continue }
      lines.append("  classDef \(name) fill:\(color),color:#000000")
      lines.append("  class \(marked.map { "m\($0)" }.joined(separator: ",")) \(name)")
    }
    let undeclared = report.edges.indices.filter { report.edges[$0].kind == .undeclaredImport }
    if !undeclared.isEmpty {
      let numbers = undeclared.map(String.init).joined(separator: ",")
      lines.append("  linkStyle \(numbers) stroke:\(GraphColors.undeclared)")
    }
    return lines
  }

  /// Mermaid has entities (`#35;`) instead of an escape character. It finds directives and Markdown even in quotes, so
  /// all but harmless characters are written as entities.
  private static func label(_ text: String) -> String {
    var result = ""
    for scalar in Text.escapingControls(text).unicodeScalars {
      let isHarmless =
        scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "/:-. ,".unicodeScalars.contains(scalar)
      if isHarmless { result.unicodeScalars.append(scalar) } else { result += "#\(scalar.value);" }
    }
    return "\"\(result)\""
  }
}
