import Base
import Testing

@testable import Reports

@Suite("One document, for a terminal and for Markdown")
struct DocumentTests {
  private static let columns: [ReportTable.Column] = [
    .name("Module", 6), .number("Tests"), .words("Remark"), .below("By way of"),
  ]

  private static func document(_ rows: [[StyledText]]) -> Document {
    Document(
      marker: "<!-- x -->",
      [
        .title(.heading("2 modules", "or so")), .text("since \("a|b", .code): all of it."),
        .warnings([Warning(code: "x", message: "odd")]),
        .table(ReportTable("Rows", "row", columns, rows)), .note("of \("x", .code)"), .note("more"),
      ])
  }

  @Test("a terminal: columns align, what is empty takes no room, and what is too wide stands below")
  func terminal() {
    let rows: [[StyledText]] = [
      ["\("日本", .module)", "7", "", ""], ["\("a\nb\u{1B}[2J", .module)", "12", "", "\("x", .module) → y"],
    ]
    #expect(
      Self.document(rows).lines(width: nil).map(\.plain) == [
        "2 modules or so", "since a|b: all of it.", "", "Rows", "  Module       Tests", "  日本             7",
        #"  a\nb\x1b[2J     12"#, "    by way of: x → y", "", "of x", "more",
      ])
  }

  @Test("a narrow terminal: nothing is cut; people see the first rows, and how many follow")
  func narrow() {
    let rows = (0..<30).map { ["\("a long name \($0)", .module)", "\($0)", "", ""] as [StyledText] }
    let lines = Self.document(rows).lines(width: 16).map(\.plain)
    #expect(
      lines.prefix(9) == [
        "2 modules or so", "since a|b: all", "of it.", "", "Rows", "  Module", "    Tests", "  a long name 0",
        "        0",
      ], "\(lines)")
    #expect(lines.count { $0.hasPrefix("  a long name ") } == 20 && lines.contains("  and 10 more"))
    #expect(Self.document(rows).lines(width: nil).count == 2 + 2 + 1 + 30 + 3)
  }

  @Test("a narrow terminal: other cells that take several lines stay with their row")
  func severalNames() {
    let table = ReportTable(
      "", "row", [.name("Case"), .number("Time"), .name("Package")],
      [
        ["a case with a long name", "7 s", "//Packages/SomeLongPackage"], ["b", "12 s", "//P"],
        ["c", "1 s", "//Packages/OtherLongPackage"],
      ])
    #expect(
      table.lines(width: 28).map(\.plain) == [
        "", "  Case", "    Time  Package", "  a case with a long name", "    7 s",
        "        //Packages/SomeLongPackage", "  b", "    12 s  //P", "  c", "    1 s",
        "        //Packages/OtherLongPackage",
      ])
  }

  @Test("Markdown: names are code, no cell ends a row, and empty columns are none")
  func markdown() {
    let rows: [[StyledText]] = [
      ["\("a|`b`\nc", .module)", "1", "", "\("<x>", .module) → \("Core", .heading)"],
      ["\("日本", .module)", "2", "", "@all | <b> https://x.y www.x.y :smile: 3. x"],
    ]
    #expect(
      Self.document(rows).markdown == """
        <!-- x -->
        ### 2 modules or so

        since <code>a&#124;b</code>: all of it.

        > **Warning:** odd

        **Rows**

        | Module | Tests | By way of |
        | --- | --- | --- |
        | <code>a&#124;&#96;b&#96;&#92;nc</code> | 1 | `<x>` → **Core** |
        | `日本` | 2 | &#64;&#8203;all &#124; &#60;b&#62; https&#58;//x&#46;y www&#46;x&#46;y &#58;smile: 3&#46; x |

        <sub>of `x`</sub>

        <sub>more</sub>

        """)
  }

  @Test("what was printed stands as it was, and nothing in it ends it, is a command or begins a line")
  func said() {
    let said = [
      "a\n\n````\n<!-- m -->\u{1B}[31mred", "::error::x", "", String(repeating: "long ", count: 900),
    ]
    let document = Document(
      marker: "m", [.said(said.enumerated().map { .init(title: "\("//A\($0)", .module)", text: $1) })])
    #expect(
      document.markdown.hasPrefix(
        """
        m

        - `//A0`
          `````
          a
        \("  ")
          ````
          <!-- m -->red
          `````
        - `//A1`
          ```
          : :error::x
          ```
        - `//A2`
        - `//A3`
          ```
          long long
        """))
    #expect(document.markdown.utf8.count < 1300)
    #expect(
      document.lines(width: nil).map(\.plain).prefix(9) == [
        "  //A0", "    a", "      ", "      ````", "      <!-- m -->red", "  //A1", "    ::error::x",
        "  //A2", "  //A3",
      ])
    #expect(document.lines(width: 40).allSatisfy { $0.width <= 40 })
    let many = Document(marker: "m", [.said((0..<2000).map { .init(title: "\($0)", text: "some text") })])
    let shown = many.markdown.split(separator: "\n").count { $0.hasPrefix("  some") }
    #expect(many.markdown.hasSuffix("- and \(2000 - shown) more\n") && many.markdown.utf8.count < 26_000)
  }

  @Test("a page: sections with links to them, and the first word says how it stands")
  func page() {
    let document = Document(
      marker: "m",
      [
        .title("\("✗", .bad) <failed>"), .text("\("//A:A", .module) \("b", .heading)"),
        .section(.heading("One", "2")),
        .said([.init(title: "t", text: "1\n2 </pre>")]),
        .table(ReportTable("", "row", [.name("Name")], [["\("x", .module)"]])), .note("n"),
      ])
    let page = document.page(title: "<t>", style: "")
    #expect(PageScan(page).problems.isEmpty, "\(PageScan(page).problems)")
    #expect(page.contains("<header class=\"bad\"><h1><span class=\"bad\">✗</span> &lt;failed&gt;</h1>"))
    #expect(page.contains("<a href=\"#s0\"><b>One</b><span class=\"dim\"> 2</span></a>"))
    #expect(
      page.contains("<section id=\"s0\"><h2><b>One</b>") && page.contains("<pre>1\n2 &lt;/pre&gt;</pre>"))
    #expect(page.contains("<title>&lt;t&gt;</title>") && !page.contains("<h3>"))
  }

  @Test("Markdown: a list says what stands below what, and what has no room is counted")
  func trees() {
    let document = Document(
      marker: "m",
      [
        .section("\("//A:A", .name)  \("changed", .warning)"),
        .tree([.init("\("struct A", .code)"), .init(depth: 1, "was: \("x", .code)")]), .items([]),
      ])
    #expect(document.markdown == "m\n\n**`//A:A`  changed**\n\n- `struct A`\n  - was: `x`\n")
    #expect(document.lines(width: 80).map(\.plain) == ["//A:A  changed", "  struct A", "    was: x"])
    let long = Document(marker: "m", [.items((0..<9000).map { "item \($0)" })]).markdown
    #expect(long.utf8.count <= MarkdownPage.mostBytes + 20)
    let lines = long.split(separator: "\n")
    #expect(lines.last == "- and \(9000 - (lines.count - 2)) more")
  }
}
