import Base
import Graph
import Reports

/// The modules that match an expression.
struct QueryReport: Sendable {
  struct Module: Sendable, Hashable {
    let id: ModuleID
    let kind: ModuleKind
    let owners: [String]
    let tags: [String]
  }

  /// The expression, written as Ambit understood it.
  let query: String
  /// The compared revisions. The base is the one of `changed()` and `affected()`, if the expression has them.
  let revisions: ComparedRevisions
  /// The modules, sorted by id.
  let modules: [Module]
  /// The modules as a chain, from the first to the last; nil where the expression asks for no chain.
  let path: [ModuleID]?
  let warnings: [Warning]

  /// The modules in the order of the output.
  var shown: [Module] {
    guard let path else { return modules }
    let byID = Dictionary(modules.map { ($0.id, $0) }) { first, _ in first }
    return path.compactMap { byID[$0] }
  }
}

/// `ambit query` for people, and for programs that take names.
enum QueryText {
  /// The ids, one a line.
  static func names(_ report: QueryReport) -> String {
    report.shown.map { Text.escapingControls($0.id.description) + "\n" }.joined()
  }

  /// Below this width the column of kinds goes: a test module's name shows its kind too.
  private static let roomForKinds = 100

  static func lines(_ report: QueryReport, width: Int?) -> [StyledText] {
    guard !report.modules.isEmpty else {
      return ["\("No module", .heading) matches \(report.query)"]
    }
    let showsKinds = width.map { $0 >= roomForKinds } ?? true
    let rows = report.shown.map { module -> [StyledText] in
      [
        "\(module.id, .module)", "\(showsKinds ? module.kind.rawValue : "", .dim)",
        "\(module.owners.joined(separator: ", "), .heading)", "\(module.tags.joined(separator: ", "), .dim)",
      ]
    }
    return [headline(report)]
      + Table.indented([.middle(40), .left, .end(10), .end(10)], rows, width: width)
  }

  /// `12 modules, 3 of them tests`
  private static func headline(_ report: QueryReport) -> StyledText {
    let tests = report.modules.count { $0.kind.isTest }
    let count = Wording.count(report.modules.count, "module")
    guard report.path == nil else {
      return "\(count, .heading), each depending on the next"
    }
    return
      "\(count, .heading), \(tests == 0 ? "none" : "\(tests)") of them \(tests == 1 ? "a test" : "tests")"
  }
}

enum QueryJSON {
  static func text(_ report: QueryReport) -> String {
    JSON.report([
      "query": report.query, "base": report.revisions.base?.json, "head": report.revisions.head.json,
      "count": report.modules.count, "modules": report.modules.lazy.map(\.json),
      "path": OptionalField(report.path?.map(\.description)), "warnings": report.warnings,
    ])
  }
}

extension QueryReport.Module {
  fileprivate var json: JSON {
    [
      "id": id.description, "package": id.package.description, "name": id.name, "kind": kind.rawValue,
      "owners": owners, "tags": tags,
    ]
  }
}
