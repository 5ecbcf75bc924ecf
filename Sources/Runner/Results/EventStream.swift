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
