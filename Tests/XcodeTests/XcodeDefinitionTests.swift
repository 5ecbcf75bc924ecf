import Base
import Testing

@testable import Xcode

/// What changes the definition of a target or of the project, and what does not.
@Suite struct XcodeDefinitionTests {
  private static let project = "the project"

  /// The names of all that has another definition in `text` than in the fixture.
  private func changed(_ text: String, neutral: String...) throws -> Set<String> {
    let neutral = NeutralSettings(neutral)
    let (old, new) = (
      try XcodeFixture.project(neutral: neutral), try XcodeFixture.project(text, neutral: neutral)
    )
    var definitions: [String: [SHA256Digest]] = [:]
    for project in [old, new] {
      for target in project.targets { definitions[target.name, default: []].append(target.definition) }
      definitions[Self.project, default: []].append(project.definition)
    }
    return Set(definitions.filter { $0.value.count != 2 || $0.value[0] != $0.value[1] }.keys)
  }

  private func lines(_ change: (inout [Substring]) -> Void) -> String {
    var lines = XcodeFixture.text.split(separator: "\n", omittingEmptySubsequences: false)
    change(&lines)
    return lines.joined(separator: "\n")
  }

  // MARK: Nothing changes

  @Test func idsDoNotCount() throws {
    let text = XcodeFixture.text.replacing(/id\.([A-Za-z0-9]+)/) { match in
      let digits = Array(match.output.1.utf8.reversed()).map { String($0, radix: 16, uppercase: true) }
      return "F0\(digits.joined())"
    }
    #expect(try changed(text) == [])
    #expect(try XcodeFixture.project(text).unknown == [])
  }

  @Test func commentsAndSpaceDoNotCount() throws {
    let text = XcodeFixture.text.replacing(/\/\*.*?\*\//, with: "").replacing("; ", with: ";\r\n\t")
    #expect(try changed(text) == [])
  }

  @Test(
    arguments: [
      ("SWIFT_VERSION = 6.0;", "SWIFT_VERSION = 5.0;"), ("SWIFT_VERSION = 6.0;", ""),
      ("INFOPLIST_FILE", "SWIFT_VERSION = 7; INFOPLIST_FILE"),
      ("INFOPLIST_FILE", "\"SWIFT_VERSION[sdk=iphone*]\" = 7; INFOPLIST_FILE"),
    ] as [(String, String)])
  func neutralSettingsDoNotCount(old: String, new: String) throws {
    let text = XcodeFixture.text.replacing(old, with: new)
    #expect(try changed(text, neutral: "SWIFT_VERSION") == [])
    #expect(try !changed(text).isEmpty)
    #expect(try !changed(text, neutral: "SWIFT").isEmpty)
  }

  @Test func theOrderOfObjectsDoesNotCount() throws {
    let text = lines { lines in
      let objects = lines.indices.filter { lines[$0].hasPrefix("id.") }
      let reversed = objects.reversed().map { lines[$0] }
      for (place, line) in zip(objects, reversed) { lines[place] = line }
    }
    #expect(try changed(text) == [])
  }

  @Test(
    arguments: [
      // Names of groups, and files that move between groups without another path.
      ("name = Plain", "name = Other"),
      ("children = (id.plain, id.test, )", "children = (id.test, id.plain, )"),
      (
        "id.plain = {isa = PBXGroup; children = (id.cartGroup, ); name = Plain; sourceTree = \"<group>\"; };",
        "id.plain = {isa = PBXGroup; children = (id.cartGroup, ); sourceTree = SOURCE_ROOT; path = Sources; };"
      ),
      ("name = Root.swift; path", "name = Shown.swift; path"),
      (
        "path = Extra/Root.swift; sourceTree = SOURCE_ROOT",
        "path = Extra/Root.swift; sourceTree = \"<group>\""
      ),
      // Order where it decides nothing.
      ("files = (id.b1, id.b2, id.b3,", "files = (id.b3, id.b2, id.b1,"),
      ("files = (id.b4, id.b5, )", "files = (id.b5, id.b4, )"),
      ("dependencies = (id.onKit, id.onOther,", "dependencies = (id.onOther, id.onKit,"),
      (
        "packageProductDependencies = (id.collections, id.local,",
        "packageProductDependencies = (id.local, id.collections,"
      ),
      ("targets = (id.shop, id.kit,", "targets = (id.kit, id.shop,"),
      (
        "buildConfigurations = (id.shopDebug, id.shopRelease, )",
        "buildConfigurations = (id.shopRelease, id.shopDebug, )"
      ),
      (
        "membershipExceptions = (Info.plist, /Localized/Res/Menu.strings, )",
        "membershipExceptions = (/Localized/Res/Menu.strings, Info.plist, )"
      ),
      (
        "packageReferences = (id.remotePackage, id.localPackage, )",
        "packageReferences = (id.localPackage, id.remotePackage, )"
      ),
      // An id of another project, and quotes that nothing needs.
      ("remoteGlobalIDString = 0123456789ABCDEF01234567", "remoteGlobalIDString = 76543210FEDCBA9876543210"),
      ("path = Cart.swift", "path = \"Cart.swift\""),
      // Attributes for new files and targets.
      ("LastUpgradeCheck = 1600;", "LastUpgradeCheck = 1600; LastSwiftUpdateCheck = 1620;"),
      ("LastUpgradeCheck = 1600;", "LastUpgradeCheck = 1600; CLASSPREFIX = AB; ORGANIZATIONNAME = Shop;"),
      // Which of the missing objects a phase names.
      ("fileRef = id.gone", "fileRef = id.lost"),
      // A dependency that names its target by the proxy alone.
      ("target = id.kit; targetProxy = id.kitProxy", "targetProxy = id.kitProxy"),
    ])
  func neutralEditsDoNotCount(from: String, to: String) throws {
    try #require(XcodeFixture.text.contains(from))
    #expect(try changed(XcodeFixture.text.replacing(from, with: to)) == [])
  }

  // MARK: Something changes

  @Test(
    arguments: [
      ("name = Shop;", "name = Store;", "Shop Store ShopTests"),
      ("com.apple.product-type.application", "com.apple.product-type.app-extension", "Shop"),
      ("path = \"Shop App.app\"", "path = \"Store App.app\"", "Shop"),
      // Files, through every kind of group.
      ("path = Cart.swift", "path = Basket.swift", "Shop"),
      ("path = Sources", "path = Code", "Shop ShopKit"),
      ("path = Cart;", "path = Basket;", "Shop ShopKit"),
      ("path = de.lproj/Localizable.strings", "path = fr.lproj/Localizable.strings", ""),
      ("path = \"de.lproj/Localizable.strings\"", "path = \"fr.lproj/Localizable.strings\"", "Shop"),
      ("children = (id.en, id.de, )", "children = (id.en, )", "Shop"),
      ("currentVersion = id.model2", "currentVersion = id.model1", "Shop"),
      ("path = Two.xcdatamodel", "path = Three.xcdatamodel", "Shop"),
      ("lastKnownFileType = sourcecode.c.h", "lastKnownFileType = sourcecode.cpp.h", "ShopKit"),
      (
        "path = Extra/Root.swift; sourceTree = SOURCE_ROOT", "path = Extra/Root.swift; sourceTree = SDKROOT",
        "Shop"
      ),
      ("files = (id.b13, )", "files = ()", "ShopTests"),
      ("files = (id.b13, )", "files = (id.b13, id.missing, )", "ShopTests"),
      ("fileRef = id.gone", "fileRef = id.en", "Shop"),
      // Settings of build files.
      ("COMPILER_FLAGS = \"-O0\"", "COMPILER_FLAGS = \"-O1\"", "Shop"),
      ("platformFilter = ios", "platformFilter = maccatalyst", "Shop"),
      ("ATTRIBUTES = (Public, )", "ATTRIBUTES = (Private, )", "ShopKit"),
      ("(CodeSignOnCopy, RemoveHeadersOnCopy, )", "(RemoveHeadersOnCopy, CodeSignOnCopy, )", "Shop"),
      // Phases and their order.
      ("files = (id.b6, id.b7,", "files = (id.b7, id.b6,", "Shop"),
      (
        "buildPhases = (id.shopSources, id.shopFrameworks,",
        "buildPhases = (id.shopFrameworks, id.shopSources,", "Shop"
      ),
      ("dstSubfolderSpec = 10", "dstSubfolderSpec = 1", "Shop"),
      ("runOnlyForDeploymentPostprocessing = 0;", "alwaysOutOfDate = 0;", "Shop"),
      ("shellScript = \"make\"", "shellScript = \"make all\"", "Tools"),
      (
        "\"$(SRCROOT)/.lint.yml\", \"$(SRCROOT)/second\"", "\"$(SRCROOT)/second\", \"$(SRCROOT)/.lint.yml\"",
        "Shop"
      ),
      ("script = \"expand\"", "script = \"expand -v\"", "ShopKit"),
      ("filePatterns = \"*.tmpl\"", "filePatterns = \"*.gyb\"", "ShopKit"),
      // Synchronised folders: each target has its own exceptions.
      ("path = Synced", "path = Together", "Shop ShopTests"),
      ("(Info.plist, /Localized/Res/Menu.strings, )", "(Info.plist, )", "Shop"),
      ("(Helpers/Fake.swift, )", "(Helpers/Fake.swift, Helpers/Stub.swift, )", "ShopTests"),
      ("membershipExceptions = (Data.json, )", "membershipExceptions = (Data.yml, )", "Shop"),
      ("explicitFolders = (Bundle.bundle, )", "explicitFolders = ()", "Shop ShopTests"),
      ("{a.tmpl = text; }", "{a.tmpl = folder; }", "Shop ShopTests"),
      // Dependencies and packages.
      (
        "dependencies = (id.onKit, id.onOther, id.onPlugin, )", "dependencies = (id.onOther, id.onPlugin, )",
        "Shop"
      ),
      ("remoteInfo = OtherKit", "remoteInfo = OtherKit2", "Shop"),
      ("path = ../Other/Other.xcodeproj", "path = ../Else/Other.xcodeproj", "Shop"),
      ("platformFilters = (ios, )", "platformFilters = (macos, )", "ShopTests"),
      ("productName = AnyKit", "productName = SomeKit", "Shop"),
      ("minimumVersion = 1.0.0", "minimumVersion = 1.1.0", "Shop"),
      ("apple/Swift-Collections.git", "fork/Swift-Collections.git", "Shop"),
      ("relativePath = ../Packages/Kit", "relativePath = ../Packages/Kit2", "Shop"),
      ("plugin:Draw", "plugin:Paint", "Shop"),
      // Settings and attributes.
      ("(\"$(inherited)\", \"-framework\", Zip, )", "(\"$(inherited)\", Zip, \"-framework\", )", "Shop"),
      ("INFOPLIST_FILE = Synced/Info.plist", "INFOPLIST_FILE = Info.plist", "Shop"),
      ("Settings/Shop.xcconfig", "Settings/Store.xcconfig", "Shop"),
      ("\"PRODUCT_NAME[sdk=iphone*]\"", "\"PRODUCT_NAME[sdk=mac*]\"", "Shop"),
      ("CreatedOnToolsVersion = 16.0", "CreatedOnToolsVersion = 16.1", "Shop"),
      ("CreatedOnToolsVersion = 16.0", "DevelopmentTeam = 16.0", "Shop"),
      ("TestTargetID = id.shop", "TestTargetID = id.kit", "ShopTests"),
      ("SWIFT_VERSION = 6.0", "SWIFT_VERSION = 5.0", "the project"),
      ("path = Config/Debug.xcconfig", "path = Config/Other.xcconfig", "the project"),
      ("LastUpgradeCheck = 1600", "LastUpgradeCheck = 1610", "the project"),
      ("knownRegions = (en, de, )", "knownRegions = (en, )", "the project"),
      ("objectVersion = 77", "objectVersion = 90", "the project"),
    ])
  func otherEditsCount(from: String, to: String, names: String) throws {
    let isThere = XcodeFixture.text.contains(from)
    #expect(isThere == !names.isEmpty)
    let expected = Set(names == Self.project ? [names] : names.split(separator: " ").map(String.init))
    #expect(try changed(XcodeFixture.text.replacing(from, with: to)) == expected)
  }

  /// Nobody can tell what a change means in a file with a part that is not understood.
  @Test func allCountsBesideAnUnknownPart() throws {
    let text = XcodeFixture.text.replacing("isa = PBXAggregateTarget", with: "isa = PBXLegacyTarget")
    let (old, new) = (try XcodeFixture.project(text), try XcodeFixture.project(text + "// x\n"))
    #expect(!old.unknown.isEmpty)
    #expect(old.definition != new.definition)
  }
}
