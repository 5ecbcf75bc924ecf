package import Base

/// The local packages of the example app, which build on any platform.
enum AppPackages {
  /// The reference by which the app finds each package:
  ///
  /// | package | by |
  /// |---|---|
  /// | Cart | a package reference of the project, whose product CartKit has another name than its target |
  /// | Search | a folder reference in a group |
  /// | WidgetModel | its folder is in a synchronised folder |
  /// | Analytics | a reference of the workspace |
  /// | Storage, Core, Money, Fixtures | path dependencies of the others |
  private static let all = [
    AppPackage("Packages/Money"), AppPackage("Packages/Core", on: ["Money"]),
    AppPackage("Packages/Storage", on: ["Core"]), AppPackage("Packages/Fixtures", on: ["Money"]),
    AppPackage("Packages/Cart", on: ["Storage", "Core"], forTests: ["Fixtures"], product: "CartKit"),
    AppPackage("Packages/Search", on: ["Core"]), AppPackage("Packages/Analytics", on: ["Money"]),
    AppPackage("App/Widget/WidgetModel"),
  ]

  static var files: [ExampleFile] { all.flatMap(\.files) }
}

private struct AppPackage {
  let folder: String
  let dependencies: [String]
  let forTests: [String]
  let product: String

  init(_ folder: String, on dependencies: [String] = [], forTests: [String] = [], product: String? = nil) {
    self.folder = folder
    self.dependencies = dependencies
    self.forTests = forTests
    self.product = product ?? Self.name(of: folder)
  }

  private static func name(of folder: String) -> String {
    folder.split(separator: "/").last.map(String.init) ?? folder
  }

  private var name: String { Self.name(of: folder) }

  var files: [ExampleFile] {
    [
      ExampleFile(path: "\(folder)/Package.swift", contents: manifest),
      ExampleFile(path: "\(folder)/Sources/\(name)/\(name).swift", contents: source),
      ExampleFile(path: "\(folder)/Tests/\(name)Tests/\(name)Tests.swift", contents: tests),
    ]
  }

  private var manifest: String {
    let packages = (dependencies + forTests).map { "    .package(path: \"../\($0)\"),\n" }.joined()
    func products(_ names: [String]) -> String {
      names.map { ", .product(name: \"\($0)\", package: \"\($0)\")" }.joined()
    }
    return """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "\(name)",
        platforms: [.iOS(.v17), .macOS(.v14)],
        products: [.library(name: "\(product)", targets: ["\(name)"])],
        dependencies: [
      \(packages)  ],
        targets: [
          .target(name: "\(name)", dependencies: [\(products(dependencies).dropFirst(2))]),
          .testTarget(name: "\(name)Tests", dependencies: ["\(name)"\(products(forTests))]),
        ]
      )

      """
  }

  private var source: String {
    let imports = dependencies.map { "import \($0)\n" }.joined()
    let below = dependencies.map { " + \($0)Info.weight" }.joined()
    let money = """


      /// An amount in cents, in whole units.
      public func units(_ cents: Int) -> Int { cents / 100 + 1 }
      """
    return """
      \(imports)\(imports.isEmpty ? "" : "\n")/// How much stands below \(name).
      public enum \(name)Info {
        public static var weight: Int { 1\(below) }
      }\(name == "Money" ? money : "")

      """
  }

  private var tests: String {
    """
    import Testing
    \(forTests.map { "import \($0)\n" }.joined())
    @testable import \(name)

    @Test func weighs() { #expect(\(name)Info.weight > 0\(forTests.map { " && \($0)Info.weight > 0" }.joined())) }

    """
  }
}

/// A workspace like those of apps: an Xcode project with extensions and tests, packages beside it, and a second
/// project.
///
/// The value has no options, so it is always the same.
package struct ExampleApp: Sendable, Hashable {
  package init() {}

  /// The project that holds the app.
  package static let project = "App/Shop.xcodeproj"
  package static let player = "Vendor/Player/Player.xcodeproj"

  /// Every file at the tip of main, by its path.
  package func files() -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (AppFiles.all + AppPackages.files + AppFiles.containers).map {
        ($0.path, $0.contents)
      })
  }

  /// Writes the files and their history into `folder`, which must be missing or empty.
  package func write(to folder: String, searchPath: String) throws(Failure) {
    try ExampleRepository(folder: folder, searchPath: searchPath).write(commits)
  }

  /// The commits, oldest first: each author adds a part, and then two edits follow.
  private var commits: [ExampleHistory.Commit] {
    let all = AppFiles.all + AppPackages.files + AppFiles.containers
    func commit(_ author: String, _ message: String, _ files: [ExampleFile]) -> ExampleHistory.Commit {
      ExampleHistory.Commit(branch: "main", author: author, message: message, files: files)
    }
    func files(in folder: String) -> [ExampleFile] {
      all.filter { $0.path.hasPrefix("\(folder)/") }.map { file in
        Self.edits.first { $0.path == file.path }?.before(file) ?? file
      }
    }
    let folders = ["Packages", "Vendor", "App"]
    let rest = all.filter { file in !folders.contains { file.path.hasPrefix("\($0)/") } }
    let edits = Self.edits.compactMap { edit in
      all.first { $0.path == edit.path }.map { commit(edit.author, edit.message, [$0]) }
    }
    return [
      commit("Robin", "Set up the workspace", rest), commit("Kim", "Add the packages", files(in: "Packages")),
      commit("Robin", "Add the player", files(in: "Vendor")), commit("Noor", "Add the app", files(in: "App")),
    ] + edits
  }

  private static let edits = [
    ExampleEdit(
      path: "Packages/Money/Sources/Money/Money.swift", author: "Kim", message: "Round up",
      old: "/ 100", new: "/ 100 + 1"),
    ExampleEdit(
      path: "App/UITests/CheckoutTests.swift", author: "Noor", message: "Wait for the checkout",
      old: "app.launch()", new: "app.launch()\n    _ = app.buttons[\"Pay\"].waitForExistence(timeout: 5)"),
  ]
}
