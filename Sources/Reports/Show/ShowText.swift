import Config
import Terminal

/// `ambit show` for people. Each thing has a file of its own.
package struct ShowText {
  let width: Int?
  /// So many of a list are shown; nil: all.
  let most: Int?
  /// Seconds since 1970.
  let now: Int

  package init(width: Int?, showsAll: Bool, now: Int) {
    self.width = width
    most = showsAll || width == nil ? nil : 8
    self.now = now
  }
}

// MARK: Pieces

extension ShowText {
  func heading(_ title: String, _ remark: String = "") -> [StyledText] {
    ["", StyledText(title, .heading) + StyledText(remark.isEmpty ? "" : " \(remark)", .dim)]
  }

  /// `  owner  Core (#core)`; rows without a value are left out.
  func facts(_ rows: [(name: String, value: StyledText)]) -> [StyledText] {
    var table = Table(columns: [.init(), .init(), .init(truncation: .middle, narrowest: 20)])
    for row in rows where !row.value.spans.isEmpty {
      table.add(["", StyledText(row.name, .dim), row.value])
    }
    return table.lines(width: width)
  }

  /// The first of `items`, and how many more there are.
  func cut<Item>(_ items: [Item], _ cells: (Item) -> [StyledText]) -> [[StyledText]] {
    let shown = most.map { items.count > $0 + 1 ? Array(items.prefix($0)) : items } ?? items
    let rest = items.count - shown.count
    return shown.map(cells) + (rest > 0 ? [[StyledText("and \(rest) more", .dim)]] : [])
  }

  func table(_ columns: [Table.Column], _ rows: [[StyledText]]) -> [StyledText] {
    var table = Table(columns: [.init()] + columns)
    for row in rows { table.add([""] + row) }
    return table.lines(width: width)
  }

  static func owners(_ owners: [ShownOwner]) -> StyledText {
    guard !owners.isEmpty else { return StyledText("nobody", .warning) }
    let names = owners.map { owner in
      StyledText(owner.name ?? owner.id, .heading)
        + StyledText(owner.contact.map { " (\($0))" } ?? "", .dim)
    }
    return names.dropFirst().reduce(names[0]) { $0 + StyledText(", ") + $1 }
  }
}
