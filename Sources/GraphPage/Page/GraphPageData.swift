import AffectedGraph
import ModuleGraph
import Names
import Reports
import Support

/// What the page's script draws. Modules, texts and colours are named by number: a workspace of thousands of
/// modules stays a small page.
enum GraphPageData {
  static func title(of report: GraphReport) -> String {
    let name = report.setting.name.map(Text.escapingControls) ?? "Workspace"
    return "\(name) · module graph"
  }

  static func json(_ report: GraphReport) -> String {
    var texts = TextTable()
    let colorings = GraphColoring.all(report)
    var writer = JSONWriter(pretty: false)
    writer.object { writer in
      writer.field("schema", JSONSchema.version)
      writer.field("title", title(of: report))
      writer.field("comparison") { $0.comparison(report) }
      writer.field("reasonWords") { writer in
        writer.array(of: Reason.Kind.allCases) { $0.string(ReasonText.words(for: $1)) }
      }
      writer.field("modules") { $0.modules(report, &texts) }
      writer.field("edges") { $0.edges(report, &texts) }
      writer.field("violations") { $0.violations(report) }
      writer.field("colorings") { $0.array(of: colorings) { $0.coloring($1) } }
      let bands = GraphBands(report)
      writer.field("bands") { $0.bands(bands) }
      writer.field("groupings") { $0.array(of: GraphGrouping.all(report, bands)) { $0.grouping($1) } }
      writer.field("warnings", ([report.fallback].compactMap(\.self) + report.warnings).map(\.message))
      writer.field("texts", texts.texts)
    }
    return writer.text
  }
}

/// Each text once, named by its number.
private struct TextTable {
  private(set) var texts: [String] = []
  private var numbers: [String: Int] = [:]

  mutating func number(of text: String) -> Int {
    if let number = numbers[text] { return number }
    numbers[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}

extension JSONWriter {
  fileprivate mutating func comparison(_ report: GraphReport) {
    guard let comparison = report.setting.comparison, report.modules.contains(where: { $0.mark != nil })
    else {
      return null()
    }
    object { writer in
      writer.field("base", comparison.base?.ref)
      writer.field("head", comparison.head.ref)
    }
  }

  fileprivate mutating func modules(_ report: GraphReport, _ texts: inout TextTable) {
    let index = Dictionary(
      report.modules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    array(of: report.modules) { writer, module in
      writer.object { writer in
        writer.field("id", Text.escapingControls(module.id.description))
        writer.field("name", Text.escapingControls(module.id.name))
        writer.field("kind", module.kind.rawValue)
        writer.numbers("package", [texts.number(of: module.id.package.description)])
        writer.numbers("owners", module.owners.map { texts.number(of: report.setting.teamNames[$0] ?? $0) })
        writer.numbers("tags", module.tags.map { texts.number(of: $0) })
        writer.field("mark", module.mark?.word)
        if !module.reason.isEmpty { writer.reason(module.reason, index, &texts) }
      }
    }
  }

  /// A step is its kind, then the number of the module or, below zero, that of a text less one.
  private mutating func reason(
    _ steps: [Reason], _ index: [ModuleID: Int], _ texts: inout TextTable
  ) {
    numbers(
      "reason",
      steps.flatMap { step in
        let kind = Reason.Kind.allCases.firstIndex(of: step.kind) ?? 0
        switch step.subject {
        case .module(let id):
          return [kind, index[id] ?? -1 - texts.number(of: Text.escapingControls(id.description))]
        case .path(let path): return [kind, -1 - texts.number(of: Text.escapingControls(path.description))]
        case .none: return [kind, -1 - texts.number(of: "")]
        }
      })
  }

  fileprivate mutating func edges(_ report: GraphReport, _ texts: inout TextTable) {
    object { writer in
      writer.numbers("from", report.edges.map(\.from))
      writer.numbers("to", report.edges.map(\.to))
      writer.numbers("words", report.edges.map { texts.number(of: $0.words ?? "") })
    }
  }

  fileprivate mutating func violations(_ report: GraphReport) {
    let index = Dictionary(
      report.modules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    array(of: report.violations) { writer, violation in
      guard let from = index[violation.from] else { return }
      writer.object { writer in
        writer.field("from", from)
        if let to = violation.to.flatMap({ index[$0] }) { writer.field("to", to) }
        writer.field("rule", Text.escapingControls(violation.rule))
        writer.field("message", Text.escapingControls(violation.message))
        writer.field("why", Text.escapingControls(violation.why))
        writer.field("mend", Text.escapingControls(violation.mend))
      }
    }
  }

  fileprivate mutating func coloring(_ coloring: GraphColoring) {
    object { writer in
      writer.field("key", coloring.key)
      writer.field("title", coloring.title)
      writer.field("groups") { writer in
        writer.array(of: coloring.groups) { writer, group in
          writer.object { writer in
            writer.field("name", Text.escapingControls(group.name))
            writer.field("light", group.color.light)
            writer.field("dark", group.color.dark)
          }
        }
      }
      writer.numbers("counts", coloring.counts)
      writer.numbers("of", coloring.groupsOfModule.indices.map(coloring.group))
      // A module of several teams has the colour of the first and counts with all.
      writer.numbers(
        "others",
        coloring.groupsOfModule.enumerated().flatMap { module, groups in
          groups.dropFirst().flatMap { [module, $0] }
        })
    }
  }

  fileprivate mutating func bands(_ bands: GraphBands) {
    object { writer in
      writer.field("title", bands.title)
      writer.field("names", bands.names.map(Text.escapingControls))
      writer.numbers("of", bands.bandOfModule)
    }
  }

  fileprivate mutating func grouping(_ grouping: GraphGrouping) {
    object { writer in
      writer.field("key", grouping.key)
      writer.field("title", grouping.title)
      writer.field("names", grouping.groups.map { Text.escapingControls($0.name) })
      writer.field("wholes", grouping.groups.map { Text.escapingControls($0.whole) })
      writer.numbers("bands", grouping.groups.map(\.band))
      writer.numbers("of", grouping.groupOfModule)
    }
  }

  private mutating func numbers(_ key: String, _ numbers: [Int]) {
    field(key) { $0.array(of: numbers) { $0.int($1) } }
  }
}

extension GraphReport.Mark {
  /// As style sheets and scripts call it.
  var word: String {
    switch self {
    case .untouched: "untouched"
    case .changed: "changed"
    case .reached: "reached"
    }
  }
}
