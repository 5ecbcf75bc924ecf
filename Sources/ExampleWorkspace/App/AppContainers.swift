/// The files of the workspace and projects, and of schemes and test plans.
extension AppFiles {
  static var containers: [ExampleFile] {
    let schemes = [
      SchemeText(
        name: "Shop", container: ExampleApp.project, builds: "Shop.app",
        plans: ["App/TestPlans/CI.xctestplan", "App/TestPlans/UI.xctestplan"],
        testables: [.init("Gone Tests", in: ExampleApp.project)]),
      // This scheme has no plan. Its first bundle was deleted long ago.
      SchemeText(
        name: "ShopKit", container: ExampleApp.project, builds: "ShopKit.framework",
        testables: [
          .init("OldTests", in: ExampleApp.project), .init("ShopKitTests", in: ExampleApp.project),
          .init("Unit Tests", in: ExampleApp.project, isSkipped: true),
        ]),
      SchemeText(
        name: "Player", container: ExampleApp.player, builds: "Player.framework",
        testables: [.init("PlayerTests", in: ExampleApp.player)]),
      SchemeText(
        name: "Player", container: "App.xcworkspace", builds: "Player.framework",
        testables: [.init("PlayerTests", in: ExampleApp.player)]),
      SchemeText(
        name: "Search", container: "Packages/Search", builds: "Search",
        testables: [.init("SearchTests", in: "Packages/Search")]),
    ]
    let files = [
      ("\(ExampleApp.project)/project.pbxproj", ShopProject.text),
      ("\(ExampleApp.player)/project.pbxproj", PlayerProject.text),
      ("App.xcworkspace/contents.xcworkspacedata", workspace),
      ("App.xcworkspace/xcshareddata/swiftpm/Package.resolved", pins),
      (
        "App/TestPlans/CI.xctestplan",
        TestPlanText.text([
          .init("Unit Tests", in: ExampleApp.project), .init("ShopKitTests", in: ExampleApp.project),
          .init("ShopUITests", in: ExampleApp.project, isSkipped: true),
          .init("CartTests", in: "Packages/Cart"), .init("WidgetModelTests", in: "App/Widget/WidgetModel"),
        ])
      ),
      (
        "App/TestPlans/UI.xctestplan",
        TestPlanText.text([
          .init("ShopUITests", in: ExampleApp.project), .init("Unit Tests", in: ExampleApp.project),
        ])
      ),
    ]
    return files.map { ExampleFile(path: $0.0, contents: $0.1) } + schemes.map(\.file)
  }

  private static let workspace = """
    <?xml version="1.0" encoding="UTF-8"?>
    <Workspace
       version = "1.0">
       <FileRef
          location = "group:App/Shop.xcodeproj">
       </FileRef>
       <FileRef
          location = "group:Vendor/Player/Player.xcodeproj">
       </FileRef>
       <FileRef
          location = "group:Packages/Analytics">
       </FileRef>
    </Workspace>

    """

  private static var pins: String {
    let all = [
      ("swift-collections", "apple", "1.1.4", "671108c96644956dddcd89dd59c203dcdb36cec7"),
      ("swift-log", "apple", "1.6.2", "96a2f8a0fa41e9e09af4585e2724c4e825410b91"),
      ("swift-snapshot-testing", "pointfreeco", "1.17.6", "42a086182681cf661f5c47c9b7dc3931de18c6d7"),
    ]
    let pins = all.map { name, owner, version, revision in
      """
          {
            "identity" : "\(name)",
            "kind" : "remoteSourceControl",
            "location" : "https://github.com/\(owner)/\(name).git",
            "state" : {
              "revision" : "\(revision)",
              "version" : "\(version)"
            }
          }
      """
    }
    return "{\n  \"pins\" : [\n\(pins.joined(separator: ",\n"))\n  ],\n  \"version\" : 3\n}\n"
  }
}

/// A bundle in the list of a scheme or plan.
struct ListedBundle {
  let name: String
  /// The project of the bundle, or the folder of its package.
  let container: String
  let isSkipped: Bool

  init(_ name: String, in container: String, isSkipped: Bool = false) {
    self.name = name
    self.container = container
    self.isSkipped = isSkipped
  }

  /// Xcode finds a project's target by the id of its object, and a package's target by its name.
  static func identifier(of target: String, in container: String) -> String {
    container.hasSuffix(".xcodeproj") ? ProjectText.id(of: "PBXNativeTarget \(target)") : target
  }
}

/// A shared scheme. Its paths are relative to the folder of its container.
struct SchemeText {
  var name: String
  /// A project, a workspace, or the folder of a package.
  var container: String
  /// The file of the built product. Its target has the same name without the ending.
  var builds: String
  var plans: [String] = []
  var testables: [ListedBundle] = []

  private var isOfPackage: Bool { !container.hasSuffix(".xcodeproj") && !container.hasSuffix(".xcworkspace") }

  var file: ExampleFile {
    let folder = isOfPackage ? "\(container)/.swiftpm/xcode" : container
    return ExampleFile(path: "\(folder)/xcshareddata/xcschemes/\(name).xcscheme", contents: text)
  }

  /// The path of another container, as schemes write it. All containers of the example are in the root or in a folder
  /// of the root.
  private func reference(to path: String) -> String {
    let folder = isOfPackage ? container : container.split(separator: "/").dropLast().joined(separator: "/")
    if folder.isEmpty { return "container:\(path)" }
    if path == folder { return "container:" }
    return path.hasPrefix("\(folder)/")
      ? "container:\(path.dropFirst(folder.count + 1))" : "container:../\(path)"
  }

  private func buildable(_ name: String, product: String, in container: String) -> String {
    """
    <BuildableReference
       BuildableIdentifier = "primary"
       BlueprintIdentifier = "\(ListedBundle.identifier(of: name, in: container))"
       BuildableName = "\(isOfPackage ? name : product)"
       BlueprintName = "\(name)"
       ReferencedContainer = "\(reference(to: container))">
    </BuildableReference>
    """
  }

  private var text: String {
    let owner = container.hasSuffix(".xcworkspace") ? ExampleApp.player : container
    let target = builds.split(separator: ".").first.map(String.init) ?? builds
    let plans = plans.enumerated().map { index, plan in
      "<TestPlanReference reference = \"\(reference(to: plan))\"\(index == 0 ? " default = \"YES\"" : "")/>\n"
    }
    let testables = testables.map { bundle in
      """
      <TestableReference skipped = "\(bundle.isSkipped ? "YES" : "NO")">
      \(buildable(bundle.name, product: "\(bundle.name).xctest", in: bundle.container))
      </TestableReference>

      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <Scheme LastUpgradeVersion = "1600" version = "1.7">
      <BuildAction parallelizeBuildables = "YES" buildImplicitDependencies = "YES">
      <BuildActionEntries>
      <BuildActionEntry buildForTesting = "YES" buildForRunning = "YES">
      \(buildable(target, product: builds, in: owner))
      </BuildActionEntry>
      </BuildActionEntries>
      </BuildAction>
      <TestAction buildConfiguration = "Debug">
      <TestPlans>
      \(plans.joined())</TestPlans>
      <Testables>
      \(testables.joined())</Testables>
      <EnvironmentVariables>
      <EnvironmentVariable key = "SHOP_SERVER" value = "localhost" isEnabled = "YES"/>
      </EnvironmentVariables>
      </TestAction>
      </Scheme>

      """
  }
}

/// A test plan of the app's project.
enum TestPlanText {
  static func text(_ bundles: [ListedBundle]) -> String {
    let entries = bundles.map { bundle in
      let path =
        bundle.container.hasPrefix("App/") ? String(bundle.container.dropFirst(4)) : "../\(bundle.container)"
      let enabled = bundle.isSkipped ? "      \"enabled\" : false,\n" : ""
      return """
            {
        \(enabled)      "target" : {
                "containerPath" : "container:\(path)",
                "identifier" : "\(ListedBundle.identifier(of: bundle.name, in: bundle.container))",
                "name" : "\(bundle.name)"
              }
            }
        """
    }
    return """
      {
        "configurations" : [
          {
            "id" : "All",
            "name" : "All",
            "options" : {

            }
          }
        ],
        "defaultOptions" : {
          "testTimeoutsEnabled" : true
        },
        "testTargets" : [
      \(entries.joined(separator: ",\n"))
        ],
        "version" : 1
      }

      """
  }
}
