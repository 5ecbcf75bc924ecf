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
