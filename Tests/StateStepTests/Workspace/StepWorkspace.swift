import Testing

/// The model of the small workspace that random steps go through. Every number is compiled or copied into a
/// test somewhere else and written down there, so that a stale part shows as another value.
struct StepWorkspace: Sendable, Hashable {
  let kind: StepWorkspaceKind
  /// A constant of `CBase`'s header, which Swift sees only through `CNumber`'s header.
  var headerConstant = 10
  /// What an inline function of that header multiplies by.
  var headerFactor = 3
  /// Whether its struct has one more field in front, so that objects of two layouts do not go together.
  var hasWideStruct = false
  var sourceOfC = 20
  var bodyOfNumbers = 30
  /// In a generic function that other packages inline.
  var inlinable = 40
  /// The type that a public function gives: `Int` or `String`.
  var givesText = false
  var processedResource = 50
  var copiedResource = 60
  var pluginArgument = 70
  var toolConstant = 80
  var generatorInput = 11
  /// Whether App's manifest switches `Fancy` on in Shape, and whether Shape does by itself.
  var asksForFancy = false
  var isFancyByDefault = false
  var bodyOfShape = 90
  var bodyOfApp = 12
  /// Whether App's manifest names the target that App looks for. If not, Ambit builds App in a scratch folder of its own.
  var declaresExtra = true
  /// What each test module demands: its test fails, naming the values, when it is strict.
  var strict: Set<StepTest> = []
  /// Whether App has a source that does not compile.
  var isBroken = false
  var present: Set<StepRemovable>
  /// Whether Shape's manifest defines a flag that its sources ask for.
  var isLoud = false
  /// Whether a source of Shape lies in its inner target, while there is one.
  var isMovedInside = false
  /// Comments of so many letters, so that sizes change too.
  var padding: [StepArea: Int] = [:]

  init(_ kind: StepWorkspaceKind) {
    self.kind = kind
    present = Set(kind.removables)
  }
}

/// What there is to go wrong.
enum StepWorkspaceKind: String, Sendable, CaseIterable, CustomTestStringConvertible {
  /// With a plugin that comes and goes. While it is there Ambit has SwiftPM plan anew in every run.
  case plugins
  /// Without any, so that Ambit uses SwiftPM's plan again, with much that a plan hangs on in a package that is merely
  /// depended on.
  case plans

  var testDescription: String { rawValue }

  var removables: [StepRemovable] {
    let both: [StepRemovable] = [.header, .overload, .ownOverload, .target, .copiedFile, .processedFile]
    return switch self {
    case .plugins: both + [.generatorInput, .plugin]
    case .plans: both + [.shapeSource, .shapeHeader, .shapeObject, .inner, .tool]
    }
  }
}

/// What can go and come back.
enum StepRemovable: String, Sendable, CaseIterable {
  /// A header that another one asks for by `__has_include`.
  case header
  /// A source whose overload is preferred where it exists.
  case overload
  /// The same in the package where it is called.
  case ownOverload
  /// A target that others ask for by `canImport`.
  case target
  /// A file in a resource folder that is copied whole.
  case copiedFile
  /// A resource of its own.
  case processedFile
  /// A file from which the plugin makes a source.
  case generatorInput
  /// The plugin and its tool. Without them Ambit uses SwiftPM's plan again where it may.
  case plugin
  /// In Shape, which no test belongs to: a source with a preferred overload.
  case shapeSource
  /// A header that another one asks for.
  case shapeHeader
  /// A C source with a function that is weak elsewhere.
  case shapeObject
  /// A target that Shape is made of.
  case inner
  /// An executable.
  case tool
}

enum StepTest: String, Sendable, CaseIterable {
  case numbers, words, app
}

/// Where a comment may grow.
enum StepArea: String, Sendable, CaseIterable {
  case header, sourceOfC, numbers, words, plugin, tool, shape, app
}

extension StepWorkspace {
  /// All files by path.
  var files: [String: String] {
    var files = ["workspace.json": #"{"version": 1, "name": "steps", "defaultBase": "main"}"# + "\n"]
    for some in [nativeFiles, wordsFiles, kind == .plans ? planShapeFiles : shapeFiles, appFiles] {
      files.merge(some) { $1 }
    }
    return files
  }

  func comment(_ area: StepArea) -> String {
    "// " + String(repeating: "x", count: padding[area] ?? 0) + "\n"
  }

  /// A test that writes its values down beside the workspace, and demands something of them when it is strict.
  func test(_ name: String, _ kind: StepTest, imports: [String], values: [String]) -> String {
    """
    import Foundation
    \(imports.map { "import \($0)" }.joined(separator: "\n"))
    import XCTest

    final class \(name)Tests: XCTestCase {
      func testValues() throws {
        let values = [\(values.map { "\"\($0)=\\(\($0))\"" }.joined(separator: ", "))].joined(separator: " ")
        let workspace = #filePath.components(separatedBy: "/Packages/")[0]
        try values.write(toFile: workspace + "-\(name)", atomically: true, encoding: .utf8)
        \(strict.contains(kind) ? "XCTAssertEqual(values, \"other\")" : "XCTAssertFalse(values.isEmpty)")
      }
    }

    """
  }
}
