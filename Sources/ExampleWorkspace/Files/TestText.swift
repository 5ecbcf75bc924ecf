/// Writes test targets, for both testing libraries.
struct TestText {
  let package: ExamplePackage
  let target: ExampleTarget
  let depths: [String: Int]

  private var name: String { package.name }

  func swiftTesting() -> String {
    """
    import Testing

    \(imports)
    struct \(target.name) {
    \(cases.map { "  @Test func \($0.name)()\($0.throwing) {\n    #expect(\($0.left) == \($0.right))\n  }\n" }.joined(separator: "\n"))
      @Test(arguments: 1...3) func summaryIsStable(attempt: Int) {
        #expect(\(name)Info.summary() == \(name)Info.summary())
      }
    }

    """
  }

  func xcTest() -> String {
    """
    import XCTest

    \(imports)
    final class \(target.name): XCTestCase {
    \(cases.map { "  func test\($0.name.prefix(1).uppercased())\($0.name.dropFirst())()\($0.throwing) {\n    XCTAssertEqual(\($0.left), \($0.right))\n  }\n" }.joined(separator: "\n"))}

    """
  }

  private var imports: String {
    let others = target.dependencies.flatMap(\.targets).filter { $0 != name }
    return others.map { "import \($0)\n" }.joined() + "@testable import \(name)\n"
  }

  private struct Case {
    var name: String
    var left: String
    var right: String
    var throwing = ""
  }

  private var cases: [Case] {
    var cases = [
      Case(
        name: "depthCountsThePackagesBelow", left: "\(name)Info.depth", right: "\(depths[package.path] ?? 1)"),
      Case(
        name: "summaryStartsWithTheName", left: "\(name)Info.summary().hasPrefix(\"\(name)\")", right: "true"),
    ]
    guard let main = package.main else { return cases }
    if main.hasResources {
      cases.append(
        Case(
          name: "resourceIsBundled", left: "try \(name)Resources.greeting()", right: "\"Hello from \(name)\"",
          throwing: " throws"))
    }
    if main.usesPlugin {
      cases.append(Case(name: "namesAreGenerated", left: "\(name)Info.names.count", right: "3"))
    }
    if package.targets.contains(where: { $0.role == .cCode }) {
      cases.append(Case(name: "bytesAreAddedUp", left: "\(name)Info.sum([1, 2, 3])", right: "6"))
    }
    return cases
  }
}

/// The files of one package.
struct PackageFiles {
  let package: ExamplePackage
  /// The length of the longest chain of packages below each package, itself included.
  let depths: [String: Int]

  func all() -> [ExampleFile] {
    var files = [
      ("Package.swift", ManifestText.manifest(of: package)),
      ("README.md", readme),
    ]
    for target in package.targets {
      files += sources(of: target)
      files += ExtraFiles.files(of: target)
    }
    // No target has this file. Tests may read it, so it belongs to the whole package.
    if package.targets.contains(where: { $0.role == .testSupport }) {
      files.append(("Fixtures/sample.json", "{\"package\": \"\(package.name)\"}\n"))
    }
    return files.map { ExampleFile(path: "\(package.path)/\($0.0)", contents: $0.1) }
  }

  private func sources(of target: ExampleTarget) -> [(String, String)] {
    let folder = target.folder
    let text: String
    switch target.role {
    case .main: return MainLibraryText(package: package, target: target, depths: depths).files()
    case .cCode: return CText.files(of: target)
    case .program:
      return [("\(folder)/main.swift", "import \(package.name)\n\nprint(\(package.name)Info.summary())\n")]
    case .tool: return [("\(folder)/main.swift", PluginText.tool)]
    case .plugin: text = PluginText.plugin
    case .models: text = LibraryText.models(target)
    case .appleBridge: text = LibraryText.appleBridge(target)
    case .journal: text = LibraryText.journal(target)
    case .testSupport: text = LibraryText.testSupport(target, of: package)
    case .swiftTests: text = TestText(package: package, target: target, depths: depths).swiftTesting()
    case .xcTests: text = TestText(package: package, target: target, depths: depths).xcTest()
    }
    return [("\(folder)/\(target.name).swift", text)]
  }

  private var readme: String {
    """
    # \(package.name)

    Products: \(package.products.map { "`\($0.name)`" }.joined(separator: ", ")).

    """
  }
}

/// A file of the workspace; the path is relative to its root.
package struct ExampleFile: Sendable, Hashable {
  package var path: String
  package var contents: String
  package var executable = false
}

extension ExampleWorkspace {
  /// Every tracked file at the tip of main, in the order of the packages.
  package func files() -> [ExampleFile] {
    var depths: [String: Int] = [:]
    var files = RootFiles.all
    for package in packages {
      let depth = 1 + (package.dependencies.compactMap { depths[$0.path] }.max() ?? 0)
      depths[package.path] = depth
      files += PackageFiles(package: package, depths: depths).all()
    }
    return files
  }
}

/// Writes a C target with a public header.
enum CText {
  static func files(of target: ExampleTarget) -> [(String, String)] {
    let prefix = target.name.lowercased()
    let declaration = "size_t \(prefix)_sum(const unsigned char *bytes, size_t count)"
    let guardName = "\(target.name.uppercased())_H"
    let header = """
      #ifndef \(guardName)
      #define \(guardName)

      #include <stddef.h>

      /// Adds up `count` bytes.
      \(declaration);

      #endif

      """
    let source = """
      #include "\(target.name).h"

      \(declaration) {
        size_t sum = 0;
        for (size_t i = 0; i < count; i++) sum += bytes[i];
        return sum;
      }

      """
    return [
      ("\(target.folder)/include/\(target.name).h", header),
      ("\(target.folder)/\(target.name).c", source),
    ]
  }
}

/// Writes the smaller libraries of a package.
enum LibraryText {
  static func models(_ target: ExampleTarget) -> String {
    let name = target.name.dropLast("Models".count)
    return """
      /// A record as the service behind \(name) sends it.
      public struct \(name)Record: Sendable, Hashable {
        public var id: Int
        public var title: String

        public init(id: Int, title: String) {
          self.id = id
          self.title = title
        }
      }

      """
  }

  static func appleBridge(_ target: ExampleTarget) -> String {
    """
    /// Stands for code that talks to a framework of Apple's.
    public enum \(target.name)Info {
      public static let hasKeychain = true
    }

    """
  }

  static func journal(_ target: ExampleTarget) -> String {
    """
    /// Linked only with the trait `Journal`.
    public enum \(target.name)Info {
      public static let isOn = true
    }

    """
  }

  static func testSupport(_ target: ExampleTarget, of package: ExamplePackage) -> String {
    """
    import \(package.name)

    /// Values that tests of dependent packages share.
    public enum \(target.name) {
      public static let expectedPrefix = "\(package.name), depth \\(\(package.name)Info.depth)"
    }

    """
  }

  static func resources(_ target: ExampleTarget) -> String {
    """
    import Foundation

    /// Reads what is bundled with \(target.name).
    public enum \(target.name)Resources {
      public static func greeting() throws -> String {
        guard let file = Bundle.module.url(forResource: "greeting", withExtension: "txt") else {
          throw CocoaError(.fileNoSuchFile)
        }
        return try String(contentsOf: file, encoding: .utf8)
      }
    }

    """
  }
}
