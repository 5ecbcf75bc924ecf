import Base

/// The cases of a test product, from the product itself or from `swift test list`.
struct TestListing: Equatable {
  /// The cases, such as `B/testOK`, by compiled module name.
  private(set) var xctest: [String: Set<String>] = [:]
  /// The cases, such as `S/ok()`, by the module of the test's outermost type. nil when the whole product is to run,
  /// which needs no list.
  private(set) var swiftTesting: [String: Set<String>]? = [:]

  /// The listing of a product without XCTest, of which all tests of Swift Testing are to run.
  static let wholeProduct = TestListing()

  /// The listing of a package's own main program. It names no cases, and its exit code tells how they went.
  static let ownProgram = {
    var listing = TestListing()
    listing.isOwnProgram = true
    return listing
  }()

  private(set) var isOwnProgram = false

  private init() { swiftTesting = nil }

  /// Reads the product's JSON for XCTest. nil when the text is something else.
  init?(xctest json: String) {
    // A product may print other lines while it is loaded, and they come first.
    guard let last = json.split(whereSeparator: \.isNewline).last(where: { $0.hasPrefix("{") }),
      let root = try? JSONParser.parse(Array(last.utf8))
    else { return nil }
    self.init()
    add(root, below: nil)
  }

  /// Reads the product's answers for both libraries: JSON for XCTest, lines for Swift Testing. nil when the first is
  /// something else.
  init?(xctest json: String, swiftTesting lines: String) {
    self.init(xctest: json)
    swiftTesting = TestListing(lines).swiftTesting
  }

  /// XCTest's JSON nests suites. Suites that hold cases are named `Module.Class`.
  private mutating func add(_ node: JSONNode, below suite: String?) {
    guard let name = node["name"]?.stringValue else { return }
    guard let children = node["tests"]?.arrayValue else {
      guard let suite, let dot = suite.firstIndex(of: ".") else { return }
      xctest[String(suite[..<dot]), default: []].insert("\(suite[suite.index(after: dot)...])/\(name)")
      return
    }
    for child in children { add(child, below: name) }
  }

  /// Reads lines such as `CoreTests.A/testOne`.
  init(_ output: String) {
    for line in output.split(whereSeparator: \.isNewline) {
      guard let dot = line.firstIndex(of: ".") else { continue }
      let module = String(line[..<dot])
      let name = line[line.index(after: dot)...]
      // Only functions of Swift Testing have parentheses.
      if name.contains("(") {
        swiftTesting?[module, default: []].insert(SwiftTestingID.withoutPlace(name))
      } else {
        xctest[module, default: []].insert(String(name))
      }
    }
  }

  /// Returns the cases whose full names, `Module.Suite/case`, the filter matches.
  func filtered(by filter: CaseFilter) -> TestListing {
    var result = self
    func wanted(_ cases: [String: Set<String>]) -> [String: Set<String>] {
      var kept: [String: Set<String>] = [:]
      for (module, names) in cases {
        let matching = filter.wanted(names.map { "\(module).\($0)" })
        if !matching.isEmpty { kept[module] = names.filter { matching.contains("\(module).\($0)") } }
      }
      return kept
    }
    result.xctest = wanted(xctest)
    result.swiftTesting = swiftTesting.map(wanted)
    return result
  }

  /// Returns the modules with listed tests that are no test modules. A test in an extension of another module's type is
  /// listed under that module. The file of such a test is known only after it has run.
  func strays(testModules: Set<String>) -> [String] {
    (swiftTesting ?? [:]).keys.filter { !testModules.contains($0) }.sorted()
  }
}

enum SwiftTestingID {
  /// Returns `S/ok()` for `S/ok()/File.swift:3:2`. The place tells overloads apart.
  static func withoutPlace(_ id: Substring) -> String {
    guard let slash = id.lastIndex(of: "/") else { return String(id) }
    let parts = id[id.index(after: slash)...].split(separator: ":")
    let isPlace =
      parts.count == 3 && parts[0].hasSuffix(".swift") && Int(parts[1]) != nil && Int(parts[2]) != nil
    return String(isPlace ? id[..<slash] : id)
  }
}
