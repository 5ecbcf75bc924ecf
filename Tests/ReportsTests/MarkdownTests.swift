import ReportSupport
import Support
import TestSupport
import Testing

@testable import Reports

@Suite("Markdown for a pull request")
struct MarkdownTests {
  @Test("a comment")
  func comment() {
    let report = ReportFixtures.report(
      changed: ["Cart/Sources/Cart/a.swift"], owners: ["Cart": ["payments", "@shop/core"]],
      fallback: Warning(code: "x", message: "no *merge* base", hints: ["git fetch"]))
    #expect(
      AffectedMarkdown.text(report) == """
        <!-- ambit:affected -->
        ### 4 of 6 modules affected

        1 changed file since `main` (`1a2b3c4d`): 1 module changed, 3 reached, 2 test modules to run.

        > **Warning:** no &#42;merge&#42; base
        > Hint: `git fetch`

        **Changed**

        | Module | Kind | Owners |
        | --- | --- | --- |
        | `//Cart:Cart` | library | `payments`, `@shop/core` |

        **Reached**

        | Module | Kind | Owners |
        | --- | --- | --- |
        | `//App:App` | library | nobody |
        | `//App:AppTests` | test | nobody |
        | `//Cart:CartTests` | test | nobody |

        <details><summary>Why</summary>

        | Module | Because |
        | --- | --- |
        | `//App:App` | depends on `//Cart:Cart`; changed `Cart/Sources/Cart/a.swift` |
        | `//App:AppTests` | depends on `//App:App`; changed `Cart/Sources/Cart/a.swift` |
        | `//Cart:Cart` | changed `Cart/Sources/Cart/a.swift` |
        | `//Cart:CartTests` | depends on `//Cart:Cart`; changed `Cart/Sources/Cart/a.swift` |

        </details>

        <details><summary>Changed files: 1</summary>

        | File |  | Belongs to |
        | --- | --- | --- |
        | `Cart/Sources/Cart/a.swift` | modified | `//Cart:Cart` |

        </details>

        """)
  }

  @Test("nobody is mentioned, even when hosts look for names in what they have rendered")
  func mentions() {
    #expect(Markdown.plain("ask @org/all, #12") == "ask &#64;&#8203;org/all, &#35;&#8203;12")
  }

  @Test("nothing is affected")
  func nothing() {
    #expect(
      AffectedMarkdown.text(ReportFixtures.report(changed: [])) == """
        <!-- ambit:affected -->
        ### Nothing is affected

        No changed files since `main` (`1a2b3c4d`).

        """)
  }

  @Test("every row has its cells, whatever modules are called")
  func hostile() {
    let graph = GraphSketch.libraries(GraphSketch.hostileNames)
    let text = AffectedMarkdown.text(ReportFixtures.report(of: graph, changed: ["Odd/Package.resolved"]))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("Odd") }
      .filter { !$0.contains("| modified |") }
    #expect(rows.count == 2 * GraphSketch.hostileNames.count)
    for row in rows {
      let cells = row.split(separator: "|")
      #expect(cells.count == (row.hasSuffix("nobody |") ? 3 : 2), "\(row)")
      #expect(row.count { $0 == "`" }.isMultiple(of: 2), "\(row)")
    }
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0 == "</details>" } == lines.count { $0.hasPrefix("<details>") })
    #expect(lines.count { $0.hasPrefix("<!--") } == 1)
  }

  @Test("no comment is longer than GitHub takes", arguments: [40, 2000])
  func long(_ count: Int) {
    let sketch = (0..<count).map { "PackageWithALongName\($0) -> Core" }.joined(separator: " | ")
    let text = AffectedMarkdown.text(ReportFixtures.report(sketch, changed: ["Core/Sources/Core/a.swift"]))
    #expect(text.utf8.count < 65_536)
    #expect(text.contains("<details><summary><b>Reached</b>: \(count) modules</summary>"))
    #expect(text.contains("more\n") == (count == 2000))
  }
}
