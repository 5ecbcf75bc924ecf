import Base
import Testing

@testable import Xcode

/// Edits of the JSON form that change the definition of a target or of the project, and edits that do not.
@Suite struct JSONDefinitionTests {
  private static let project = "the project"

  /// The names of all that has another definition in `text` than in the fixture.
  private func changed(_ from: String, _ to: String) throws -> Set<String> {
    try #require(JSONFixture.text.contains(from))
    let old = try JSONFixture.project()
    let new = try JSONFixture.project(JSONFixture.text.replacing(from, with: to))
    #expect(new.unknown == [])
    var definitions: [String: [SHA256Digest]] = [:]
    for project in [old, new] {
      for target in project.targets { definitions[target.name, default: []].append(target.definition) }
      definitions[Self.project, default: []].append(project.definition)
    }
    return Set(definitions.filter { $0.value.count != 2 || $0.value[0] != $0.value[1] }.keys)
  }

  @Test(
    arguments: [
      ("\"name\": \"Code\"", "\"name\": \"Other\""), ("\"0C\"", "\"0F\""), ("0D", "0G"),
      ("id:0D", "Products/Shop App.app"),
      ("\"A1\"", "\"B1\""), ("\"0A\"", "\"09\""), ("\"de\" ]", "\"fr\" ] /* , */"),
      ("[ \"Base\", \"de\" ]", "[ \"de\", \"Base\" ]"),
      (
        "\"Shop/compile-sources\", \"Kit/compile-sources\"",
        "\"Kit/compile-sources\", \"Shop/compile-sources\""
      ),
      ("{ \"path\": \"../Packages/Local\" },", "{ path: '../Packages/Local' }, // a package"),
      ("[ \"Web\", \"Pack\" ]", "[ \"Pack\", \"Web\" ]"),
      ("[ \"ios\", \"macos\" ]", "[ \"macos\", \"ios\" ]"),
      ("\"Info.plist\", \"/Localized/Res/Menu.strings\"", "\"/Localized/Res/Menu.strings\", \"Info.plist\""),
      (
        "\"path\": \"Cart.swift\", \"id\"", "\"path\": \"Cart.swift\", \"line-ending\": \"line-feed\", \"id\""
      ),
      ("\"path\": \"Cart.swift\", \"id\"", "\"path\": \"<PROJECT>/Sources/Cart.swift\", \"id\""),
      (
        "\"SWIFT_VERSION\": \"6.0\"",
        "\"SWIFT_VERSION[config=Release]\": \"6.0\", \"SWIFT_VERSION[config=Debug]\": \"6.0\""
      ),
      ("[ \"echo \\\"lint\\\"\", \"exit 0\", \"\" ]", "\"echo \\\"lint\\\"\\nexit 0\\n\""),
      ("Shop Ltd", "Kit Ltd"),
      ("\"Kit\", { \"kind\": \"remoteTarget\"", "{ \"target\": \"Kit\" }, { \"kind\": \"remoteTarget\""),
    ])
  func neutralEditsDoNotCount(from: String, to: String) throws {
    if from == "\"de\" ]" { return #expect(try changed(from, to) == [Self.project]) }
    #expect(try changed(from, to) == [])
  }

  @Test(
    arguments: [
      ("\"-fno-objc-arc\"", "\"-fobjc-arc\"", ["Shop"]),
      ("\"Cart.swift\"", "\"Basket.swift\"", ["Shop", "Kit"]),
      ("\"header-role\": \"public\"", "\"header-role\": \"private\"", ["Kit"]),
      ("\"header-role\": \"public\"", "\"header-role\": \"public\", \"odd\": 1", ["Kit"]),
      ("\"Two.xcdatamodel\", \"type\"", "\"One.xcdatamodel\", \"type\"", ["Shop"]),
      ("\"path\": \"Sources\"", "\"path\": \"Code\"", ["Shop", "Kit"]),
      ("[ \"Web\", \"Pack\" ]", "[ \"Web\" ]", ["Shop", "Tests"]),
      ("\"Fake.swift\"", "\"Mock.swift\"", ["Tests"]),
      ("\"Info.plist\", \"/Loc", "\"Other.plist\", \"/Loc", ["Shop"]),
      ("\"Data.json\"", "\"Datum.json\"", ["Shop"]),
      ("\"is-weak\": true", "\"is-weak\": false", ["Shop"]),
      ("\"code-sign-on-copy\": true", "\"code-sign-on-copy\": null", ["Shop"]),
      ("\"type\": \"wrapper.framework\"", "\"type\": \"wrapper.app\"", ["Shop", "Kit"]),
      ("\"frameworks-directory\"", "\"plugins-directory\"", ["Shop"]), ("\"exit 0\"", "\"exit 1\"", ["Shop"]),
      (
        "\"compile-sources\", \"frameworks\", \"resources\"",
        "\"frameworks\", \"compile-sources\", \"resources\"", ["Shop"]
      ),
      ("\"branch\": \"main\"", "\"branch\": \"next\"", ["Shop"]),
      ("[ \"ios\", \"macos\" ]", "[ \"ios\" ]", ["Shop"]),
      ("[ \"-framework\", \"Zip\" ]", "[ \"Zip\", \"-framework\" ]", ["Shop"]),
      ("\"INFOPLIST_FILE\": \"Synced/Info.plist\"", "\"INFOPLIST_FILE\": \"Info.plist\"", ["Shop"]),
      ("Settings/Shop.xcconfig", "Settings/Kit.xcconfig", ["Shop"]), ("\"*.tmpl\"", "\"*.gyb\"", ["Kit"]),
      ("\"expand\"", "\"expand -v\"", ["Kit"]),
      ("\"test-host-target\": \"Shop\"", "\"test-host-target\": \"Kit\"", ["Tests"]),
      (
        "\"target\": \"Shop\", \"platforms\": [ \"ios\" ]", "\"target\": \"Kit\", \"platforms\": [ \"ios\" ]",
        ["Tests"]
      ),
      ("\"platforms\": [ \"ios\" ]", "\"platforms\": [ \"macos\" ]", ["Tests"]),
      ("\"build-tool-plugin\"", "\"other\"", ["Shop"]),
      ("\"A4\", ", "\"A4\", \"odd\": { \"x\": [ 1 ] }, ", ["Tools"]),
      ("\"target\": \"Other\", \"target-id\"", "\"target\": \"Another\", \"target-id\"", ["Shop"]),
      ("\"SWIFT_VERSION\": \"6.0\"", "\"SWIFT_VERSION\": \"5.0\"", [project]),
      ("\"27.2\"", "\"27.3\"", [project]), ("\"Release\",\n  \"conf", "\"Debug\",\n  \"conf", [project]),
      ("\"Config/Base.xcconfig\"", "\"Config/Other.xcconfig\"", [project]),
    ] as [(String, String, [String])])
  func otherEditsCount(from: String, to: String, names: [String]) throws {
    #expect(try changed(from, to) == Set(names))
  }

  /// Nobody can tell what a change means in a file with a part that is not understood.
  @Test func allCountsBesideAnUnknownPart() throws {
    let text = JSONFixture.text.replacing("\"organization\"", with: "\"odd\"")
    let (old, new) = (try JSONFixture.project(text), try JSONFixture.project(text + "// x\n"))
    #expect(!old.unknown.isEmpty)
    #expect(old.definition != new.definition)
  }
}
