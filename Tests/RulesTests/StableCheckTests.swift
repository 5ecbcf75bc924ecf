import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

@Suite("Interfaces that stay")
struct StableCheckTests {
  private func findings(_ rules: String, _ moved: [String: MovedInterface]) throws -> [LintFinding] {
    let text = """
      {"version": 1, "tags": [{"match": "//Core", "tags": ["contract"]}], "rules": {"stable": \(rules)}}
      """
    let config = try WorkspaceConfig.parse(Array(text.utf8), fileName: "workspace.json")
    let interfaces = Dictionary(uniqueKeysWithValues: moved.map { (GraphSketch.id($0), $1) })
    return StableCheck(config: config, interfaces: interfaces).findings()
  }

  private func change(
    _ verdict: SurfaceChange.Verdict, _ name: String, old: Bool = true, new: Bool = true,
    _ role: SurfaceRole = .plain, within: Bool = false, mentions: [String] = []
  ) -> MovedInterface.Change {
    let declaration = SurfaceDeclaration(.method, ["T", name], "func \(name)", role: role)
    return .init(
      SurfaceChange(
        verdict: verdict, declaration: declaration, before: old ? "old" : nil, after: new ? "new" : nil,
        reason: "so", place: SurfacePlace(file: "Core/A.swift", line: 3), isWithinPackage: within),
      mentions: mentions.map { .init(module: GraphSketch.id($0), teams: ["@\($0)"], place: "\($0).swift:1") })
  }

  @Test("what breaks is found by pattern and by tag, whatever else changed")
  func breaking() throws {
    let moved = [
      "Core": MovedInterface.changed([
        change(.compatible, "a()"), change(.breaking, "b()"), change(.breaking, "c()", within: true),
      ]), "App": .changed([change(.breaking, "d()")]),
    ]
    for rule in [#"[{"match": "//Core"}]"#, #"[{"tag": "contract"}]"#, #"[{"match": "Core", "tag": "no"}]"#] {
      let found = try findings(rule, moved)
      #expect(found.map(\.message) == ["the interface of //Core:Core breaks: T.b(): so"])
      #expect(found.map(\.severity) == [.error])
      #expect(found.map { "\($0.file):\($0.line ?? 0)" } == ["Core/A.swift:3"])
    }
    #expect(try findings(#"[{"match": "//Other"}]"#, moved).isEmpty)
    #expect(try findings(#"[{"match": "*"}, {"match": "*"}]"#, moved).count == 2)
  }

  @Test("what is mended how, and with whom")
  func mend() throws {
    let found = try findings(
      #"[{"match": "*", "because": "apps use it"}]"#,
      [
        "Core": .changed([
          change(.breaking, "a()", mentions: ["App", "Web"]), change(.breaking, "b()", new: false),
          change(.breaking, "c()", old: false, .requirement), change(.breaking, "d()", old: false),
        ])
      ])
    #expect(
      found.map(\.mend) == [
        "keep and deprecate the old declaration next to the new one, or agree with the teams of modules that mention it: "
          + "//App:App (@App; App.swift:1), //Web:Web (@Web; Web.swift:1)",
        "keep the old declaration and deprecate it, or agree with the teams that use it; no other module mentions it",
        "give the new requirement a default implementation, or agree with the teams that use it; no other module mentions it",
        "remove the addition, or agree with the teams that use it; no other module mentions it",
      ])
    // What is gone stands nowhere.
    #expect(found[1].message.hasSuffix("(was in Core/A.swift:3)") && found[1].line == nil)
    #expect(
      found[0].why == "no change breaks the interfaces of modules that match \"*\": apps use it")
    #expect(Set(found.map(\.fingerprint)).count == 4)
  }

  @Test("what nobody can tell is what the strictest rule says")
  func unknown() throws {
    let moved = ["Core": MovedInterface.unknown("it uses macros")]
    #expect(try findings(#"[{"match": "*"}]"#, moved).map(\.severity) == [.warning])
    #expect(try findings(#"[{"match": "*", "unknown": "off"}]"#, moved).isEmpty)
    #expect(
      try findings(#"[{"match": "*"}, {"tag": "contract", "unknown": "error"}]"#, moved).map(\.severity)
        == [.error])
    let header = ["Core": MovedInterface.changed([change(.unknown, "a.h")])]
    #expect(try findings(#"[{"match": "*"}]"#, header).map(\.severity) == [.warning])
    #expect(try findings(#"[{"match": "*", "unknown": "off"}]"#, header).isEmpty)
  }

  @Test("a module that is gone breaks")
  func gone() throws {
    let found = try findings(#"[{"match": "*"}]"#, ["Core": .broken("the module is gone")])
    #expect(found.map(\.message) == ["the interface of //Core:Core breaks: the module is gone"])
  }
}
