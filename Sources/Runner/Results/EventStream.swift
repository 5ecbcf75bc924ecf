import Base

/// Reads case results from Swift Testing's event stream: one JSON object on each line.
struct EventStream {
  private(set) var results = CaseResults()
  /// The compiled name of the module whose tests count.
  private let module: String
  /// The compiled names of the other test modules. They report their own tests.
  private let others: Set<String>
  /// The declared tests of that module, by the id in events.
  private var mine: [String: Test] = [:]
  /// The ids of the other modules' tests.
  private var foreign: Set<String> = []
  private var failed: Set<String> = []
  /// The tests that were skipped or cancelled, by id. Overloads share a name.
  private var skipped: Set<String> = []
  /// The start of each test, by id, on the clock of the stream.
  private var starts: [String: Double] = [:]
  /// True when the stream names no test of any module.
  private(set) var isEmpty = true

  private struct Test {
    let name: String
    let isSuite: Bool
  }

  init(of bytes: [UInt8], module: String, others: Set<String>) {
    self.module = module
    self.others = others
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // A process that crashed may leave half a line, which is ignored.
      guard let record = try? JSONParser.parse(Array(line)), let payload = record["payload"] else { continue }
      switch record["kind"]?.stringValue {
      case "test": declare(payload)
      case "event": handle(payload)
      default: break
      }
    }
  }

  /// The full names of the module's cases.
  var declared: Set<String> { Set(mine.values.filter { !$0.isSuite }.map(\.name)) }

  /// A test belongs to the test module of its file, whatever type it extends. Tests in a library's file have no test
  /// module. Each module that runs such a test reports it.
  private mutating func declare(_ test: JSONNode) {
    isEmpty = false
    guard let id = test["id"]?.stringValue else { return }
    let file = test["sourceLocation"]?["fileID"]?.stringValue ?? ""
    guard !others.contains(String(file.prefix { $0 != "/" })) else {
      foreign.insert(id)
      return
    }
    let name = SwiftTestingID.withoutPlace(Substring(id))
    mine[id] = Test(name: name, isSuite: test["kind"]?.stringValue == "suite")
  }

  private mutating func handle(_ event: JSONNode) {
    let id = event["testID"]?.stringValue
    switch event["kind"]?.stringValue {
    case "runEnded": results.hasEnded = true
    case "issueRecorded": record(event, id)
    case "testStarted": start(id, at: Self.instant(of: event))
    case "testSkipped", "testCancelled": finish(id, .skipped)
    case "testEnded": finish(id, .passed, at: Self.instant(of: event))
    default: break
    }
  }

  private func functionOf(_ id: String?) -> Test? {
    guard let id, let test = mine[id], !test.isSuite else { return nil }
    return test
  }

  private mutating func start(_ id: String?, at instant: Double?) {
    guard let id, let test = functionOf(id) else { return }
    starts[id] = instant
    results.start(test.name)
  }

  private mutating func finish(_ id: String?, _ outcome: CaseResults.Outcome, at instant: Double? = nil) {
    guard let id, let test = functionOf(id) else { return }
    let seconds = instant.flatMap { end in starts[id].map { max(end - $0, 0) } }
    // A cancelled test also ends, and so does a failed one.
    if outcome == .skipped { skipped.insert(id) }
    let outcome = skipped.contains(id) ? .skipped : outcome
    results.finish(test.name, failed.contains(id) ? .failed : outcome, seconds: seconds)
  }

  private static func instant(of event: JSONNode) -> Double? { event["instant"]?["absolute"]?.doubleValue }

  private mutating func record(_ event: JSONNode, _ id: String?) {
    guard let issue = event["issue"], Self.isFailure(issue) else { return }
    // An issue outside every test belongs to the whole run, and so to this module too.
    if let id, foreign.contains(id) {
      results.hasForeignFailure = true
      return
    }
    // An issue of a test that was never declared belongs to this module too.
    let test = id.flatMap { mine[$0] } ?? Test(name: module, isSuite: true)
    if let id { failed.insert(id) }
    let place = issue["sourceLocation"]
    results.failures.append(
      CaseFailure(
        testCase: test.name, message: Self.message(of: event),
        file: place?["filePath"]?.stringValue ?? place?["_filePath"]?.stringValue,
        line: place?["line"]?.intValue, column: place?["column"]?.intValue))
  }

  /// Older streams have no `isFailure`. There every issue is a failure unless it is known.
  private static func isFailure(_ issue: JSONNode) -> Bool {
    issue["isFailure"]?.boolValue ?? !(issue["isKnown"]?.boolValue ?? false)
  }

  private static func message(of event: JSONNode) -> String {
    let texts = (event["messages"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
    return texts.joined(separator: "\n")
  }
}

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
