import Config
import Support
import Testing

@testable import Scaffold

@Suite("Where new packages are made known")
struct RegistrationTests {
  @Test("a folder that no pattern covers is added, and so is the tag")
  func folderAndTag() throws {
    let scene = ScaffoldScene()
    let plan = try scene.plan("feature", "Wish") { $0.path = "More" }
    let after = try #require(plan.edit(of: "workspace.json"))
    #expect(after.contains(#""packages": ["Packages/*", "Contracts/*", "Features/*", "More/*"],"#))
    #expect(
      after.contains(
        """
            {"match": "//Features/*:*", "tags": ["layer:feature"]}, // features
            {"match": "//More/WishFeature:*", "tags": ["layer:feature"]}
          ]
        """))
    // Where others lie that were left out till now, just the one is let in.
    var other = scene
    other.files = ["More/Old/Package.swift": ""]
    let narrow = try other.plan("feature", "Wish") { $0.path = "More" }
    #expect(narrow.edit(of: "workspace.json")?.contains(#""Features/*", "More/WishFeature"]"#) == true)
  }

  @Test("an owner goes to CODEOWNERS where that decides, and else to workspace.json")
  func owner() throws {
    var scene = ScaffoldScene(codeOwners: "/Contracts/ @org/core\n/Features/ @org/core")
    var plan = try scene.plan("feature", "Wish") { $0.owner = "shop" }
    #expect(
      plan.edit(of: "CODEOWNERS")
        == "/Contracts/ @org/core\n/Features/ @org/core\n/Features/WishFeature/ @org/shop\n")
    #expect(plan.edit(of: "workspace.json") == nil)
    // Who owns contracts keeps them.
    #expect(plan.packages.map(\.owners) == [["@org/core"], ["shop"]])
    plan = try scene.plan("feature", "Wish") { $0.owner = "@ORG/shop" }
    #expect(plan.packages[1].owners == ["shop"])
    // A team without a handle, and a file that has sections.
    plan = try scene.plan("feature", "Wish") { $0.owner = "core" }
    #expect(plan.edits.map(\.path) == ["workspace.json"] && plan.packages[1].owners == ["core"])
    scene.codeOwners = "[Apps]\n/Apps/ @org/core\n"
    plan = try scene.plan("feature", "Wish") { $0.owner = "shop" }
    #expect(
      plan.edits.map(\.path) == ["workspace.json"] && plan.packages.map(\.owners) == [["shop"], ["shop"]])
    #expect(
      plan.edit(of: "workspace.json")?.contains(#"{"match": "/Features/WishFeature/", "teams": ["shop"]}"#)
        == true)
    // Theirs already.
    scene.codeOwners = "* @org/shop\n"
    #expect(try scene.plan("feature", "Wish") { $0.owner = "shop" }.edits.isEmpty)
    #expect(try scene.refusal("core", "Wish") { $0.owner = "shpo" }?.nearest == "shop")
  }

  @Test("a rule of workspace.json is answered by one")
  func ruled() throws {
    let scene = ScaffoldScene(
      configuration:
        #"{"teams": {"a": {"handles": ["@a"]}, "b": {}}, "owners": {"rules": [{"match": "//Packages/*", "teams": ["b"]}]}}"#,
      codeOwners: "* @a\n")
    let plan = try scene.plan("core", "Wish") { $0.owner = "a" }
    #expect(plan.edits.map(\.path) == ["workspace.json"] && plan.packages[0].owners == ["a"])
  }

  @Test("who asks for owners gets a package with one, or none")
  func required() throws {
    var scene = ScaffoldScene(configuration: #"{"teams": {"a": {}}, "rules": {"requireOwner": true}}"#)
    #expect(try scene.refusal("core", "Wish")?.kind == .ownerNeeded)
    #expect(try scene.plan("core", "Wish") { $0.owner = "a" }.packages[0].owners == ["a"])
    scene.configuration = nil
    #expect(try scene.refusal("core", "Wish") { $0.owner = "a" }?.kind == .unknownTeam)
    scene.codeOwners = "[x]\n/x @a\n"
    #expect(try scene.refusal("core", "Wish") { $0.owner = "@a" }?.kind == .noOwnerPlace)
  }

  @Test("what cannot be said by adding to the file is refused")
  func impossible() throws {
    var scene = ScaffoldScene()
    scene.templates[0].settings.tags = ["slow"]
    #expect(try scene.plan("core", "Wish").edit(of: "workspace.json")?.contains(#""tags": ["slow"]"#) == true)
    scene.configuration = #"{"tags": null}"#
    #expect(
      try scene.refusal("core", "Wish")?.message.hasPrefix("workspace.json:1:10: \"tags\" is null") == true)
    scene.configuration = nil
    #expect(try scene.refusal("core", "Wish")?.kind == .noRegistration)
  }
}
