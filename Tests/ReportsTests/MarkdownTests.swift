import Base
import ReportSupport
import TestSupport
import Testing

@testable import Features
@testable import Reports

@Suite("Markdown for a pull request")
struct MarkdownTests {
  @Test("a comment")
  func comment() {
    let report = ReportFixtures.report(
      changed: ["Cart/Sources/Cart/a.swift"], owners: ["Cart": ["payments", "@shop/core"]],
      fallback: Warning(code: "x", message: "no *merge* base", hints: ["git fetch"]))
    #expect(
      report.document().markdown == """
        <!-- ambit:affected -->
        ### 4 of 6 modules affected, 2 of them tests

        1 changed file since `main` (`1a2b3c4d`): 1 module changed, 3 reached, 2 test modules to run.

        > **Warning:** no &#42;merge&#42; base
        > Hint: `git fetch`

        **Changed**

        | Module | Kind | Owners | Because |
        | --- | --- | --- | --- |
        | `//Cart:Cart` | library | `payments`, `@shop/core` | changed `Sources/Cart/a.swift` |

        **Reached**

        | Module | Kind | Owners | Because |
        | --- | --- | --- | --- |
        | `//App:App` | library | nobody | depends on `//Cart:Cart` |
        | `//App:AppTests` | test | nobody | depends on `:App` |
        | `//Cart:CartTests` | test | nobody | depends on `:Cart` |

        <details><summary>Changed files: 1</summary>

        | File |  | Belongs to |
        | --- | --- | --- |
        | `Cart/Sources/Cart/a.swift` | modified | `//Cart:Cart` |

        </details>

        """)
  }

  @Test(
    "nobody is mentioned, even when hosts look for names in what they have rendered, and stops of sentences stay",
    arguments: [
      ("ask @org/all, #12", "ask &#64;&#8203;org/all, &#35;&#8203;12"),
      ("1. x. 1.5 s: y.", "1&#46; x. 1.5 s: y."),
      (":smile: https://a.b 3.", "&#58;smile: https&#58;//a&#46;b 3&#46;"), (".", "."),
      ("www.1.2", "www&#46;1.2"),
    ])
  func mentions(_ text: String, _ expected: String) {
    #expect(Markdown.plain(text) == expected)
  }

  @Test("nothing is affected")
  func nothing() {
    #expect(
      ReportFixtures.report(changed: []).document().markdown == """
        <!-- ambit:affected -->
        ### Nothing is affected: no changed files since `main` (`1a2b3c4d`)

        """)
  }

  @Test("every row has its cells, whatever modules are called")
  func hostile() {
    let graph = GraphSketch.libraries(GraphSketch.hostileNames)
    let text = ReportFixtures.report(of: graph, changed: ["Odd/Package.resolved"]).document().markdown
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("Odd") }
      .filter { !$0.contains("| modified |") }
    #expect(rows.count == GraphSketch.hostileNames.count)
    for row in rows {
      // All modules have one reason, which is said above the table.
      #expect(row.split(separator: "|").count == 3, "\(row)")
      #expect(row.count { $0 == "`" }.isMultiple(of: 2), "\(row)")
    }
    #expect(text.ranges(of: "because a pin they use changed in `Odd/Package.resolved`").count == 1)
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0 == "</details>" } == lines.count { $0.hasPrefix("<details>") })
    #expect(lines.count { $0.hasPrefix("<!--") } == 1)
  }

  @Test("no comment is longer than GitHub takes", arguments: [40, 2000])
  func long(_ count: Int) {
    let sketch = (0..<count).map { "PackageWithALongName\($0) -> Core" }.joined(separator: " | ")
    let text = ReportFixtures.report(sketch, changed: ["Core/Sources/Core/a.swift"]).document().markdown
    #expect(text.utf8.count < 65_536)
    #expect(text.contains("<details><summary>Reached: \(count) modules</summary>"))
    #expect(text.contains("more\n") == (count == 2000))
  }
}
