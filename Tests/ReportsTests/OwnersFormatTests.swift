import Base
import Graph
import TestSupport
import Testing

@testable import Features
@testable import Reports

@Suite("Owners, written")
struct OwnersFormatTests {
  private let report: OwnersReport

  init() throws {
    report = try OwnersTests.report(
      "App -> Core | Free -> Core", base: "App -> Core | Free -> Core | Old",
      changed: ["Core/Sources/Core/a.swift"],
      codeOwners: OwnersTests.codeOwners + "\n/Core/Sources/Core/z.swift @zoe\n",
      files: ["Core": ["Core/Sources/Core/a.swift", "Core/Sources/Core/z.swift"]])
  }

  @Test("a comment")
  func markdown() {
    #expect(
      report.document(OwnerGate(report)).markdown == """
        <!-- ambit:owners -->
        ### 2 teams own what changed, 1 more reached

        > **Warning:** not allowed: 1 affected module without an owner

        **Teams that own what changed**

        | Team | Contact | Owns | Which |
        | --- | --- | --- | --- |
        | `carts` |  | 1 module | `//Old:Old` |
        | **Core** | `#core` | 1 module | `//Core:Core` |

        **Teams that own only dependents**

        | Team | Owns | Which | Through |
        | --- | --- | --- | --- |
        | `@zoe` | 1 module | `//App:App` | `//App:App` → `//Core:Core` |

        **Shared with other teams**

        | Module | Owners | Notify | Dependents |
        | --- | --- | --- | --- |
        | `//Core:Core` | `core` | `@zoe` | 1 |

        **Files of several teams**

        | Module | Shares |
        | --- | --- |
        | `//Core:Core` | `@zoe` 50 %, `core` 50 % |

        **Deleted**

        | Module | Owners |
        | --- | --- |
        | `//Old:Old` | `carts` |

        **Owned by nobody**

        | Module |
        | --- |
        | `//Free:Free` |

        <sub>Owners by the rules of `main` (`1a2b3c4d`)</sub>

        """)
  }

  @Test("nobody is concerned")
  func nobody() throws {
    let report = try OwnersTests.report(changed: [])
    #expect(
      report.document().markdown == "<!-- ambit:owners -->\n### No team to notify: nothing is affected\n")
    #expect(OwnersGitHub.text(report).hasPrefix("any=false\n"))
    #expect(report.document().lines(width: 80).count == 1)
  }

  @Test("outputs of a step of GitHub Actions")
  func gitHub() {
    #expect(
      OwnersGitHub.text(report, gate: OwnerGate(report)) == """
        any=true
        teams=["carts","core"]
        reached=["@zoe"]
        reviewers=[]
        team-reviewers=["carts","core"]
        add-reviewers=shop/carts,shop/core
        notify=["zoe"]
        unowned=["//Free:Free"]
        held=false

        """)
  }

  @Test("JSON says whose rules, shares, ways and the gate")
  func json() throws {
    let json = try JSONParser.parse(Array(OwnersJSON.text(report, gate: OwnerGate(report)).utf8))
    #expect(json["rules"]?["ref"]?.stringValue == "main")
    #expect(json["rules"]?["from"]?.stringValue == "base")
    #expect(json["gate"]?["held"]?.boolValue == false)
    #expect(
      json["reached"]?.arrayValue?.first?["path"]?.arrayValue?.map(\.stringValue) == [
        "//App:App", "//Core:Core",
      ])
    #expect(json["reached"]?.arrayValue?.first?["reason"]?.arrayValue?.count == 2)
    let shares = json["mixed"]?.arrayValue?.first?["shares"]?.arrayValue
    #expect(shares?.map { $0["share"]?.doubleValue } == [0.5, 0.5])
    #expect(json["deleted"]?.arrayValue?.first?["owners"]?.arrayValue?.map(\.stringValue) == ["carts"])
    #expect(try JSONParser.parse(Array(OwnersJSON.text(report).utf8))["gate"]?.isNull == true)
  }

  @Test("a comment about hundreds of teams is one that GitHub takes")
  func long() throws {
    let names = (0..<900).map { "Package\($0)" }
    let report = try OwnersTests.report(
      names.map { "\($0) -> Core" }.joined(separator: " | "), changed: ["Core/Sources/Core/a.swift"],
      codeOwners: names.map { "/\($0)/ @organisation/the-team-of-\($0)" }.joined(separator: "\n"))
    #expect(report.reached.count == 900)
    let text = report.document().markdown
    #expect(text.utf8.count < 65_536)
    #expect(text.contains("more\n"))
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0 == "</details>" } == lines.count { $0.hasPrefix("<details>") })
  }

  @Test("what teams are called breaks no row and no output")
  func hostile() throws {
    let base = report.changed[0]
    let group = OwnersReport.Group(
      id: "a\nb=c", name: "<script>|`x`", contact: "|\n#",
      handles: ["@a\nheld=true", "@b/c/d", "@ok", "x y"],
      modules: base.modules, files: [], path: nil)
    let hostile = OwnersReport(
      revisions: report.revisions, rules: report.rules, changed: [group], reached: [], shared: [], mixed: [],
      deleted: [], unowned: [], owners: [:], fallback: nil, warnings: [])
    #expect(OwnersGitHub.text(hostile).split(separator: "\n").count == 9)
    #expect(OwnersGitHub.text(hostile).contains("add-reviewers=ok\n"))
    let rows = hostile.document().markdown.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == 3)
    #expect(rows.allSatisfy { $0.count { $0 == "|" } == 5 })
    #expect(!hostile.document().markdown.contains("<script>"))
  }
}
