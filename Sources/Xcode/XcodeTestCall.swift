package import Base

/// A call of `xcodebuild test`: a scheme on a destination, and the bundles to run.
package struct XcodeTestCall: Sendable, Hashable {
  /// Values that hold for every call of a run.
  package struct Options: Sendable, Hashable {
    /// The sanitizers: `address`, `thread`, `undefined`.
    package var sanitizers: [String] = []
    /// The seconds that a test case may take; nil leaves it to the plan.
    package var caseSeconds: Int?
    /// The number of times that a failing case is run again.
    package var retries = 0

    package init() {}
  }

  /// The project or workspace, or the folder of a package.
  package let container: RelativePath
  package let scheme: String
  package let plan: String?
  /// The text that `-destination` takes.
  package let destination: String
  /// The bundles in the order in which they were added.
  package private(set) var bundles: [ModuleID]

  package init(
    container: RelativePath, scheme: String, plan: String? = nil, destination: String, bundles: [ModuleID]
  ) {
    self.container = container
    self.scheme = scheme
    self.plan = plan
    self.destination = destination
    self.bundles = bundles
  }

  /// Joins calls that differ only in their bundles. The first bundle of each decides the order.
  package static func joined(_ calls: [XcodeTestCall]) -> [XcodeTestCall] {
    var joined: [XcodeTestCall] = []
    for call in calls {
      if let place = joined.firstIndex(where: { $0.isLike(call) }) {
        joined[place].bundles += call.bundles
      } else {
        joined.append(call)
      }
    }
    return joined
  }

  private func isLike(_ other: XcodeTestCall) -> Bool {
    container == other.container && scheme == other.scheme && plan == other.plan
      && destination == other.destination
  }

  /// The folder to call xcodebuild in. It finds a package only in the folder that it is called in.
  package var folder: RelativePath { container.isXcodeContainer ? .root : container }

  /// Returns the words after `xcodebuild`. `results` is the path of a result bundle, at which nothing may exist yet.
  package func arguments(results: String, _ options: Options = Options()) -> [String] {
    var words = ["test"]
    if container.isXcodeContainer {
      words += [container.isXcodeProject ? "-project" : "-workspace", container.description]
    }
    words += ["-scheme", scheme]
    if let plan { words += ["-testPlan", plan] }
    words += ["-destination", destination, "-resultBundlePath", results]
    words += options.sanitizers.compactMap { Self.sanitizers[$0] }.flatMap { [$0, "YES"] }
    if let seconds = options.caseSeconds {
      words += ["-test-timeouts-enabled", "YES", "-maximum-test-execution-time-allowance", "\(seconds)"]
    }
    if options.retries > 0 {
      words += ["-retry-tests-on-failure", "-test-iterations", "\(options.retries + 1)"]
    }
    var seen: Set<String> = []
    return words + bundles.filter { seen.insert($0.name).inserted }.map { "-only-testing:\($0.name)" }
  }

  private static let sanitizers = [
    "address": "-enableAddressSanitizer", "thread": "-enableThreadSanitizer",
    "undefined": "-enableUndefinedBehaviorSanitizer",
  ]
}

/// The results of `xcodebuild test`, in the form of `xcrun xcresulttool get test-results tests`.
///
/// A case counts as passed only when the results say so. An unknown word counts as a failure.
package struct XcodeTestResults: Sendable, Hashable {
  package struct Case: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable { case passed, failed, skipped }

    /// The case's name: `CartTests/adds()`.
    package let name: String
    package let outcome: Outcome
    package let seconds: Double?
    package let messages: [String]
    /// True when one repetition failed and a later one passed.
    package let isFlaky: Bool
  }

  package struct Bundle: Sendable, Hashable {
    package let name: String
    package var cases: [Case]
    /// True when the results say that the bundle itself failed.
    package var hasFailed: Bool
  }

  package struct Damage: Error, Sendable, Hashable {
    package let message: String

    package init(message: String) {
      self.message = message
    }
  }

  /// The bundles, one for each name, in the order of the file.
  package private(set) var bundles: [Bundle] = []

  package init(reading bytes: [UInt8]) throws(Damage) {
    let root: JSONNode
    do throws(JSONError) {
      root = try JSONParser.parse(bytes)
    } catch {
      let position = TextPosition(of: error.offset, in: bytes)
      throw Damage(message: "line \(position.line) is not JSON: \(error.message)")
    }
    guard let nodes = root["testNodes"]?.arrayValue else {
      throw Damage(message: "the list \"testNodes\" is missing")
    }
    for node in nodes { try read(node) }
  }

  private mutating func read(_ node: JSONNode) throws(Damage) {
    let kind = try Self.kind(of: node)
    guard kind.hasSuffix("test bundle") else {
      for child in node.children { try read(child) }
      return
    }
    guard let text = node["name"]?.stringValue else { throw Damage(message: "a test bundle has no name") }
    let name = text.hasSuffix(".xctest") ? String(text.dropLast(".xctest".count)) : text
    var cases: [Case] = []
    for child in node.children { try Self.collect(child, into: &cases) }
    let hasFailed = !["Passed", "Skipped", "Expected Failure"].contains(node.result ?? "Passed")
    if let place = bundles.firstIndex(where: { $0.name == name }) {
      bundles[place].cases += cases
      bundles[place].hasFailed = bundles[place].hasFailed || hasFailed
    } else {
      bundles.append(Bundle(name: name, cases: cases, hasFailed: hasFailed))
    }
  }

  private static func kind(of node: JSONNode) throws(Damage) -> String {
    guard let kind = node["nodeType"]?.stringValue else {
      throw Damage(message: "an element of \"testNodes\" has no \"nodeType\"")
    }
    return kind
  }

  private static func collect(_ node: JSONNode, into cases: inout [Case]) throws(Damage) {
    guard try kind(of: node) == "Test Case" else {
      for child in node.children { try collect(child, into: &cases) }
      return
    }
    cases.append(Case(node))
  }
}

extension XcodeTestResults.Case {
  /// Kinds of runs of one case in different surroundings. All of them have to pass.
  private static let variants: Set = ["Device", "Test Plan Configuration", "Arguments"]
  /// Kinds of repeated runs of one case. The last one counts.
  private static let attempts: Set = ["Repetition", "Test Case Run"]

  fileprivate init(_ node: JSONNode) {
    name = node["nodeIdentifier"]?.stringValue ?? node["name"]?.stringValue ?? "a test case without a name"
    seconds = node["durationInSeconds"]?.doubleValue
    let runs = node.descendants
    let said: Outcome? =
      switch node.result {
      case "Passed", "Expected Failure": .passed
      case "Skipped": .skipped
      default: nil
      }
    let isRefuted = runs.contains { Self.variants.contains($0.kind) && $0.result == "Failed" }
    outcome = isRefuted ? .failed : said ?? .failed
    isFlaky = outcome == .passed && runs.contains { Self.attempts.contains($0.kind) && $0.result == "Failed" }
    let told = runs.filter { $0.kind == "Failure Message" }.compactMap { $0["name"]?.stringValue }
    let isUnclear = told.isEmpty && outcome == .failed && node.result != "Failed"
    messages = isUnclear ? ["the case ended as \"\(Text.escapingControls(node.result ?? "nothing"))\""] : told
  }
}

extension JSONNode {
  fileprivate var result: String? { self["result"]?.stringValue }
  fileprivate var kind: String { self["nodeType"]?.stringValue ?? "" }
  fileprivate var children: [JSONNode] { self["children"]?.arrayValue ?? [] }
  fileprivate var descendants: [JSONNode] { children + children.flatMap(\.descendants) }
}
