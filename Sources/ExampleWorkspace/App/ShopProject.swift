/// The project of the example app: an app with two extensions, a framework, unit tests and UI tests.
struct ShopProject {
  private typealias Value = ProjectText.Value

  private var project = ProjectText()
  private let root = ProjectText.reference("PBXProject", "Shop", name: "Project object")

  /// The contents of `App/Shop.xcodeproj/project.pbxproj`.
  static var text: String {
    var shop = ShopProject()
    return shop.write()
  }

  private mutating func write() -> String {
    let packages = packageReferences()
    let targets = [
      app(packages), widget(packages), share(), framework(), frameworkTests(), unitTests(), uiTests(),
    ].map { project.add($0, project: root) }
    let settings = project.configurations(ofProject: "Shop", bundles: "example.shop")
    project.add(
      "PBXProject", "Shop", name: "Project object",
      [
        "attributes": .fields([("LastUpgradeCheck", "1600")]), "buildConfigurationList": settings,
        "compatibilityVersion": "Xcode 16.0", "developmentRegion": "en", "hasScannedForEncodings": "0",
        "knownRegions": ["en", "de", "Base"], "mainGroup": mainGroup(),
        "minimizedProjectReferenceProxies": "1",
        "packageReferences": .list(packages.map(\.value)), "productRefGroup": productGroup(),
        "projectDirPath": "", "projectRoot": "", "targets": .list(targets),
      ])
    return project.text(root: root)
  }

  private func file(_ path: String) -> Value {
    ProjectText.reference("PBXFileReference", path, name: String(path.split(separator: "/").last ?? ""))
  }

  private mutating func packageReferences() -> KeyValuePairs<String, Value> {
    func remote(_ name: String, _ version: String, by owner: String = "apple") -> Value {
      project.add(
        "XCRemoteSwiftPackageReference", name, name: "XCRemoteSwiftPackageReference \"\(name)\"",
        [
          "repositoryURL": .text("https://github.com/\(owner)/\(name).git"),
          "requirement": .fields([("kind", "upToNextMajorVersion"), ("minimumVersion", .text(version))]),
        ])
    }
    let cart = project.add(
      "XCLocalSwiftPackageReference", "Cart", name: "XCLocalSwiftPackageReference \"../Packages/Cart\"",
      ["relativePath": "../Packages/Cart"])
    return [
      "Cart": cart, "swift-log": remote("swift-log", "1.6.0"),
      "swift-collections": remote("swift-collections", "1.1.0"),
      "swift-snapshot-testing": remote("swift-snapshot-testing", "1.17.0", by: "pointfreeco"),
    ]
  }
}

// MARK: Targets

extension ShopProject {
  private mutating func app(_ packages: KeyValuePairs<String, Value>) -> ExampleProjectTarget {
    ExampleProjectTarget(
      name: "Shop", type: "application", product: "Shop.app",
      settings: [
        "INFOPLIST_KEY_UIApplicationSceneManifest_Generation": "YES",
        "INFOPLIST_KEY_UILaunchScreen_Generation": "YES", "PRODUCT_BUNDLE_IDENTIFIER": "example.shop",
        "PRODUCT_NAME": "$(TARGET_NAME)",
      ],
      base: file("Config/Shop.xcconfig"),
      sources: [
        file("ShopApp.swift"), file("CartView.swift"), file("SearchView.swift"), file("Legacy.m"), dataModel,
      ],
      resources: [file("Assets.xcassets"), strings, file("Theme")],
      links: [project.product("ShopKit.framework"), project.product("Player.framework")],
      products: [
        "CartKit": packages.first { $0.key == "Cart" }?.value, "Search": nil,
        "Logging": packages.first { $0.key == "swift-log" }?.value,
      ],
      extensions: [project.product("ShopWidget.appex"), project.product("ShopShare.appex")],
      frameworks: [project.product("ShopKit.framework")],
      scripts: [
        .init(
          name: "Write licences", text: "\"$SRCROOT/Scripts/licences.sh\" > \"$SCRIPT_OUTPUT_FILE_0\"\n",
          inputs: ["$(SRCROOT)/Scripts/licences.json"], outputs: ["$(DERIVED_FILE_DIR)/licences.txt"])
      ],
      dependencies: ["ShopWidget", "ShopShare"])
  }

  private mutating func widget(_ packages: KeyValuePairs<String, Value>) -> ExampleProjectTarget {
    ExampleProjectTarget(
      name: "ShopWidget", type: "app-extension", product: "ShopWidget.appex",
      settings: ["INFOPLIST_FILE": "Widget/Info.plist", "PRODUCT_NAME": "$(TARGET_NAME)"],
      base: file("Config/Extension.xcconfig"),
      products: [
        "WidgetModel": nil, "Collections": packages.first { $0.key == "swift-collections" }?.value,
      ],
      folders: [ProjectText.reference("PBXFileSystemSynchronizedRootGroup", "Widget")])
  }

  private mutating func share() -> ExampleProjectTarget {
    ExampleProjectTarget(
      name: "ShopShare", type: "app-extension", product: "ShopShare.appex",
      settings: ["INFOPLIST_FILE": "Share/Info.plist", "PRODUCT_NAME": "$(TARGET_NAME)"],
      base: file("Config/Extension.xcconfig"), sources: [file("ShareController.swift")],
      products: ["Analytics": nil])
  }

  private mutating func framework() -> ExampleProjectTarget {
    ExampleProjectTarget(
      name: "ShopKit", type: "framework", product: "ShopKit.framework",
      settings: ["DEFINES_MODULE": "YES", "PRODUCT_NAME": "$(TARGET_NAME)"],
      sources: [file("Prices.swift"), file("Currency.swift")],
      scripts: [
        .init(
          name: "Make colours", text: "\"$SRCROOT/../Tools/colours\" \"$SCRIPT_OUTPUT_FILE_0\"\n",
          inputLists: ["$(SRCROOT)/Config/Colours.xcfilelist"], outputs: ["$(DERIVED_FILE_DIR)/Colours.swift"]
        )
      ])
  }

  private mutating func frameworkTests() -> ExampleProjectTarget {
    ExampleProjectTarget(
      name: "ShopKitTests", type: "bundle.unit-test", product: "ShopKitTests.xctest",
      settings: ["PRODUCT_NAME": "$(TARGET_NAME)"], sources: [file("PricesTests.swift")],
      links: [project.product("ShopKit.framework")])
  }

  private mutating func unitTests() -> ExampleProjectTarget {
    ExampleProjectTarget(
      name: "Unit Tests", type: "bundle.unit-test", product: "Unit Tests.xctest",
      settings: [
        "BUNDLE_LOADER": "$(TEST_HOST)", "PRODUCT_NAME": "$(TARGET_NAME)",
        "TEST_HOST": "$(BUILT_PRODUCTS_DIR)/Shop.app/$(BUNDLE_EXECUTABLE_FOLDER_PATH)/Shop",
      ],
      sources: [file("CartViewTests.swift")], products: ["Fixtures": nil, "SnapshotTesting": nil],
      dependencies: ["Shop"])
  }

  private mutating func uiTests() -> ExampleProjectTarget {
    ExampleProjectTarget(
      name: "ShopUITests", type: "bundle.ui-testing", product: "ShopUITests.xctest",
      settings: ["PRODUCT_NAME": "$(TARGET_NAME)", "TEST_TARGET_NAME": "Shop"],
      sources: [file("CheckoutTests.swift")], dependencies: ["Shop"])
  }
}

// MARK: Groups

extension ShopProject {
  private var dataModel: Value { ProjectText.reference("XCVersionGroup", "Shop.xcdatamodeld") }

  private var strings: Value { ProjectText.reference("PBXVariantGroup", "Localizable.strings") }

  private mutating func swift(_ paths: String...) -> [Value] {
    paths.map { project.file($0, type: "sourcecode.swift") }
  }

  private mutating func mainGroup() -> Value {
    // The groups Views and Packages have no folder.
    let packages = project.group(
      "Packages", path: nil, [project.file("../Packages/Search", type: "wrapper", name: "Search")])
    let config = project.group(
      "Config", path: nil,
      [
        project.file("Config/Shop.xcconfig", type: "text.xcconfig"),
        project.file("Config/Extension.xcconfig", type: "text.xcconfig"),
      ])
    let groups = [
      shopGroup(), widgetFolder(), project.group("Share", path: "Share", swift("ShareController.swift")),
      project.group("ShopKit", path: "ShopKit", swift("Prices.swift", "Currency.swift")),
      project.group("ShopKitTests", path: "ShopKitTests", swift("PricesTests.swift")),
      project.group("UnitTests", path: "UnitTests", swift("CartViewTests.swift")),
      project.group("UITests", path: "UITests", swift("CheckoutTests.swift")), config, packages,
      productGroup(),
    ]
    return project.group("Main", path: nil, groups)
  }

  private mutating func shopGroup() -> Value {
    let views = project.group("Views", path: nil, swift("CartView.swift", "SearchView.swift"))
    let legacy = project.group(
      "Legacy", path: "Legacy",
      [
        project.file("Legacy.h", type: "sourcecode.c.h"), project.file("Legacy.m", type: "sourcecode.c.objc"),
      ])
    let variants = project.group(
      "Localizable.strings", path: nil,
      ["en", "de"].map { (language: String) in
        project.file("\(language).lproj/Localizable.strings", type: "text.plist.strings", name: language)
      },
      isa: "PBXVariantGroup")
    let version = project.file("Shop.xcdatamodel", type: "wrapper.xcdatamodel")
    let model = project.add(
      "XCVersionGroup", "Shop.xcdatamodeld",
      [
        "children": [version], "currentVersion": version, "path": "Shop.xcdatamodeld",
        "sourceTree": "<group>", "versionGroupType": "wrapper.xcdatamodel",
      ])
    let others = [
      project.file("Assets.xcassets", type: "folder.assetcatalog"), project.file("Theme", type: "folder"),
      project.file("Shop.entitlements", type: "text.plist.entitlements"),
      project.file("Info.plist", type: "text.plist.xml"),
    ]
    return project.group(
      "Shop", path: "Shop", swift("ShopApp.swift") + [views, legacy, variants, model] + others)
  }

  private mutating func widgetFolder() -> Value {
    func exceptions(_ target: String, _ paths: [Value]) -> Value {
      project.add(
        "PBXFileSystemSynchronizedBuildFileExceptionSet", target,
        name: "Exceptions for \"Widget\" folder in \"\(target)\" target",
        [
          "membershipExceptions": .list(paths), "target": ProjectText.reference("PBXNativeTarget", target),
        ])
    }
    return project.add(
      "PBXFileSystemSynchronizedRootGroup", "Widget",
      [
        "exceptions": [
          exceptions("ShopWidget", ["Drafts/Idea.swift", "Info.plist"]),
          exceptions("ShopShare", ["Badge.swift"]),
        ],
        "path": "Widget", "sourceTree": "<group>",
      ])
  }

  private mutating func productGroup() -> Value {
    let names = [
      "Shop.app", "ShopWidget.appex", "ShopShare.appex", "ShopKit.framework", "ShopKitTests.xctest",
      "Unit Tests.xctest", "ShopUITests.xctest", "Player.framework",
    ]
    return project.group("Products", path: nil, names.map { project.product($0) })
  }
}

/// The second project: a video player from elsewhere, which the app links by the name of its product.
enum PlayerProject {
  /// The contents of `Vendor/Player/Player.xcodeproj/project.pbxproj`.
  static var text: String {
    var project = ProjectText()
    let root = ProjectText.reference("PBXProject", "Player", name: "Project object")
    func swift(_ path: String) -> ProjectText.Value { project.file(path, type: "sourcecode.swift") }
    let (source, test) = (swift("Sources/Player.swift"), swift("Tests/PlayerTests.swift"))
    let targets = [
      ExampleProjectTarget(
        name: "Player", type: "framework", product: "Player.framework",
        // The library is linked and not embedded.
        settings: ["MACH_O_TYPE": "staticlib", "PRODUCT_NAME": "$(TARGET_NAME)"], sources: [source]),
      ExampleProjectTarget(
        name: "PlayerTests", type: "bundle.unit-test", product: "PlayerTests.xctest",
        settings: ["PRODUCT_NAME": "$(TARGET_NAME)"], sources: [test], dependencies: ["Player"]),
    ].map { project.add($0, project: root) }
    let products = project.group(
      "Products", path: nil, [project.product("Player.framework"), project.product("PlayerTests.xctest")])
    project.add(
      "PBXProject", "Player", name: "Project object",
      [
        "buildConfigurationList": project.configurations(ofProject: "Player", bundles: "example"),
        "compatibilityVersion": "Xcode 16.0",
        "mainGroup": project.group("Main", path: nil, [source, test, products]),
        "productRefGroup": products, "projectDirPath": "", "projectRoot": "", "targets": .list(targets),
      ])
    return project.text(root: root)
  }
}
