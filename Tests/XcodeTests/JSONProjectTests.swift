import Base
import Testing

@testable import Xcode

@Suite struct JSONProjectTests {
  @Test func everyPartOfTheFixtureIsUnderstood() throws {
    let project = try JSONFixture.project()
    #expect(project.unknown == [])
    #expect(project.file == "App/Shop.xcodeproj/project.xcproj")
    #expect(project.folder == "App")
    #expect(project.targets.map(\.name) == ["Shop", "Kit", "Tests", "Tools"])
    #expect(project.targets.map(\.type) == [.app, .framework, .unitTests, .aggregate])
    #expect(project.targets.map(\.product) == ["Shop App.app", "Kit.framework", nil, nil])
    #expect(
      project.packageFolders.contains("Packages/Kit") && project.packageFolders.contains("Packages/Local"))
    #expect(project.projects == ["Other/Other.xcodeproj"])
    #expect(project.headers == ["App/Sources/Kit.h"])
    #expect(project.headerFolders == ["App/Synced"])
  }

  @Test func filesAreResolvedThroughTheirGroups() throws {
    let target = try #require(try JSONFixture.target("Shop"))
    #expect(
      target.files == [
        .inTree("App/Sources/Cart.swift"), .inTree("App/Sources/Old.m"), .inTree("App/Gen/Gen.swift"),
        .inTree("App/Sources/a<b\\c.swift"), .unknown("$(KITS>X)/K.swift"),
        .inTree("App/Sources/Shop.xcdatamodeld"),
        .inTree("App/Vendor/libzip.a"), .inTree("App/Sources/en.lproj/Shop.strings"),
        .inTree("App/Sources/de.lproj/Shop.strings"),
      ])
    #expect(
      try JSONFixture.target("Kit")?.files == [
        .inTree("App/Sources/Cart.swift"), .inTree("App/Sources/Kit.h"),
      ])
  }

  @Test func productsDependenciesAndScriptsAreRead() throws {
    let target = try #require(try JSONFixture.target("Shop"))
    #expect(
      target.uses == [
        XcodeProductUse(file: "UIKit.framework", isEmbedded: false),
        XcodeProductUse(file: "libzip.a", isEmbedded: false),
        XcodeProductUse(file: "Kit.framework", isEmbedded: false, maker: "Kit"),
        XcodeProductUse(file: "Kit.framework", isEmbedded: true, maker: "Kit"),
      ])
    #expect(
      target.dependencies == [.target("Kit"), .other(project: "Other/Other.xcodeproj", target: "Other")])
    #expect(
      target.products == [
        XcodePackageProduct(name: "Collections", origin: .remote("swift-collections")),
        XcodePackageProduct(name: "AnyKit", origin: .unnamed),
        XcodePackageProduct(name: "Draw", origin: .local("Packages/Kit"), isPlugin: true),
      ])
    #expect(
      target.scripts == [
        XcodeScript(
          name: "Lint", text: "echo \"lint\"\nexit 0\n", inputs: ["$(SRCROOT)/.lint.yml"],
          inputLists: ["$(SRCROOT)/lint.xcfilelist"], outputs: ["$(DERIVED_FILE_DIR)/lint"])
      ])
    #expect(
      try JSONFixture.target("Kit")?.scripts == [
        XcodeScript(
          name: "", text: "expand", inputs: ["$(SRCROOT)/rule.txt"], outputs: ["$(DERIVED_FILE_DIR)/x.swift"])
      ])
    #expect(try JSONFixture.target("Tests")?.dependencies == [.target("Shop")])
  }

  @Test func synchronisedFoldersHaveTheirExceptionsByTarget() throws {
    #expect(
      try JSONFixture.target("Shop")?.folders == [
        SynchronisedFolder(
          folder: "App/Synced", isMember: true, paths: ["App/Synced/Info.plist"],
          localised: [.init(folder: "App/Synced/Res", name: "Menu.strings")]),
        SynchronisedFolder(folder: "App/Synced", isMember: false, paths: ["App/Synced/Data.json"]),
      ])
    #expect(
      try JSONFixture.target("Tests")?.folders == [
        SynchronisedFolder(
          folder: "App/Synced", isMember: false, paths: ["App/Synced/Fake.swift", "App/Synced/Fake.h"])
      ])
  }

  /// A value for one configuration takes the place of the value for all, unless it inherits.
  @Test func settingsAreThoseOfEachConfiguration() throws {
    let project = try JSONFixture.project()
    #expect(
      project.configurations == [
        XcodeConfiguration(
          name: "Debug", settings: ["SWIFT_VERSION": ["6.0"], "SWIFT_FLAGS": ["-Onone"]],
          base: .inTree("App/Config/Base.xcconfig")),
        XcodeConfiguration(name: "Release", settings: ["SWIFT_VERSION": ["6.0"], "SWIFT_FLAGS": ["-O"]]),
      ])
    #expect(
      project.targets.first?.configurations == [
        XcodeConfiguration(
          name: "Debug",
          settings: [
            "INFOPLIST_FILE": ["Synced/Debug.plist"], "OTHER_LDFLAGS": ["-framework", "Zip"],
            "OTHER_LDFLAGS[config=Debug]": ["$(inherited)", "-v"], "SWIFT_FLAGS[config=Rel*]": ["-O"],
          ]),
        XcodeConfiguration(
          name: "Release",
          settings: [
            "INFOPLIST_FILE": ["Synced/Info.plist"], "OTHER_LDFLAGS": ["-framework", "Zip"],
            "PRODUCT_NAME[sdk=iphone*]": ["Shop App"], "SWIFT_FLAGS[config=Rel*]": ["-O"],
          ], base: .inTree("App/Synced/Settings/Shop.xcconfig")),
      ])
  }

  private func edited(_ from: String, _ to: String) throws -> String {
    try #require(JSONFixture.text.contains(from))
    return JSONFixture.text.replacing(from, with: to)
  }

  @Test(
    arguments: [
      ("\"kind\": \"aggregate\"", "\"kind\": \"odd\"", 95, "the target Tools has an unknown kind, odd"),
      (
        "\"kind\": \"aggregate\"", "\"kind\": \"external-build-system\"", 95,
        "the target Tools is built by an external tool (PBXLegacyTarget)"
      ),
      ("\"kind\": \"headers\"", "\"kind\": \"odd\"", 85, "a build phase has an unknown kind, odd"),
      ("\"kind\": \"headers\"", "\"kind\": \"odd\"", 27, "a named build phase does not exist"),
      ("\"kind\": \"version-group\"", "\"kind\": \"odd\"", 28, "a file has an unknown kind, odd"),
      ("\"kind\": \"local\"", "\"kind\": \"odd\"", 11, "a package has an unknown kind, odd"),
      ("\"kind\": \"remoteTarget\"", "\"kind\": \"odd\"", 60, "a dependency has an unknown kind, odd"),
      (
        "\"Tests\", \"inclusions\"", "\"Gone\", \"inclusions\"", 38,
        "a folder names the target Gone, which does not exist"
      ),
      (
        "\"inclusions\": [ \"Fake", "\"odd\": 1, \"inclusions\": [ \"Fake", 38,
        "an exception of a folder has an unknown key, \"odd\""
      ),
      (
        "\"inclusions\": [ \"Fake", "\"exclusions\": [ \"x\" ], \"inclusions\": [ \"Fake", 38,
        "exceptions of a folder have both inclusions and exclusions"
      ),
      ("\"id\": \"0C\"", "\"odd\": true", 20, "a file has an unknown key, \"odd\""),
      ("\"organization\":", "\"odd\":", 2, "the project has an unknown key, \"odd\""),
      (
        "\"organization\": \"Shop Ltd\"", "\"required-capabilities\": [ \"glow\" ]", 2,
        "the project needs a newer Xcode, for glow"
      ),
      ("\"Kit/compile-sources\"", "\"Gone/compile-sources\"", 20, "a named build phase does not exist"),
      (
        "\"compile-sources\", \"frameworks\",", "\"compile-sources\", \"compile-sources\", \"frameworks\",",
        21,
        "several build phases have one name"
      ),
      ("\"id:0D\"", "\"id:gone\"", 55, "the target Shop names the object gone, which is not in the file"),
      (
        "\"file\": \"Config/Base.xcconfig\"", "\"file\": \"Config/Gone.xcconfig\"", 5,
        "a configuration names the object Config/Gone.xcconfig, which is not in the file"
      ),
      ("\"swift-collections\"", "\"swift-gone\"", 71, "the project has no package swift-gone"),
      (
        "\"../Packages/Kit\"", "\"$(KITS)/Kit\"", 11,
        "the path of a local package, \"$(KITS)/Kit\", cannot be resolved"
      ),
      ("\"Kit\", { \"kind\"", "\"Gone\", { \"kind\"", 60, "the dependency Gone has no target"),
      (
        "\"0B\", \"target-membership\": []", "\"0B\", \"target-membership\": [ \"Shop/frameworks\" ]", 14,
        "a file is the product of another project (PBXReferenceProxy)"
      ),
      ("\"name\": \"Tools\"", "\"name\": \"Tests\"", 95, "two targets have the name Tests"),
    ] as [(String, String, Int, String)])
  func whatIsNotUnderstoodIsNamedWithItsLine(from: String, to: String, line: Int, message: String) throws {
    let unknown = try JSONFixture.project(try edited(from, to)).unknown
    let problem = XcodeProblem(message, in: "App/Shop.xcodeproj/project.xcproj", line: line)
    #expect(unknown.contains(problem), "\(unknown)")
  }

  /// Where names do not tell phases apart, all of them have the file.
  @Test func aFileOfTwoPhasesOfOneNameIsInBoth() throws {
    let text = try edited("{ \"kind\": \"headers\", \"name\": \"Public\" }", "\"headers\", \"headers\"")
    let project = try JSONFixture.project(text)
    #expect(project.unknown.map(\.message) == ["several build phases have one name"])
    #expect(project.targets[1].files == (try JSONFixture.target("Kit")?.files))
  }
}
