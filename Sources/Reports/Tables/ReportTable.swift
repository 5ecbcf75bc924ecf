/// A table of a page, before anybody says whether that is Markdown or HTML.
struct ReportTable: Sendable, Hashable {
  /// A piece of a cell.
  enum Span: Sendable, Hashable {
    /// A name from outside: shown as it is.
    case code(String)
    case words(String)
  }

  typealias Cell = [Span]

  enum Folding: Sendable, Hashable {
    /// Only when it is long.
    case whenLong
    case always
  }

  let title: String
  /// What a row is.
  let noun: String
  let header: [String]
  let rows: [[Cell]]
  let folding: Folding

  init(_ title: String, _ noun: String, folding: Folding = .whenLong, header: [String], rows: [[Cell]]) {
    self.title = title
    self.noun = noun
    self.folding = folding
    self.header = header
    self.rows = rows
  }

  /// More rows than this are folded away.
  static let mostOpenRows = 15

  var isFolded: Bool { folding == .always || rows.count > Self.mostOpenRows }
}

extension [ReportTable.Span] {
  static func code(_ text: String) -> [ReportTable.Span] { text.isEmpty ? [] : [.code(text)] }

  static func words(_ text: String) -> [ReportTable.Span] { text.isEmpty ? [] : [.words(text)] }

  /// As many names as a cell can do with, and how many more there are.
  static func names(_ names: [String], nobody: String = "") -> [ReportTable.Span] {
    guard !names.isEmpty else { return words(nobody) }
    let rest = names.count - mostNames
    return joined(names.prefix(mostNames).map { [.code($0)] }, by: ", ")
      + (rest > 0 ? [.words(" and \(rest) more")] : [])
  }

  private static var mostNames: Int { 5 }

  static func joined(_ parts: [[ReportTable.Span]], by separator: String) -> [ReportTable.Span] {
    parts.enumerated().flatMap { index, part in index == 0 ? part : [.words(separator)] + part }
  }
}
