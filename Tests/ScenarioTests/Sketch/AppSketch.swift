import ExampleWorkspace
import Foundation

extension WorkspaceSketch {
  /// The example app: an Xcode project, eight packages and a second project.
  static let app = WorkspaceSketch([], files: ExampleApp().files())
}

/// Modules of the example app that are selected together. `ShopKitTests` is not among those that follow the app.
enum AppModules {
  /// The app, and the bundles that run in it.
  static let app = ["Shop", "Unit Tests", "ShopUITests"]
  static let widget = app + ["ShopWidget"]
  static let share = app + ["ShopShare"]
  static let extensions = app + ["ShopWidget", "ShopShare"]
  static let framework = app + ["ShopKit", "ShopKitTests"]
  static let project = extensions + ["ShopKit", "ShopKitTests"]
  static let player = app + ["Player", "PlayerTests"]
  static let analytics = share + ["Analytics", "AnalyticsTests"]
  static let cart = app + ["Cart", "CartTests"]
  static let search = app + ["Search", "SearchTests"]
  static let storage = cart + ["Storage", "StorageTests"]
  static let core = storage + ["Core", "CoreTests", "Search", "SearchTests"]
  static let money =
    core + ["Money", "MoneyTests", "Fixtures", "FixturesTests", "Analytics", "AnalyticsTests", "ShopShare"]
  static let fixtures = ["Fixtures", "FixturesTests", "CartTests", "Unit Tests"]
  static let widgetModel = widget + ["WidgetModel", "WidgetModelTests"]
  /// The bundles of both plans.
  static let planned = ["Unit Tests", "ShopKitTests", "ShopUITests", "CartTests", "WidgetModelTests"]
}

/// Where the files of the example app lie.
enum AppPaths {
  static let project = "\(ExampleApp.project)/project.pbxproj"
  static let playerProject = "\(ExampleApp.player)/project.pbxproj"
  static let workspace = "App.xcworkspace/contents.xcworkspacedata"
  static let pins = "App.xcworkspace/xcshareddata/swiftpm/Package.resolved"
  static let plan = "App/TestPlans/CI.xctestplan"
  static let scheme = "\(ExampleApp.project)/xcshareddata/xcschemes/Shop.xcscheme"
  static let kitScheme = "\(ExampleApp.project)/xcshareddata/xcschemes/ShopKit.xcscheme"

  static func text(of path: String) -> String { WorkspaceSketch.app.files[path] ?? "" }
}

extension Step {
  /// Edits the app's project file.
  static func project(_ edit: (String) -> String) -> Step {
    .write(AppPaths.project, edit(AppPaths.text(of: AppPaths.project)))
  }

  static func project(_ old: String, to new: String) -> Step { .replace(AppPaths.project, old, with: new) }
}

/// Edits of a project file's text.
enum ProjectEdit {
  private static let id = "[0-9A-F]{24}"

  /// Every id is another one, and the order of all objects with it.
  static func otherIDs(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let range = rest.range(of: id, options: .regularExpression) {
      result += rest[..<range.lowerBound] + String(rest[range].reversed())
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  static func withoutComments(_ text: String) -> String {
    replacing(text, " /\\*[^*]*\\*/", "").replacingOccurrences(of: "// !$*UTF8*$!\n", with: "")
  }

  /// With a file of the extension for sharing that is new.
  static func addingFile(_ text: String, toTarget: Bool = true) -> String {
    let (file, use) = ("AAAAAAAAAAAAAAAAAAAAAAAA", "BBBBBBBBBBBBBBBBBBBBBBBB")
    let reference = "\t\t\(file) = {isa = PBXFileReference; path = New.swift; sourceTree = \"<group>\"; };\n"
    let inGroup = adding(file, behind: "ShareController.swift", in: text)
    let referenced = inGroup.replacingOccurrences(
      of: "/* Begin PBXFileReference section */\n", with: "/* Begin PBXFileReference section */\n\(reference)"
    )
    guard toTarget else { return referenced }
    let built = "\t\t\(use) = {isa = PBXBuildFile; fileRef = \(file); };\n"
    return adding(use, behind: "ShareController.swift in Sources", in: referenced).replacingOccurrences(
      of: "/* Begin PBXBuildFile section */\n", with: "/* Begin PBXBuildFile section */\n\(built)")
  }

  private static func adding(_ id: String, behind name: String, in text: String) -> String {
    text.replacingOccurrences(of: "/* \(name) */,", with: "/* \(name) */,\n\t\t\t\t\(id),")
  }

  /// With a target that nothing depends on.
  static func addingTarget(_ text: String) -> String {
    let id = "CCCCCCCCCCCCCCCCCCCCCCCC"
    return adding(id, behind: "ShopUITests", in: text).replacingOccurrences(
      of: "/* Begin PBXNativeTarget section */\n",
      with: "\t\t\(id) = {isa = PBXAggregateTarget; buildPhases = (); dependencies = (); name = Checks; };\n")
  }

  /// The target is in the project's list no more.
  static func removing(target: String) -> (String) -> String {
    { replacing($0, "\t+\(id) /\\* \(target) \\*/,\n", "") }
  }

  /// Two lines of a list change places.
  static func swapping(_ first: String, _ second: String) -> (String) -> String {
    { replacing($0, "(\\w+ /\\* \(first) \\*/,)(\\s+)(\\w+ /\\* \(second) \\*/,)", "$3$2$1") }
  }

  static func withoutDependencies(_ text: String) -> String {
    replacing(text, "\tdependencies = \\([^)]*\\);", "\tdependencies = ();")
  }

  static func replacing(_ text: String, _ pattern: String, _ template: String) -> String {
    text.replacingOccurrences(of: pattern, with: template, options: .regularExpression)
  }
}
