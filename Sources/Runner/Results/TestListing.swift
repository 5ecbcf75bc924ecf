import Base

/// The cases of a package's test product, as the product names them, or `swift test list`.
struct TestListing: Equatable {
  /// `B/testOK` by compiled module name.
  private(set) var xctest: [String: Set<String>] = [:]
  /// `S/ok()` by the module that the test's outermost type belongs to; nil when nobody asked, because all that the
  /// product has is to be run.
  private(set) var swiftTesting: [String: Set<String>]? = [:]

  /// Without XCTest, and with all that Swift Testing finds.
  static let wholeProduct = TestListing()

  /// Cases that nobody can name: the package's own main program runs them and tells by its exit code how they went.
  static let ownProgram = {
    var listing = TestListing()
    listing.isOwnProgram = true
    return listing
  }()

  private(set) var isOwnProgram = false

  private init() { swiftTesting = nil }

  /// From what the product says for XCTest, as JSON. nil when it is not what it should be.
  init?(xctest json: String) {
    // What a product prints while it is loaded comes before.
    guard let last = json.split(whereSeparator: \.isNewline).last(where: { $0.hasPrefix("{") }),
      let root = try? JSONParser.parse(Array(last.utf8))
    else { return nil }
    self.init()
    add(root, below: nil)
  }

  /// From what the product says for each library: JSON for XCTest, lines for Swift Testing. nil when the
  /// first is not what it should be.
  init?(xctest json: String, swiftTesting lines: String) {
    self.init(xctest: json)
    swiftTesting = TestListing(lines).swiftTesting
  }

  /// Suites nest in XCTest's JSON; those that hold cases are named `Module.Class`.
  private mutating func add(_ node: JSONNode, below suite: String?) {
    guard let name = node["name"]?.stringValue else { return }
    guard let children = node["tests"]?.arrayValue else {
      guard let suite, let dot = suite.firstIndex(of: ".") else { return }
      xctest[String(suite[..<dot]), default: []].insert("\(suite[suite.index(after: dot)...])/\(name)")
      return
    }
    for child in children { add(child, below: name) }
  }

  /// From lines such as `CoreTests.A/testOne`.
  init(_ output: String) {
    for line in output.split(whereSeparator: \.isNewline) {
      guard let dot = line.firstIndex(of: ".") else { continue }
      let module = String(line[..<dot])
      let name = line[line.index(after: dot)...]
      // Only a function of Swift Testing is written with its parameters.
      if name.contains("(") {
        swiftTesting?[module, default: []].insert(SwiftTestingID.withoutPlace(name))
      } else {
        xctest[module, default: []].insert(String(name))
      }
    }
  }

  /// Only the cases whose full name, `Module.Suite/case`, the filter wants.
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

  /// Modules that tests are filed under though they are no test modules: a test in an extension of
  /// another module's type counts as that module's. Whose test it is shows only once it runs.
  func strays(testModules: Set<String>) -> [String] {
    (swiftTesting ?? [:]).keys.filter { !testModules.contains($0) }.sorted()
  }
}

enum SwiftTestingID {
  /// `S/ok()` for `S/ok()/File.swift:3:2`, the form that tells overloads apart.
  static func withoutPlace(_ id: Substring) -> String {
    guard let slash = id.lastIndex(of: "/") else { return String(id) }
    let parts = id[id.index(after: slash)...].split(separator: ":")
    let isPlace =
      parts.count == 3 && parts[0].hasSuffix(".swift") && Int(parts[1]) != nil && Int(parts[2]) != nil
    return String(isPlace ? id[..<slash] : id)
  }
}
