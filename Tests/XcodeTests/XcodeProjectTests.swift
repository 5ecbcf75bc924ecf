import Base
import Testing

@testable import Xcode

@Suite struct XcodeProjectTests {
  @Test func everyPartOfTheFixtureIsUnderstood() throws {
    let project = try XcodeFixture.project()
    #expect(project.unknown == [])
    #expect(project.container == "App/Shop.xcodeproj")
    #expect(project.folder == "App")
    #expect(project.targets.map(\.name) == ["Shop", "ShopKit", "ShopTests", "Tools"])
    #expect(project.targets.map(\.type) == [.app, .framework, .unitTests, .aggregate])
    #expect(
      project.targets.map(\.product) == ["Shop App.app", "ShopKit.framework", "ShopTests.xctest", nil])
  }

  @Test func containersAreFound() throws {
    let project = try XcodeFixture.project()
    #expect(Set(project.packageFolders) == ["Packages/Local", "Packages/Kit", "App/Synced"])
    #expect(project.headerFolders == ["App/Synced"])
    #expect(project.projects == ["Other/Other.xcodeproj"])
  }

  @Test func filesAreResolvedThroughTheirGroups() throws {
    let target = try #require(try XcodeFixture.target("Shop"))
    #expect(
      target.files == [
        .inTree("App/Sources/Cart/Cart.swift"), .inTree("App/Extra/Root.swift"),
        .inTree("App/Sources/Cart/Shop.xcdatamodeld"), .inTree("App/Gen/Var.swift"),
        .unknown("$(MY_DIR)/Odd.swift"), .inTree("App/Vendor/libzip.a"),
        .inTree("App/Sources/Cart/en.lproj/Localizable.strings"),
        .inTree("App/Sources/Cart/de.lproj/Localizable.strings"),
        .inTree("App/Sources/Cart/Assets.xcassets"),
      ])
    #expect(try XcodeFixture.target("ShopTests")?.files == [.inTree("App/Tests/CartTests.swift")])
    #expect(try XcodeFixture.target("ShopKit")?.files == [.inTree("App/Sources/Cart/Kit.h")])
  }

  @Test func flagsOfSingleFilesAreRead() throws {
    #expect(try XcodeFixture.target("Shop")?.flags == ["-O0"])
  }

  @Test func linkedAndEmbeddedProductsAreUses() throws {
    let target = try #require(try XcodeFixture.target("Shop"))
    #expect(
      target.uses == [
        XcodeProductUse(file: "ShopKit.framework", isEmbedded: false, maker: "ShopKit"),
        XcodeProductUse(file: "OtherKit.framework", isEmbedded: false, isForeign: true),
        XcodeProductUse(file: "UIKit.framework", isEmbedded: false),
        XcodeProductUse(file: "libzip.a", isEmbedded: false),
        XcodeProductUse(file: "ShopKit.framework", isEmbedded: true, maker: "ShopKit"),
      ])
  }

  @Test func dependenciesLeadToTargetsHereAndElsewhere() throws {
    let shop = try #require(try XcodeFixture.target("Shop"))
    #expect(
      shop.dependencies == [
        .target("ShopKit"), .other(project: "Other/Other.xcodeproj", target: "OtherKit"),
      ])
    #expect(try XcodeFixture.target("ShopTests")?.dependencies == [.target("Shop")])
    #expect(try XcodeFixture.target("Tools")?.dependencies == [.dangling("")])
  }

  @Test func productsOfPackagesSayWhereTheyComeFrom() throws {
    let shop = try #require(try XcodeFixture.target("Shop"))
    #expect(
      shop.products == [
        XcodePackageProduct(name: "Collections", origin: .remote("swift-collections")),
        XcodePackageProduct(name: "LocalKit", origin: .local("Packages/Kit")),
        XcodePackageProduct(name: "AnyKit", origin: .unnamed),
        XcodePackageProduct(name: "Draw", origin: .local("Packages/Kit"), isPlugin: true),
      ])
  }

  @Test func requirementsOfExternalPackagesAreRead() throws {
    let old = try XcodeFixture.project()
    let text = XcodeFixture.text.replacing("minimumVersion = 1.0.0", with: "minimumVersion = 2.0.0")
    let new = try XcodeFixture.project(text)
    #expect(Array(old.requirements.keys) == ["swift-collections"])
    #expect(old.requirements != new.requirements)
    #expect(old.definition == new.definition)
  }

  @Test func scriptsOfPhasesAndRulesAreRead() throws {
    #expect(
      try XcodeFixture.target("Shop")?.scripts == [
        XcodeScript(
          name: "Lint", text: "echo \"lint\"\nexit 0\n",
          inputs: ["$(SRCROOT)/.lint.yml", "$(SRCROOT)/second"],
          inputLists: ["$(SRCROOT)/lint.xcfilelist"], outputs: ["$(DERIVED_FILE_DIR)/lint"])
      ])
    #expect(
      try XcodeFixture.target("ShopKit")?.scripts == [
        XcodeScript(
          name: "", text: "expand", inputs: ["$(SRCROOT)/rule.txt"],
          outputs: ["$(DERIVED_FILE_DIR)/x.swift"])
      ])
  }

  @Test func synchronisedFoldersHaveTheirExceptionsByTarget() throws {
    #expect(
      try XcodeFixture.target("Shop")?.folders == [
        SynchronisedFolder(
          folder: "App/Synced", isMember: true, paths: ["App/Synced/Info.plist"],
          localised: [.init(folder: "App/Synced/Res", name: "Menu.strings")]),
        SynchronisedFolder(folder: "App/Synced", isMember: false, paths: ["App/Synced/Data.json"]),
      ])
    #expect(
      try XcodeFixture.target("ShopTests")?.folders == [
        SynchronisedFolder(
          folder: "App/Synced", isMember: false, paths: ["App/Synced/Helpers/Fake.swift"])
      ])
  }

  @Test func configurationsHaveSettingsAndTheirBase() throws {
    let project = try XcodeFixture.project()
    #expect(
      project.configurations == [
        XcodeConfiguration(
          name: "Debug", settings: ["SWIFT_VERSION": ["6.0"]], base: .inTree("App/Config/Debug.xcconfig"))
      ])
    #expect(
      project.targets.first?.configurations == [
        XcodeConfiguration(
          name: "Debug",
          settings: [
            "INFOPLIST_FILE": ["Synced/Info.plist"],
            "OTHER_LDFLAGS": ["$(inherited)", "-framework", "Zip"],
            "PRODUCT_NAME[sdk=iphone*]": ["Shop App"],
          ], base: .inTree("App/Synced/Settings/Shop.xcconfig")),
        XcodeConfiguration(name: "Release"),
      ])
  }

  @Test func aProjectMayCountFromAnotherFolder() throws {
    let text = XcodeFixture.text.replacing("projectDirPath = \"\"", with: "projectDirPath = ../Code")
    let project = try XcodeFixture.project(text)
    #expect(project.folder == "Code")
    #expect(project.targets[2].files == [.inTree("Code/Tests/CartTests.swift")])
    #expect(project.targets[0].files.contains(.inTree("Code/Extra/Root.swift")))
  }

  @Test(
    arguments: [
      (
        "isa = PBXAggregateTarget", "isa = PBXLegacyTarget", 65,
        "the target Tools is built by an external tool (PBXLegacyTarget)"
      ),
      (
        "isa = PBXHeadersBuildPhase", "isa = PBXOddBuildPhase", 72,
        "a build phase has an unknown kind, PBXOddBuildPhase"
      ),
      (
        "buildPhases = (id.testsSources, )", "buildPhases = (id.lost, )", 64,
        "the target ShopTests names the object id.lost, which is not in the file"
      ),
      (
        "mainGroup = id.mainGroup;",
        "mainGroup = id.mainGroup; projectReferences = ({ProjectRef = id.otherProject; }, );",
        94, "the project refers to other projects (\"projectReferences\")"
      ),
      (
        "id.otherKit = {isa = PBXFileReference", "id.otherKit = {isa = PBXReferenceProxy", 49,
        "a file is the product of another project (PBXReferenceProxy)"
      ),
      (
        "files = (id.b13, )", "files = (id.test, )", 38,
        "a file of a phase has an unknown kind, PBXFileReference"
      ),
      (
        "isa = PBXBuildRule", "isa = PBXNewRule", 76,
        "an object below a target has an unknown kind, PBXNewRule"
      ),
      (
        "relativePath = ../Packages/Kit", "relativePath = \"$(KITS)/Kit\"", 92,
        "the path of a local package, \"$(KITS)/Kit\", cannot be resolved"
      ),
    ] as [(String, String, Int, String)])
  func whatIsNotUnderstoodIsNamedWithItsLine(from: String, to: String, line: Int, message: String) throws {
    try #require(XcodeFixture.text.contains(from))
    let unknown = try XcodeFixture.project(XcodeFixture.text.replacing(from, with: to)).unknown
    let problem = XcodeProblem(message, in: "App/Shop.xcodeproj/project.pbxproj", line: line)
    #expect(unknown.contains(problem), "\(unknown)")
  }

  /// Merges leave them. Xcode takes one of the groups, so both places count.
  @Test func aFileInTwoGroupsCountsInBoth() throws {
    let text = XcodeFixture.text.replacing(
      "children = (id.plain, id.test, )", with: "children = (id.plain, id.test, id.cart, )")
    let project = try XcodeFixture.project(text)
    #expect(project.targets[0].files.contains(.inTree("App/Sources/Cart.swift")))
    #expect(project.targets[0].files.contains(.inTree("App/Sources/Cart/Cart.swift")))
  }

  @Test func groupsThatHoldThemselvesAreNamed() throws {
    let text = XcodeFixture.text
      .replacing("children = (id.cart, id.model", with: "children = (id.sources, id.cart, id.model")
      .replacing("children = (id.sources, id.products", with: "children = (id.products")
    let unknown = try XcodeFixture.project(text).unknown
    #expect(unknown.contains { $0.message == "a group contains itself" }, "\(unknown)")
  }
}
