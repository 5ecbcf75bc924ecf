/// One way in which a build comes to read something: a package of its own, with a test that says what it saw.
///
/// In all texts `NAME` stands for the feature's name and `OUTSIDE` for a folder beside the workspace.
struct Feature: Sendable {
  let name: String
  /// What is read, in words.
  let what: String
  /// The package's folder in the workspace.
  let folder: String
  /// Paths as seen from the package.
  let files: [String: String]
  /// What links lead to, by their paths as seen from the package.
  let links: [String: String]
  /// By paths in the folder beside the workspace.
  let outside: [String: String]
  /// A shell script that makes what cannot be written down, run in the package's folder before the first commit,
  /// and what Git ignores, run again in every clone.
  let prepare, ignored: String
  let environment: [String: String]
  /// Entries of workspace.json's `modules`.
  let settings: String
  /// What its test sees.
  let shows: String
  /// What changes in the attack, if it takes part.
  let attack: Attack?

  /// What a test needs to see the value.
  struct Sight: Sendable {
    /// Targets on which the test target depends.
    var uses: [String] = []
    /// What it imports, if not just that.
    var imports: [String]?
    /// More of the test target: settings, plugins, resources.
    var more = ""
    /// More lines in the test.
    var lines = ""
    /// A Swift expression.
    var value = "value()"
  }

  /// What stands in a manifest beside the test target.
  struct Manifest: Sendable {
    var head = ""
    var dependencies = ""
    var products = ""
    var more = ""
    var targets = ""
  }

  init(
    _ name: String, _ what: String, in folder: String = "Packages/NAME", _ manifest: Manifest, seen: Sight,
    files: [String: String], links: [String: String] = [:], outside: [String: String] = [:],
    prepare: String = "", ignored: String = "", environment: [String: String] = [:], settings: String = "",
    shows: String = "7", _ attack: Attack? = nil
  ) {
    func named(_ text: String) -> String { text.replacing("NAME", with: name) }
    func named(_ texts: [String: String]) -> [String: String] {
      Dictionary(uniqueKeysWithValues: texts.map { (named($0), named($1)) })
    }
    self.name = name
    self.what = what
    self.folder = named(folder)
    var all = files
    all["Package.swift"] = Self.text(of: manifest, seen)
    all["Tests/NAMETests/NAMETests.swift"] = Self.test(seen, shows)
    self.files = named(all)
    self.links = named(links)
    self.outside = named(outside)
    self.prepare = named(prepare)
    self.ignored = named(ignored)
    self.environment = environment.mapValues(named)
    self.settings = named(settings)
    self.shows = shows
    self.attack = attack.map {
      Attack(line: $0.line, script: named($0.script), becomes: $0.becomes, isBeside: $0.isBeside)
    }
  }

  /// The test module as the program's answers name it.
  var module: String { "\(folder):\(name)Tests" }

  private static func text(of manifest: Manifest, _ seen: Sight) -> String {
    let uses = seen.uses.map { $0.hasPrefix(".") ? $0 : "\"\($0)\"" }.joined(separator: ", ")
    return """
      // swift-tools-version: 6.2
      import PackageDescription
      \(manifest.head)
      let package = Package(
        name: "NAME", \(manifest.products.isEmpty ? "" : "products: [\(manifest.products)],")
        \(manifest.more)
        \(manifest.dependencies.isEmpty ? "" : "dependencies: [\(manifest.dependencies)],")
        targets: [
          \(manifest.targets)
          .testTarget(name: "NAMETests", dependencies: [\(uses)]\(seen.more.isEmpty ? "" : ", \(seen.more)")),
        ])

      """
  }

  private static func test(_ seen: Sight, _ shows: String) -> String {
    """
    import Foundation
    import XCTest
    \((seen.imports ?? seen.uses).map { "import \($0)" }.joined(separator: "\n"))

    final class NAMETests: XCTestCase {
      func testValue() throws {
        \(seen.lines)
        let seen = "\\(\(seen.value))"
        if seen != "\(shows)" { XCTFail("saw <<\\(seen)>>") }
      }
    }

    """
  }
}

/// One of the changes under which an old pass must not stand.
struct Attack: Sendable {
  /// What it is, in words.
  let line: String
  /// Run in the package's folder; `$OUTSIDE` is the folder beside the workspace.
  let script: String
  /// What a test sees then; nil when it passes as before.
  let becomes: String?
  /// Whether it changes what lies beside the workspace, of which Git tells nothing.
  let isBeside: Bool

  init(line: String, script: String, becomes: String? = "8", isBeside: Bool = false) {
    self.line = line
    self.script = script
    self.becomes = becomes
    self.isBeside = isBeside
  }

  /// The 7 in a file becomes an 8.
  static func edit(_ path: String, _ line: String) -> Attack {
    Attack(line: line, script: "sed -i s/7/8/ \(path)", isBeside: path.hasPrefix("$OUTSIDE"))
  }

  /// The same, and the file has the time that it had.
  static func quietEdit(_ path: String, _ line: String) -> Attack {
    Attack(
      line: "\(line), of the same size and with its time put back",
      script:
        "touch -r \(path) $OUTSIDE/NAME.time; sed -i s/7/8/ \(path); touch -r $OUTSIDE/NAME.time \(path)")
  }

  /// The same, and the file has another time.
  static func edit(_ path: String, at time: String, _ line: String) -> Attack {
    Attack(line: line, script: "sed -i s/7/8/ \(path); touch -d '\(time)' \(path)")
  }
}
