/// The player of the example app in the JSON form of projects, and as a submodule.
extension Scenario {
  private static let jsonProject = "Vendor/Player/Player.xcodeproj/project.xcproj"

  private static let playerText = """
    {
      "default-configuration": "Debug",
      "configurations": [ "Debug", "Release" ],
      "localizations": { "development": "en" },
      "files": [
        { "path": "Sources/Player.swift", "target-membership": [ "Player/compile-sources" ] },
        { "path": "Tests/PlayerTests.swift", "target-membership": [ "PlayerTests/compile-sources" ] },
        { "kind": "folder", "path": "Data", "target-membership": [ "PlayerTests" ] },
        { "kind": "group", "name": "Products", "children": [
          { "path": "<PRODUCTS>/Player.framework", "index": false }, { "path": "<PRODUCTS>/PlayerTests.xctest", "index": false },
        ] },
      ],
      "targets": [
        { "name": "Player", "id": "A1", "product": "Products/Player.framework", "product-type": "framework",
          "build-phases": [ "compile-sources" ], "build-settings": { "PRODUCT_NAME": "$(TARGET_NAME)" } },
        { "name": "PlayerTests", "id": "A2", "product": "Products/PlayerTests.xctest", "product-type": "bundle.unit-test",
          "build-phases": [ "compile-sources" ], "dependencies": [ "Player" ],
          "build-settings": { "PRODUCT_NAME": "$(TARGET_NAME)", "SWIFT_VERSION[config=Debug]": "6.0" } },
      ],
      "build-settings": { "SDKROOT": "iphoneos" },
    }

    """

  private static let inJSON: [Step] = [.delete(AppPaths.playerProject), .write(jsonProject, playerText)]

  private static func form(
    _ name: String, _ old: String, to new: String, selects modules: [String], checks: [Check] = []
  ) -> Scenario {
    .app(name, prepare: inJSON, [.replace(jsonProject, old, with: new)], selects: modules, checks: checks)
  }

  static let appForms: [Scenario] = [
    .app("the player comes to the JSON form", inJSON, selects: AppModules.player),
    .app(
      "the player comes back from the JSON form", prepare: inJSON,
      [.delete(jsonProject), .write(AppPaths.playerProject, AppPaths.text(of: AppPaths.playerProject))],
      selects: AppModules.player),
    .app(
      "a source of a project in the JSON form", prepare: inJSON,
      [.edit("Vendor/Player/Sources/Player.swift")],
      selects: AppModules.player),
    .app(
      "a new file of a synchronised folder in the JSON form", prepare: inJSON,
      [.write("Vendor/Player/Data/film.json", "{}\n")], selects: ["PlayerTests"]),
    form(
      "a comment in the JSON form", "{ \"kind\": \"group\"", to: "// ours\n{ \"kind\": \"group\"", selects: []
    ),
    form("a setting of a target in the JSON form", "\"6.0\"", to: "\"5.0\"", selects: ["PlayerTests"]),
    form("a setting of the project in the JSON form", "iphoneos", to: "macosx", selects: AppModules.player),
    form(
      "an unknown key of a target in the JSON form", "\"id\": \"A2\"", to: "\"odd\": 1",
      selects: ["PlayerTests"]),
    form(
      "an unknown key in the JSON form", "\"default-", to: "\"odd\": 1, \"default-",
      selects: AppModules.player),
    form(
      "damage of the JSON form", "  \"build-settings\": { \"SDK",
      to: "<<<<<<< HEAD\n\"build-settings\": { \"SDK",
      selects: AppModules.project, checks: [.fallback("unreadable-project")]),
  ]

  /// Turns the player into a submodule.
  private static let asSubmodule: [Step] = [
    .run(
      """
      mv Vendor/Player ../player && cd ../player && git init -q -b main && git add -A && git commit -qm player && cd ../work
      git -c protocol.file.allow=always submodule --quiet add ../player Vendor/Player
      """)
  ]

  private static func moved(_ file: String) -> Step {
    .run("cd Vendor/Player && echo '// x' >> \(file) && git commit -qam x")
  }

  private static let everything =
    AppModules.project + AppModules.money + AppModules.fixtures + AppModules.widgetModel + AppModules.search

  static let appSubmodules: [Scenario] = [
    .app("a submodule with a project", prepare: asSubmodule, selects: []),
    .app(
      "the pointer of a submodule with a project moved", prepare: asSubmodule,
      [moved("Sources/Player.swift"), .commit], selects: AppModules.player),
    .app(
      "the pointer moved over tests, not staged", prepare: asSubmodule, [moved("Tests/PlayerTests.swift")],
      selects: ["PlayerTests"]),
    .app(
      "a submodule with a project whose pointer moved is not checked out", prepare: asSubmodule,
      [moved("Sources/Player.swift"), .commit, .run("git clone -q . ../clone")],
      run: Invocation("--base", "origin/main", folder: "../clone"), selects: everything,
      checks: [.selection("all"), .fallback("absent-submodule", hint: "Vendor/Player")]),
    .app(
      "a submodule with a project is not checked out", prepare: asSubmodule,
      [.edit("App/Share/ShareController.swift"), .commit, .run("git clone -q . ../clone")],
      run: Invocation("--base", "origin/main", folder: "../clone"), selects: AppModules.share),
  ]
}
