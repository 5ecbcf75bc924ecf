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
