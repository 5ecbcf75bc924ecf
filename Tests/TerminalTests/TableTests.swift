import Testing

@testable import Base

@Suite("Tables")
struct TableTests {
  private let three: [Table.Column] = [.middle(5), .left, .right]

  @Test("columns align, without trailing spaces")
  func align() {
    let lines = Table(three, [["Core", "library", "7"], ["日本", "test", "12"], ["x", "", "1"], ["y"]]).lines()
    #expect(
      lines.map(\.plain) == ["Core  library   7", "日本  test     12", "x               1", "y"])
  }

  @Test("only columns that may be cut give way, and no further than their least")
  func fit() {
    let rows: [[StyledText]] = [["//Packages/Core:Core", "library", "7"]]
    #expect(Table(three, rows).lines(width: 24, cutsNames: true).map(\.plain) == ["//Pack…:Core  library  7"])
    #expect(Table(three, rows).lines(width: 10, cutsNames: true).map(\.plain) == ["//…re  library  7"])
    #expect(Table(three, rows).lines(width: 200).map(\.plain) == ["//Packages/Core:Core  library  7"])
  }

  @Test("a row whose names do not fit takes several lines, and others stay aligned")
  func flow() {
    let rows: [[StyledText]] = [
      ["//Packages/Core:Core", "changed Sources/Core/Core.swift", "@core"], ["//A:A", "changed", "@a"],
    ]
    let columns: [Table.Column] = [.middle(20), .middle(10), .end(5)]
    #expect(
      Table.indented(columns, rows, width: 44).map(\.plain) == [
        "  //Packages/Core:Core", "      changed Sources/Core/Core.swift  @core",
        "  //A:A                 changed        @a",
      ])
    #expect(
      Table([.left, .middle(5)], [["✗", "a longer sentence of words"]]).lines(width: 16).map(\.plain) == [
        "✗", "    a longer", "    sentence of", "    words",
      ])
  }

  @Test("an empty table has no lines")
  func empty() {
    #expect(Table(three, []).lines(width: 40).isEmpty)
  }

  @Test("hostile cells stay in their row")
  func hostile() {
    let lines = Table(three, [[StyledText("a\nb\u{1B}[2J", .module), "x"]]).lines()
    #expect(lines.map(\.plain) == [#"a\nb\x1b[2J  x"#])
  }

  @Test("a column of empty cells takes no room, but for the first, which indents the others")
  func emptyColumn() {
    let rows: [[StyledText]] = [["", "a", "", "b"], ["", "cc", "", "d"]]
    let columns: [Table.Column] = [.left, .middle(1), .left, .left]
    #expect(Table(columns, rows).lines().map(\.plain) == ["  a   b", "  cc  d"])
    #expect(Table(columns, rows).lines(width: 6, cutsNames: true).map(\.plain) == ["  a  b", "  …  d"])
    #expect(Table.indented([.left], [["日本"]]).map(\.plain) == ["  日本"])
  }
}
