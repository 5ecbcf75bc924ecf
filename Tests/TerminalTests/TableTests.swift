import Testing

@testable import Terminal

@Suite("Tables")
struct TableTests {
  private func table(_ rows: [[StyledText]], _ columns: [Table.Column]) -> Table {
    var table = Table(columns: columns)
    for row in rows { table.add(row) }
    return table
  }

  private let three: [Table.Column] = [
    Table.Column(truncation: .middle, narrowest: 5), Table.Column(), Table.Column(.right),
  ]

  @Test("columns align, without trailing spaces")
  func align() {
    let lines = table([["Core", "library", "7"], ["日本", "test", "12"], ["x", "", "1"], ["y"]], three).lines()
    #expect(
      lines.map(\.plain) == ["Core  library   7", "日本  test     12", "x               1", "y"])
  }

  @Test("only columns that may be cut give way, and no further than their least")
  func fit() {
    let rows: [[StyledText]] = [["//Packages/Core:Core", "library", "7"]]
    #expect(table(rows, three).lines(width: 24).map(\.plain) == ["//Pack…:Core  library  7"])
    #expect(table(rows, three).lines(width: 10).map(\.plain) == ["//…re  library  7"])
    #expect(table(rows, three).lines(width: 200).map(\.plain) == ["//Packages/Core:Core  library  7"])
  }

  @Test("an empty table has no lines")
  func empty() {
    #expect(table([], three).lines(width: 40).isEmpty)
  }

  @Test("hostile cells stay in their row")
  func hostile() {
    let lines = table([[StyledText("a\nb\u{1B}[2J", .module), "x"]], three).lines()
    #expect(lines.map(\.plain) == [#"a\nb\x1b[2J  x"#])
  }
}
