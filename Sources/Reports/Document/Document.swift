package import Base
import Graph

/// A small picture of the modules that a change reaches, and by which way. Changed modules are on the left. The picture
/// stays small: many modules are drawn as packages, and many packages as folders.
package struct ChangeDrawing {
  struct Node {
    let name: String
    let count: Int
    let column: Int
    /// The name of the node through which the change reaches this one.
    let parent: String?
    let hasChanged: Bool
    let hasFailed: Bool
  }

  private static let mostNodes = 24
  static let mostColumns = 6
  static let mostRows = 8

  /// The nodes that each column shows, by name.
  let columns: [[Node]]
  /// The number of nodes in each column that have no room.
  let hidden: [Int]

  /// Returns nil where a picture would say nothing: nothing is reached, or everything for one reason.
  package init?(_ affected: AffectedReport, failed: Set<String>) {
    let modules = affected.selection.modules
    guard modules.contains(where: { $0.distance > 0 }), affected.sharedReason == nil else {
      return nil
    }
    let levels: [(ModuleID) -> String] = [
      { $0.description }, { "//\($0.package)" }, { "//\($0.package.parent)" },
    ]
    var columns: [[Node]] = []
    for level in levels {
      let nodes = Self.nodes(modules, failed, level)
      let levelColumns = Self.columns(nodes)
      // Folders that hold everything would give a picture of one box.
      if levelColumns.count > 1 { columns = levelColumns }
      if nodes.count <= Self.mostNodes { break }
    }
    guard columns.count > 1 else { return nil }
    for at in columns.indices.dropFirst() {
      let above = Dictionary(
        columns[at - 1].enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
      columns[at] = columns[at].enumerated().sorted { left, right in
        let place = { (node: Node) in node.parent.flatMap { above[$0] } ?? .max }
        return (place(left.element), left.offset) < (place(right.element), right.offset)
      }.map(\.element)
    }
    hidden = columns.map { $0.count > Self.mostRows ? $0.count - Self.mostRows + 1 : 0 }
    self.columns = zip(columns, hidden).map { Array($0.prefix($0.count - $1)) }
  }

  private static func columns(_ nodes: [Node]) -> [[Node]] {
    var columns: [[Node]] = []
    for node in nodes {
      while columns.count <= node.column { columns.append([]) }
      columns[node.column].append(node)
    }
    return Array(columns.filter { !$0.isEmpty }.prefix(mostColumns))
  }

  /// Groups modules to nodes, in the order of the modules. A node's column is the distance of its nearest module.
  private static func nodes(
    _ modules: [Selection.Module], _ failed: Set<String>, _ level: (ModuleID) -> String
  ) -> [Node] {
    var members: [String: [Selection.Module]] = [:]
    var names: [String] = []
    for module in modules {
      let name = level(module.id)
      if members[name] == nil { names.append(name) }
      members[name, default: []].append(module)
    }
    return names.compactMap { name in
      guard let all = members[name], let nearest = all.min(by: { $0.distance < $1.distance }) else {
        return nil
      }
      let through = nearest.reason.first.flatMap { reason in
        if case .module(let id) = reason.subject { level(id) } else { nil }
      }
      return Node(
        name: name, count: all.count, column: nearest.distance, parent: through == name ? nil : through,
        hasChanged: all.contains(where: \.isDirect), hasFailed: all.contains { failed.contains("\($0.id)") })
    }
  }
}

// MARK: Writing

extension ChangeDrawing {
  private static let width = 186
  private static let height = 28
  private static let pitch = 38
  private static let step = 236
  private static let margin = 4

  func write(to body: inout HTMLWriter) {
    let rows = zip(columns, hidden).map { $0.count + ($1 > 0 ? 1 : 0) }.max() ?? 1
    let size = (
      width: (columns.count - 1) * Self.step + Self.width + 2 * Self.margin,
      height: rows * Self.pitch - (Self.pitch - Self.height) + 2 * Self.margin
    )
    let label =
      "Affected modules: \(columns.joined().map(\.name).prefix(Self.mostNodes).joined(separator: ", "))"
    body.element("div", [("class", "drawing")]) { body in
      body.element(
        "svg",
        [
          ("width", "\(size.width)"), ("height", "\(size.height)"),
          ("viewBox", "0 0 \(size.width) \(size.height)"),
          ("role", "img"), ("aria-label", label),
        ]
      ) { body in
        arrows(&body)
        for (column, nodes) in columns.enumerated() {
          for (row, node) in nodes.enumerated() { Self.box(node, column, row, &body) }
          if hidden[column] > 0 { Self.rest(hidden[column], column, nodes.count, &body) }
        }
      }
    }
  }

  private static func place(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
    (margin + column * step, margin + row * pitch)
  }

  private func arrows(_ body: inout HTMLWriter) {
    for (column, nodes) in columns.enumerated().dropFirst() {
      for (row, node) in nodes.enumerated() {
        guard let parent = node.parent,
          let from = columns[..<column].enumerated().reversed().lazy.compactMap({ at, some in
            some.firstIndex { $0.name == parent }.map { (at, $0) }
          }).first
        else { continue }
        let (start, end) = (Self.place(from.0, from.1), Self.place(column, row))
        let (x, y) = (start.x + Self.width, start.y + Self.height / 2)
        let (toX, toY) = (end.x, end.y + Self.height / 2)
        let bend = (toX - x) / 2
        body.element(
          "path", [("class", "way"), ("d", "M\(x) \(y)C\(x + bend) \(y) \(toX - bend) \(toY) \(toX) \(toY)")]
        ) { _ in }
      }
    }
  }

  private static func box(_ node: Node, _ column: Int, _ row: Int, _ body: inout HTMLWriter) {
    let place = place(column, row)
    let mark = node.hasFailed ? "failed" : node.hasChanged ? "changed" : "reached"
    let last = node.name.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? node.name
    let count = node.count > 1 ? " (\(node.count))" : ""
    let name = StyledText(last).truncated(to: 22 - count.count).plain
    body.element("g", [("class", mark)]) { body in
      body.element("title", text: "\(node.name): \(node.hasFailed ? "\(mark), tests failed" : mark)")
      body.element(
        "rect",
        [
          ("x", "\(place.x)"), ("y", "\(place.y)"), ("width", "\(width)"), ("height", "\(height)"),
          ("rx", "6"),
        ]
      ) { _ in }
      body.element("text", [("x", "\(place.x + 10)"), ("y", "\(place.y + 19)")], text: name + count)
    }
  }

  private static func rest(_ count: Int, _ column: Int, _ row: Int, _ body: inout HTMLWriter) {
    let place = place(column, row)
    body.element(
      "text", [("class", "rest"), ("x", "\(place.x + 10)"), ("y", "\(place.y + 19)")],
      text: "and \(count) more")
  }
}

/// A report as parts, which a terminal, Markdown and a page show each in their own way.
package struct Document: Sendable {
  package enum Part: Sendable {
    case title(StyledText)
    /// Sentences. Neighbouring parts become lines of a terminal, or paragraphs of a page.
    case text(StyledText)
    /// The title of the parts that follow.
    case section(StyledText)
    case tree([Item])
    case table(ReportTable)
    /// A remark on the numbers above.
    case note(StyledText)
    /// Printed texts, unchanged, each below its title.
    case said([Said])
    /// Only pages and comments show pictures and warnings. A terminal has warnings on standard error.
    case drawing(ChangeDrawing)
    case warnings([Warning])
  }

  /// A line of a list, with the depth of its indentation.
  package struct Item: Sendable, Hashable {
    let depth: Int
    let text: StyledText

    package init(depth: Int = 0, _ text: StyledText) { (self.depth, self.text) = (depth, text) }
  }

  /// A printed text under a title that names its source.
  package struct Said: Sendable, Hashable {
    package let title: StyledText
    package let text: String
    /// The parts that stay the same in another run: lines shift, and messages hold values.
    package let identity: [String]

    package init(title: StyledText, text: String, identity: [String] = []) {
      (self.title, self.text, self.identity) = (title, text, identity)
    }
  }

  /// The first line of a comment. A script finds the comment by this line, so the line is a contract.
  package let marker: String
  package let parts: [Part]

  package init(marker: String, _ parts: [Part]) { (self.marker, self.parts) = (marker, parts) }

  package static func tables(_ tables: [ReportTable]) -> [Part] { tables.map { .table($0) } }
}

extension Document.Part {
  package static func items(_ items: [StyledText]) -> Self { .tree(items.map { Document.Item($0) }) }
}

// MARK: In a terminal

extension Document {
  /// People see the first rows of each table; scripts see all rows.
  private static let mostRows = 20

  package func lines(width: Int?) -> [StyledText] {
    var lines: [StyledText] = []
    var isNoted = false
    for part in parts {
      switch part {
      case .title(let text), .text(let text): lines += text.wrapped(to: width)
      case .section(let text): lines += ["", text]
      case .tree(let items):
        lines += items.flatMap { item in
          let indent = String(repeating: "  ", count: item.depth + 1)
          return item.text.wrapped(to: width.map { $0 - indent.count }).map { "\(indent)\($0)" as StyledText }
        }
      case .table(let table): lines += table.lines(width: width, most: width.map { _ in Self.mostRows })
      case .note(let text):
        lines += (isNoted ? [] : [""]) + StyledText(text.plain, .dim).wrapped(to: width)
        isNoted = true
      case .said(let all):
        lines += all.flatMap { one in
          let text = one.text.isEmpty ? [] : FailureText.lines("", one.text, indent: 4)
          return (["  \(one.title)"] + text).flatMap { $0.message(width: width) }
        }
      case .drawing, .warnings: break
      }
    }
    return Array(lines.drop { $0.spans.isEmpty })
  }
}
