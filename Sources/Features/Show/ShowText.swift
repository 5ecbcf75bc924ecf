import Base
import Graph

/// `ambit show` for people. Modules, packages and teams each have a file of their own.
struct ShowText {
  let width: Int?
  /// The number of a list's items that are shown; nil shows all.
  let most: Int?
  /// The time in seconds since 1970.
  let now: Int

  init(width: Int?, showsAll: Bool, now: Int) {
    self.width = width
    most = showsAll || width == nil ? nil : 8
    self.now = now
  }
}

// MARK: Pieces

extension ShowText {
  /// `  owner  Core (#core)`; rows without a value are left out.
  func facts(_ rows: [(name: String, value: StyledText)]) -> [StyledText] {
    table(
      [.left, .middle(20)], rows.filter { !$0.value.spans.isEmpty }.map { ["\($0.name, .dim)", $0.value] })
  }

  /// The cells of the first items, and a row with the number of the others.
  func cut<Item>(_ items: [Item], _ cells: (Item) -> [StyledText]) -> [[StyledText]] {
    let shown = most.map { items.count > $0 + 1 ? Array(items.prefix($0)) : items } ?? items
    let rest = items.count - shown.count
    return shown.map(cells) + (rest > 0 ? [["\("and \(rest) more", .dim)"]] : [])
  }

  func table(_ columns: [Table.Column], _ rows: [[StyledText]]) -> [StyledText] {
    Table.indented(columns, rows, width: width)
  }

  static func owners(_ owners: [ShownOwner]) -> StyledText {
    guard !owners.isEmpty else { return "\("nobody", .warning)" }
    let names = owners.map { owner -> StyledText in
      "\(owner.name ?? owner.id, .heading)\(owner.contact.map { " (\($0))" } ?? "", .dim)"
    }
    return names.dropFirst().reduce(names[0]) { "\($0), \($1)" }
  }
}

// MARK: Rules

extension ShowText {
  /// The rules that apply to the subject, and the places where it breaks one.
  func rules(_ demands: [RuleDemand], _ findings: [ShownFinding]) -> [StyledText] {
    let column = demands.map(\.rule.id.count).max() ?? 0
    let texts = demands.flatMap { demand in
      StyledText(demand.text).wrapped(to: width.map { max(30, $0 - column - 4) }).enumerated().map {
        ["\($0.offset == 0 ? demand.rule.id : "", .dim)", $0.element] as [StyledText]
      }
    }
    let rest = findings.count - (most ?? findings.count)
    return .section(
      "Rules", findings.isEmpty ? "none broken" : "\(findings.count) broken",
      table([.left, .left], texts) + findings.prefix(most ?? findings.count).flatMap(lines)
        + (rest > 0 ? [StyledText("  and \(rest) more", .dim)] : []))
  }

  /// The finding on one line, or the message below its place where the line would be too long.
  private func lines(_ finding: ShownFinding) -> [StyledText] {
    let isError = finding.severity == .error
    let place: StyledText = "\(isError ? "  ✗ " : "  ! ", isError ? .bad : .warning)\(finding.place, .path)"
    let message = StyledText(finding.message)
    guard let width, place.width + 2 + message.width > width else { return ["\(place): \(message)"] }
    return [place] + message.wrapped(to: width - 4).map { "    \($0)" }
  }
}
