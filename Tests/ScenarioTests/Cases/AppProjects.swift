/// Edits of the project of the example app, of its packages, and of what runs its tests.
extension Scenario {
  private static func edit(_ name: String, _ path: String, _ modules: [String]) -> Scenario {
    .app(name, [.edit(path)], selects: modules)
  }

  static let appPackages: [Scenario] = [
    edit("a package that the project refers to", "Packages/Cart/Sources/Cart/Cart.swift", AppModules.cart),
    edit(
      "a package that is a folder in a group", "Packages/Search/Sources/Search/Search.swift",
      AppModules.search),
    edit(
      "a package within a synchronised folder",
      "App/Widget/WidgetModel/Sources/WidgetModel/WidgetModel.swift",
      AppModules.widgetModel),
    edit(
      "a package that the workspace shows", "Packages/Analytics/Sources/Analytics/Analytics.swift",
      AppModules.analytics),
    edit("a package behind another", "Packages/Storage/Sources/Storage/Storage.swift", AppModules.storage),
    edit("a package behind others", "Packages/Core/Sources/Core/Core.swift", AppModules.core),
    edit("a package below most", "Packages/Money/Sources/Money/Money.swift", AppModules.money),
    edit(
      "a package that only tests use", "Packages/Fixtures/Sources/Fixtures/Fixtures.swift",
      AppModules.fixtures),
    edit("tests of a package", "Packages/Core/Tests/CoreTests/CoreTests.swift", ["CoreTests"]),
    edit(
      "tests of a package within a synchronised folder",
      "App/Widget/WidgetModel/Tests/WidgetModelTests/WidgetModelTests.swift", ["WidgetModelTests"]),
    .app(
      "a comment in a manifest",
      [.replace("Packages/Cart/Package.swift", "let package", with: "// Cart\nlet package")],
      selects: []),
    .app(
      "a product has another name", [.replace("Packages/Cart/Package.swift", "CartKit", with: "CartBox")],
      selects: AppModules.cart),
    .app(
      "a package has a second target that nobody uses",
      [
        .replace(
          "Packages/Cart/Package.swift", "  targets: [\n",
          with: "  targets: [\n    .target(name: \"Extra\"),\n"),
        .write("Packages/Cart/Sources/Extra/Extra.swift", "\n"),
      ],
      selects: ["Extra"],
      mayAlso: .init(AppModules.cart, because: "the list of a package's targets is part of its description")),
    .app(
      "a product has a second target",
      prepare: [
        .replace(
          "Packages/Cart/Package.swift", "  targets: [\n",
          with: "  targets: [\n    .target(name: \"Extra\"),\n"),
        .write("Packages/Cart/Sources/Extra/Extra.swift", "\n"),
      ],
      [
        .replace("Packages/Cart/Package.swift", "targets: [\"Cart\"]", with: "targets: [\"Cart\", \"Extra\"]")
      ],
      selects: AppModules.app, mayAlso: .init("Cart CartTests Extra", because: "they are in that product")),
    .app(
      "a second target of a product",
      prepare: [
        .replace(
          "Packages/Cart/Package.swift", "  targets: [\n",
          with: "  targets: [\n    .target(name: \"Extra\"),\n"),
        .replace(
          "Packages/Cart/Package.swift", "targets: [\"Cart\"]", with: "targets: [\"Cart\", \"Extra\"]"),
        .write("Packages/Cart/Sources/Extra/Extra.swift", "\n"),
      ],
      [.edit("Packages/Cart/Sources/Extra/Extra.swift")], selects: AppModules.app + ["Extra"]),
    .app("a package is deleted", [.delete("Packages/Analytics")], selects: AppModules.share),
    .app(
      "a local package stands in for one from elsewhere",
      prepare: [
        .project("../Packages/Search;", to: "\"../Packages/swift-log\";"),
        .write(
          "Packages/swift-log/Package.swift",
          AppPaths.text(of: "App/Widget/WidgetModel/Package.swift").replacing("WidgetModel", with: "Logging")),
        .write("Packages/swift-log/Sources/Logging/Logging.swift", "\n"),
        .write("Packages/swift-log/Tests/LoggingTests/LoggingTests.swift", "\n"),
      ],
      [.edit("Packages/swift-log/Sources/Logging/Logging.swift")],
      selects: AppModules.app + ["Logging", "LoggingTests"]),
  ]

  static let appProjects: [Scenario] = [
    .app(
      "a new file in a phase",
      [.project { ProjectEdit.addingFile($0) }, .write("App/Share/New.swift", "\n")],
      selects: AppModules.share),
    .app(
      "a new file in a group alone",
      [.project { ProjectEdit.addingFile($0, toTarget: false) }, .write("App/Share/New.swift", "\n")],
      selects: []),
    .app(
      "a group without a path is renamed", [.project("name = Views;", to: "name = Screens;")], selects: []),
    .app("all ids are others", [.project(ProjectEdit.otherIDs)], selects: []),
    .app("comments go", [.project(ProjectEdit.withoutComments)], selects: []),
    .app(
      "a setting of one target", [.project("DEFINES_MODULE = YES;", to: "DEFINES_MODULE = NO;")],
      selects: AppModules.framework),
    .app(
      "a setting of the project", [.project("TARGET = 17.0;", to: "TARGET = 18.0;")],
      selects: AppModules.project),
    .app(
      "a region of the project", [.project("\t\t\t\tde,\n", to: "\t\t\t\tde,\n\t\t\t\tfr,\n")],
      selects: AppModules.project),
    .app("a new target", [.project(ProjectEdit.addingTarget)], selects: ["Checks"]),
    .app(
      "a target that nothing needs is deleted", [.project(ProjectEdit.removing(target: "ShopUITests"))],
      selects: []),
    .app(
      "a target that the app needs is deleted", [.project(ProjectEdit.removing(target: "ShopShare"))],
      selects: AppModules.app),
    .app(
      "sources in another order",
      [.project(ProjectEdit.swapping("CartView.swift in Sources", "SearchView.swift in Sources"))],
      selects: []),
    .app(
      "phases in another order", [.project(ProjectEdit.swapping("Sources", "Frameworks"))],
      selects: AppModules.project),
    .app("dependencies go", [.project(ProjectEdit.withoutDependencies)], selects: AppModules.app),
    .app(
      "an extension that is embedded without a dependency",
      prepare: [.project(ProjectEdit.withoutDependencies)],
      [.edit("App/Share/ShareController.swift")], selects: AppModules.share),
    .app(
      "an exception of a synchronised folder goes",
      [.project { ProjectEdit.replacing($0, "\\s+Drafts/Idea.swift,", "") }],
      selects: AppModules.widget),
    .app("a script", [.project("Scripts/licences.sh", to: "Scripts/licences.py")], selects: AppModules.app),
    .app(
      "the version of a package from elsewhere", [.project("= 1.6.0;", to: "= 1.6.1;")],
      selects: AppModules.app),
    .app(
      "a package reference leads elsewhere", [.project("../Packages/Cart;", to: "../Packages/Basket;")],
      selects: AppModules.app),
    .app(
      "a folder in a group is a package no more", [.project("../Packages/Search;", to: "../Packages/Find;")],
      selects: AppModules.app),
    .app("the project is deleted", [.delete(AppPaths.project)], selects: []),
    .app(
      "a project that cannot be read", [.project("\tclasses = {\n", to: "<<<<<<< HEAD\n\tclasses = {\n")],
      selects: ["Player", "PlayerTests"], checks: [.fallback("unreadable-project"), .exit(0)]),
    .app(
      "the player's project cannot be read",
      [.replace(AppPaths.playerProject, "\tclasses = {\n", with: "=======\n")],
      selects: AppModules.project, checks: [.fallback("unreadable-project")]),
    .app(
      "a project of both forms", [.write("App/Shop.xcodeproj/project.xcproj", "{}\n")],
      selects: AppModules.project + ["Player", "PlayerTests"], checks: [.fallback("unreadable-project")]),
  ]

  static let appTestLists: [Scenario] = [
    .app(
      "a plan enables a bundle", [.replace(AppPaths.plan, "\"enabled\" : false,\n", with: "")],
      selects: ["ShopUITests"]),
    .app(
      "a plan disables a bundle",
      [
        .replace(
          AppPaths.plan, "\"name\" : \"ShopKitTests\"\n", with: "\"name\" : \"ShopKitTests\", \"x\" : 1\n")
      ],
      selects: ["ShopKitTests"]),
    .app(
      "the options of a plan", [.replace(AppPaths.plan, "Enabled\" : true", with: "Enabled\" : false")],
      selects: AppModules.planned),
    .app(
      "a plan is written otherwise", [.write(AppPaths.plan, AppPaths.text(of: AppPaths.plan) + "\n\n")],
      selects: []),
    .app("a plan is deleted", [.delete(AppPaths.plan)], selects: AppModules.planned),
    .app(
      "a variable of a scheme", [.replace(AppPaths.scheme, "localhost", with: "shop.example")],
      selects: AppModules.planned),
    .app("the version in a scheme", [.replace(AppPaths.scheme, "\"1600\"", with: "\"1700\"")], selects: []),
    .app(
      "a variable of a scheme without a plan",
      [.replace(AppPaths.kitScheme, "localhost", with: "shop.example")],
      selects: ["ShopKitTests"],
      mayAlso: .init(["Unit Tests"], because: "a skipped bundle is listed all the same")),
    .app(
      "a scheme of a package",
      [
        .replace(
          "Packages/Search/.swiftpm/xcode/xcshareddata/xcschemes/Search.xcscheme", "localhost",
          with: "shop.example")
      ],
      selects: ["SearchTests"]),
  ]
}
