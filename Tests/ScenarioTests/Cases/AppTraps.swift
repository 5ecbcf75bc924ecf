/// Pins, revisions, and what is easily missed in the example app.
extension Scenario {
  private static let unowned = Expectation.Excuse(
    AppModules.widget, because: "a pin that nobody names may belong to a package that any other needs")

  private static func pin(_ old: String, to new: String) -> [Step] {
    [.replace(AppPaths.pins, old, with: new)]
  }

  static let appPins: [Scenario] = [
    .app("a pin of the app's", pin("1.6.2", to: "1.6.3"), selects: AppModules.app),
    .app("a pin of the widget's", pin("1.1.4", to: "1.1.5"), selects: AppModules.widget),
    .app(
      "a pin of a product that names no package", pin("1.17.6", to: "1.17.7"), selects: ["Unit Tests"],
      mayAlso: unowned),
    .app(
      "pins are written otherwise", [.write(AppPaths.pins, AppPaths.text(of: AppPaths.pins) + "\n")],
      selects: []),
    .app("pins that cannot be read", [.write(AppPaths.pins, "<<<<<<< HEAD\n")], selects: AppModules.widget),
    .app("pins are deleted", [.delete(AppPaths.pins)], selects: AppModules.widget),
  ]

  static let appRevisions: [Scenario] = [
    .app(
      "a source at a commit", [.edit("App/Share/ShareController.swift"), .commit],
      run: Invocation("--head", "HEAD"),
      selects: AppModules.share),
    .app(
      "a project at a commit", [.project("DEFINES_MODULE = YES;", to: "DEFINES_MODULE = NO;"), .commit],
      run: Invocation("--head", "HEAD"), selects: AppModules.framework),
    .app(
      "a commit, and not what came after it",
      [.edit("App/UITests/CheckoutTests.swift"), .commit, .edit("App/Shop/ShopApp.swift")],
      run: Invocation("--head", "HEAD"), selects: ["ShopUITests"]),
    .app(
      "a commit and what came after it",
      [.edit("App/UITests/CheckoutTests.swift"), .commit, .edit("App/ShopKitTests/PricesTests.swift")],
      selects: ["ShopUITests", "ShopKitTests"]),
    .app(
      "an edit that was taken back",
      [
        .edit("App/Shop/ShopApp.swift"), .commit,
        .write("App/Shop/ShopApp.swift", AppPaths.text(of: "App/Shop/ShopApp.swift")),
      ],
      selects: []),
    .app(
      "a staged edit", [.edit("App/UnitTests/CartViewTests.swift"), .stage], selects: ["Unit Tests"]),
    .app(
      "a list of files", run: Invocation("--files", "App/Shop/CartView.swift"), selects: AppModules.app),
    .app(
      "a list of files with the project", run: Invocation("--files", AppPaths.project),
      selects: AppModules.project),
    .app(
      "a list of files with the workspace", run: Invocation("--files", AppPaths.workspace),
      selects: AppModules.share,
      mayAlso: .init(AppModules.project, because: "nobody knows what the workspace said before")),
    .app(
      "a project that could not be read before",
      prepare: [.project("\tclasses = {\n", to: "<<<<<<< HEAD\n\tclasses = {\n")],
      [.replace(AppPaths.project, "<<<<<<< HEAD\n", with: "")], selects: AppModules.project,
      mayAlso: .init(
        AppModules.planned + ["Player", "PlayerTests"], because: "any target may have been in that project")),
  ]

  static let appTraps: [Scenario] = [
    .app(
      "a source is moved and the project is not told",
      [.move("App/Shop/CartView.swift", to: "App/Shop/Views/CartView.swift")],
      selects: AppModules.app),
    .app("a source is deleted", [.delete("App/Shop/SearchView.swift")], selects: AppModules.app),
    .app(
      "a source is moved to a synchronised folder",
      [.move("App/Share/ShareController.swift", to: "App/Widget/ShareController.swift")],
      selects: AppModules.extensions),
    .app(
      "a snapshot is moved",
      [
        .move(
          "App/UnitTests/__Snapshots__/CartViewTests/cart.1.txt",
          to: "App/UITests/__Snapshots__/CartViewTests/cart.1.txt")
      ],
      selects: ["Unit Tests", "ShopUITests"]),
    .app("a data model is deleted", [.delete("App/Shop/Shop.xcdatamodeld")], selects: AppModules.app),
    .app(
      "a folder and its group are renamed",
      [
        .project("path = Share;", to: "path = Sharing;"),
        .move("App/Share/ShareController.swift", to: "App/Sharing/ShareController.swift"),
      ],
      selects: AppModules.share),
    .app(
      "letters of a file's name", [.move("App/ShopKit/Prices.swift", to: "App/ShopKit/prices.swift")],
      selects: AppModules.framework),
    .app("letters of a folder's name", [.write("App/widget/New.swift", "\n")], selects: AppModules.widget),
    .app(
      "letters of an exception", [.move("App/Widget/Drafts/Idea.swift", to: "App/Widget/drafts/idea.swift")],
      selects: []),
    .app(
      "a symbolic link in the place of a source",
      [.run("rm App/ShopKit/Currency.swift && ln -s Prices.swift App/ShopKit/Currency.swift")],
      selects: AppModules.framework),
    .app("a source can be run", [.run("chmod +x App/Scripts/licences.json")], selects: AppModules.app),
    .app(
      "the workspace shows the player no more",
      [.replace(AppPaths.workspace, "group:Vendor/Player/Player.xcodeproj", with: "group:README.md")],
      selects: AppModules.app),
    .app(
      "the workspace shows a package no more",
      [.replace(AppPaths.workspace, "group:Packages/Analytics", with: "group:README.md")],
      selects: AppModules.share),
    .app(
      "the workspace says the same otherwise",
      [.replace(AppPaths.workspace, "group:Packages/Analytics", with: "container:Packages/Analytics")],
      selects: []),
    .app(
      "the workspace shows one more file",
      [
        .replace(
          AppPaths.workspace, "</Workspace>",
          with: "<FileRef location = \"group:README.md\"></FileRef>\n</Workspace>")
      ],
      selects: []),
    .app(
      "a workspace that cannot be read", [.write(AppPaths.workspace, "<<<<<<< HEAD\n")],
      selects: AppModules.widget + ["ShopShare"]),
    .app(
      "the workspace is deleted", [.delete("App.xcworkspace")],
      selects: AppModules.widget + ["ShopShare", "PlayerTests"]),
    .app("the player is deleted", [.delete("Vendor/Player")], selects: AppModules.app),
    .app(
      "another project makes the product",
      prepare: [.delete("Vendor/Player")],
      [
        .write("Films/Player.xcodeproj/project.pbxproj", AppPaths.text(of: AppPaths.playerProject)),
        .replace(AppPaths.workspace, "Vendor/Player", with: "Films"),
      ],
      selects: AppModules.player),
    .app(
      "the player's product has another name",
      [.replace(AppPaths.playerProject, "path = Player.framework", with: "path = Films.framework")],
      selects: AppModules.app + ["Player"], mayAlso: .init("PlayerTests", because: "it depends on the player")
    ),
    .app(
      "the host of tests has another name", [.project("Shop.app/$(BUNDLE", to: "Other.app/$(BUNDLE")],
      selects: ["Unit Tests"]),
    .app(
      "UI tests of another target",
      [.project("TEST_TARGET_NAME = Shop;", to: "TEST_TARGET_NAME = ShopWidget;")], selects: ["ShopUITests"]),
  ]
}
