/// Files of the example app: which targets read each of them.
extension Scenario {
  private static func edit(
    _ name: String, _ path: String, _ modules: [String], mayAlso excuse: Expectation.Excuse? = nil
  ) -> Scenario {
    .app(name, [.edit(path)], selects: modules, mayAlso: excuse)
  }

  private static let headers = Expectation.Excuse(
    "ShopWidget", because: "sources of a synchronised folder may find any header of the project")

  static let appSources: [Scenario] = [
    edit("a source in a phase", "App/Shop/ShopApp.swift", AppModules.app),
    edit("a source below a group without a path", "App/Shop/CartView.swift", AppModules.app),
    edit("a source of an extension", "App/Share/ShareController.swift", AppModules.share),
    edit(
      "a source of a framework that is linked without a dependency", "App/ShopKit/Prices.swift",
      AppModules.framework),
    edit("a source of tests in the app", "App/UnitTests/CartViewTests.swift", ["Unit Tests"]),
    edit("a source of tests without a host", "App/ShopKitTests/PricesTests.swift", ["ShopKitTests"]),
    edit("a source of UI tests", "App/UITests/CheckoutTests.swift", ["ShopUITests"]),
    edit("a header", "App/Shop/Legacy/Legacy.h", AppModules.app, mayAlso: headers),
    edit("a source in Objective-C", "App/Shop/Legacy/Legacy.m", AppModules.app),
    .app(
      "a new header beside sources in Objective-C", [.write("App/Shop/Legacy/New.h", "\n")],
      selects: AppModules.app),
    edit("a variant of a resource", "App/Shop/de.lproj/Localizable.strings", AppModules.app),
    .app(
      "a variant that the project does not list", [.write("App/Shop/fr.lproj/Localizable.strings", "\n")],
      selects: []),
    edit("a data model", "App/Shop/Shop.xcdatamodeld/Shop.xcdatamodel/contents", AppModules.app),
    .app(
      "a new version of a data model",
      [.write("App/Shop/Shop.xcdatamodeld/Shop 2.xcdatamodel/contents", "<model/>\n")],
      selects: AppModules.app),
    edit(
      "a file of an asset catalogue", "App/Shop/Assets.xcassets/Accent.colorset/Contents.json", AppModules.app
    ),
    .app(
      "a new picture", [.write("App/Shop/Assets.xcassets/Logo.imageset/logo.svg", "<svg/>\n")],
      selects: AppModules.app),
    edit("a file of a folder reference", "App/Shop/Theme/theme.json", AppModules.app),
    .app(
      "a new file of a folder reference", [.write("App/Shop/Theme/deep/light.json", "{}\n")],
      selects: AppModules.app),
    edit("a source of a synchronised folder", "App/Widget/ShopWidget.swift", AppModules.widget),
    .app(
      "a new source of a synchronised folder", [.write("App/Widget/Views/Row.swift", "\n")],
      selects: AppModules.widget),
    .app(
      "a deleted source of a synchronised folder", [.delete("App/Widget/ShopWidget.swift")],
      selects: AppModules.widget),
    edit("an exception of the member", "App/Widget/Drafts/Idea.swift", []),
    .app(
      "a file beside the exception", [.write("App/Widget/Drafts/Other.swift", "\n")],
      selects: AppModules.widget),
    edit("an exception of another target", "App/Widget/Badge.swift", AppModules.extensions),
    .app("an exception is deleted", [.delete("App/Widget/Badge.swift")], selects: AppModules.extensions),
    edit("a snapshot beside tests", "App/UnitTests/__Snapshots__/CartViewTests/cart.1.txt", ["Unit Tests"]),
    .app(
      "a new snapshot", [.write("App/UITests/__Snapshots__/CheckoutTests/pay.1.png", "\n")],
      selects: ["ShopUITests"]),
    edit("a source of the player", "Vendor/Player/Sources/Player.swift", AppModules.player),
    edit("tests of the player", "Vendor/Player/Tests/PlayerTests.swift", ["PlayerTests"]),
    .app(
      "files that nobody reads",
      Step.edits("App/README.md", "README.md", "Vendor/Player/README.md", "CODEOWNERS")
        + [.write("App/Shop/New.swift", "\n"), .write("App/notes.txt", "\n")],
      selects: []),
    .app(
      "a file beside the project that a test of a package names",
      prepare: [
        .write("App/prices.json", "{}\n"),
        .write("Packages/Cart/Tests/CartTests/Named.swift", "let file = \"../../../../App/prices.json\"\n"),
      ],
      [.edit("App/prices.json")], selects: ["CartTests"]),
    .app(
      "what belongs to a user of Xcode",
      [
        .write("App/Shop.xcodeproj/project.xcworkspace/x.txt", "\n"),
        .write("App/Widget/xcuserdata/me", "\n"),
      ],
      selects: []),
  ]

  static let appSettings: [Scenario] = [
    edit("a property list that an xcconfig names", "App/Shop/Info.plist", AppModules.app),
    edit("a property list that the project names", "App/Share/Info.plist", AppModules.share),
    edit("a property list that is an exception too", "App/Widget/Info.plist", AppModules.widget),
    edit("entitlements", "App/Shop/Shop.entitlements", AppModules.app),
    edit("a bridging header", "App/Shop/Shop-Bridging-Header.h", AppModules.app),
    .app(
      "a setting of an xcconfig",
      [.replace("App/Config/Shop.xcconfig", "Shop/Info.plist", with: "Shop/Other.plist")],
      selects: AppModules.app),
    .app(
      "a setting of an xcconfig that others include",
      [.replace("App/Config/Base.xcconfig", "6.0", with: "5.0")],
      selects: AppModules.extensions),
    edit("a comment in an xcconfig", "App/Config/Base.xcconfig", []),
    .app(
      "the settings of extensions", [.replace("App/Config/Extension.xcconfig", "YES", with: "NO")],
      selects: AppModules.extensions),
    .app(
      "an xcconfig that was missing", [.write("App/Config/Secrets.xcconfig", "KEY = 1\n")],
      selects: AppModules.app),
    .app(
      "an include goes", [.replace("App/Config/Shop.xcconfig", "#include? \"Secrets.xcconfig\"\n", with: "")],
      selects: AppModules.app),
    .app(
      "an included xcconfig is deleted", [.delete("App/Config/Base.xcconfig")], selects: AppModules.extensions
    ),
    .app(
      "a file that a new setting names",
      prepare: [
        .replace(
          "App/Config/Extension.xcconfig", "YES", with: "YES\nCODE_SIGN_ENTITLEMENTS = Both.entitlements"),
        .write("App/Both.entitlements", "a\n"),
      ],
      [.edit("App/Both.entitlements")], selects: AppModules.extensions),
  ]

  static let appScripts: [Scenario] = [
    edit("an input of a script", "App/Scripts/licences.json", AppModules.app),
    edit("a file that the text of a script names", "App/Scripts/licences.sh", AppModules.app),
    .app(
      "a script that a script of the text calls",
      prepare: [
        .write("App/Scripts/licences.sh", "#!/bin/sh\n. \"$(dirname \"$0\")/common.sh\"\n"),
        .write("App/Scripts/common.sh", "A=1\n"),
      ],
      [.write("App/Scripts/common.sh", "A=2\n")], selects: AppModules.app),
    edit("a file above the project that a script names", "Tools/colours", AppModules.framework),
    edit("a file that a list of inputs names", "App/ShopKit/Templates/colours.json", AppModules.framework),
    .app(
      "a list of inputs has another line",
      [.replace("App/Config/Colours.xcfilelist", "colours.json", with: "other.json")],
      selects: AppModules.framework),
    .app(
      "a file that a list names since then",
      prepare: [.replace("App/Config/Colours.xcfilelist", "colours.json", with: "other.json")],
      [.write("App/ShopKit/Templates/other.json", "{}\n")], selects: AppModules.framework),
    edit("a script that nobody calls", "App/Scripts/release.sh", []),
    .app(
      "a script names another file",
      [.project("/Scripts/licences.sh", to: "/Scripts/release.sh"), .edit("App/Scripts/release.sh")],
      selects: AppModules.app),
  ]
}
