import Base
import Graph
import Reports

/// `ambit graph` on a terminal: each module with its dependencies, by package.
struct GraphText {
  private let report: GraphReport
  private let width: Int?
  /// The number of modules of each name.
  private let count: [String: Int]

  init(_ report: GraphReport, width: Int?) {
    self.report = report
    self.width = width
    count = Dictionary(report.modules.map { ($0.id.name, 1) }, uniquingKeysWith: +)
  }

  var lines: [StyledText] {
    guard !report.modules.isEmpty else { return ["No modules to show"] }
    var needs: [Int: [GraphReport.Edge]] = [:]
    for edge in report.edges { needs[edge.from, default: []].append(edge) }
    var result: [StyledText] = []
    for package in report.packages {
      if !result.isEmpty { result.append("") }
      result.append("\("//\(package.folder)", .path)")
      for index in package.modules { result += lines(index, needs[index] ?? []) }
    }
    return result
  }

  /// The module on one line, or each dependency's name whole on the next ones.
  private func lines(_ index: Int, _ edges: [GraphReport.Edge]) -> [StyledText] {
    let module = report.modules[index]
    var first: StyledText = "  \(Text.escapingControls(module.id.name), .module)"
    switch module.mark {
    case .changed: first += " \("changed", .warning)"
    case .reached: first += " \("affected", .warning)"
    case .untouched, nil: break
    }
    guard !edges.isEmpty else { return [first] }
    first += " \("→", .dim)"
    var lines = [first]
    for (number, edge) in edges.enumerated() {
      let words = edge.words.map { " (\($0))" } ?? ""
      let name: StyledText =
        "\(name(of: edge.to, beside: module))\(words, .dim)\(number + 1 < edges.count ? "," : "")"
      if let width, lines[lines.count - 1].width + 1 + name.width > width {
        lines.append("      \(name)")
      } else {
        lines[lines.count - 1] += " \(name)"
      }
    }
    return lines
  }

  /// The module's name, or its id where a module of another package has the same name.
  private func name(of index: Int, beside module: GraphReport.Module) -> String {
    let id = report.modules[index].id
    let isClear = id.package == module.id.package || count[id.name] == 1
    return Text.escapingControls(isClear ? id.name : id.description)
  }
}

/// `ambit graph --format dot`: for Graphviz.
enum GraphDOT {
  static func text(_ report: GraphReport) -> String {
    var lines = [
      "digraph ambit {",
      "  rankdir=LR;",
      "  graph [fontname=\"Helvetica\", fontsize=11, color=\"#bbbbbb\"];",
      "  node [fontname=\"Helvetica\", fontsize=11, shape=box, style=filled, fillcolor=\"#ffffff\"];",
      "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#666666\"];",
    ]
    for (number, package) in report.packages.enumerated() {
      let title = package.folder.isRoot ? "//" : package.folder.description
      lines.append("  subgraph cluster_\(number) {")
      lines.append("    label=\(label(title));")
      lines += package.modules.map { "    \(node(report.modules[$0]))" }
      lines.append("  }")
    }
    lines += report.edges.map { "  \(edge($0, report.modules))" }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func node(_ module: GraphReport.Module) -> String {
    var attributes = ["label=\(label(module.id.name))", "shape=\(shape(module.kind))"]
    if let color = module.mark.flatMap(GraphColors.fill) { attributes.append("fillcolor=\"\(color)\"") }
    return "\(id(module)) [\(attributes.joined(separator: ", "))];"
  }

  private static func edge(_ edge: GraphReport.Edge, _ modules: [GraphReport.Module]) -> String {
    var attributes: [String] = []
    switch edge.kind {
    case .dependency, .configured, .standIn: break
    case .mayStart, .host: attributes.append("style=dashed")
    case .plugin: attributes += ["style=dashed", "color=\"\(GraphColors.plugin)\""]
    case .macro: attributes += ["style=bold", "color=\"\(GraphColors.macro)\""]
    case .undeclaredImport, .implicit, .candidate:
      attributes += ["style=dotted", "color=\"\(GraphColors.undeclared)\""]
    }
    if let words = edge.words {
      if [.dependency, .configured, .standIn].contains(edge.kind) { attributes.append("style=dashed") }
      attributes.append("label=\(label(words))")
    }
    let ends = "\(id(modules[edge.from])) -> \(id(modules[edge.to]))"
    return attributes.isEmpty ? "\(ends);" : "\(ends) [\(attributes.joined(separator: ", "))];"
  }

  private static func shape(_ kind: ModuleKind) -> String {
    switch kind {
    case .library: "box"
    case .executable, .app, .extension: "house"
    case .framework, .bundle: "box"
    case .test, .uiTest: "ellipse"
    case .macro: "hexagon"
    case .plugin: "component"
    case .system, .binary: "cylinder"
    case .unknown: "box"
    }
  }

  private static func id(_ module: GraphReport.Module) -> String { quoted(module.id.description) }

  /// A label decodes character entities, which would change the module's name.
  private static func label(_ text: String) -> String {
    quoted(text.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;"))
  }

  /// A backslash has a meaning in a quoted label, and would escape the closing quote of an id.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for character in Text.escapingControls(text).unicodeScalars {
      if character == "\"" || character == "\\" { result += "\\" }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }
}

/// The colours of the DOT and Mermaid drawings.
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
  /// The words at the arrow; nil for an ordinary dependency.
  var words: String? {
    let kindWord: String? =
      switch kind {
      case .dependency: nil
      case .plugin: "plugin"
      case .macro: "macro"
      case .undeclaredImport: "undeclared"
      case .configured: "configured"
      case .mayStart: "may start"
      case .standIn: "in Xcode"
      case .implicit, .candidate: "implicit"
      case .host: "runs in"
      }
    let words = (kindWord.map { [$0] } ?? []) + platforms
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
