import Base

/// The results of one module's cases from one run of one library.
struct CaseResults: Equatable {
  typealias Outcome = CaseReport.Outcome

  /// The outcome by case, with the names that `ModuleReport` uses.
  var finished: [String: Outcome] = [:]
  /// The seconds by case, where the library gives them. Repeated runs are added up.
  var seconds: [String: Double] = [:]
  /// The cases that started and did not finish, in order.
  var running: [String] = []
  var failures: [CaseFailure] = []
  /// True when a test of another module failed, which explains a bad exit code.
  var hasForeignFailure = false
  /// True when the library said that its run was over.
  var hasEnded = false

  mutating func start(_ name: String) {
    if !running.contains(name) { running.append(name) }
  }

  mutating func finish(_ name: String, _ outcome: Outcome, seconds spent: Double? = nil) {
    running.removeAll { $0 == name }
    if let spent { seconds[name, default: 0] += spent }
    // Overloads and repetitions share a name. The worst outcome counts.
    if finished[name] != .failed { finished[name] = outcome }
  }

  /// Adds the results of another piece of the same run.
  mutating func add(_ other: CaseResults) {
    for (name, outcome) in other.finished where finished[name] != .failed { finished[name] = outcome }
    seconds.merge(other.seconds, uniquingKeysWith: +)
    running += other.running
    failures += other.failures
    hasForeignFailure = hasForeignFailure || other.hasForeignFailure
    hasEnded = hasEnded && other.hasEnded
  }

  var reports: [String: CaseReport] {
    Dictionary(
      uniqueKeysWithValues: finished.map { name, outcome in
        (name, CaseReport(name: name, outcome: outcome, seconds: seconds[name]))
      })
  }
}

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

/// Reads case results from XCTest's output. `swift test` has them nowhere else.
///
/// The marks may stand anywhere in a line, since a test may print without a line end just before. Only listed names
/// count, so that other output is rarely taken for a result.
struct XCTestOutput {
  private(set) var results = CaseResults()
  private let layout: SwiftPMLayout
  /// The full names by XCTest's printed form. For example `M.B/testOK` is printed as `B.testOK`, or `-[M.B testOK]`.
  private let names: [Substring: String]
  private var pending: [UInt8] = []
  /// The longest line that is kept. A longer one holds no result.
  private static let longestLine = 1 << 20
  private var isSkippingLine = false

  init(module: String, listed: Set<String>, layout: SwiftPMLayout) {
    self.layout = layout
    let pairs = listed.sorted().map { (layout.printedName(of: Substring($0), in: module), "\(module).\($0)") }
    names = Dictionary(pairs) { first, _ in first }
  }

  private func name(of printed: Substring) -> String? { names[layout.key(of: printed)] }

  mutating func append(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      // Nearly all lines lie within one chunk. Such a line is read in place.
      if pending.isEmpty, !isSkippingLine { read(rest[..<end]) } else { finishLine(rest[..<end]) }
      rest = rest[(end + 1)...]
    }
    keep(rest)
  }

  mutating func finish() { finishLine([]) }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    guard !isSkippingLine else { return }
    pending += bytes
    guard pending.count > Self.longestLine else { return }
    isSkippingLine = true
    pending = []
  }

  private mutating func finishLine(_ bytes: ArraySlice<UInt8>) {
    keep(bytes)
    if !isSkippingLine { read(pending[...]) }
    isSkippingLine = false
    pending = []
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>) {
    // This quick check skips most lines. A test may print a gigabyte of them.
    guard bytes.contains(UInt8(ascii: "'")) || bytes.contains(UInt8(ascii: ":")) else { return }
    let line = String(decoding: bytes, as: UTF8.self)
    if let mark = line.range(of: "Test Case '") {
      readCase(line[mark.upperBound...])
    } else if let mark = line.range(of: ": error: ") {
      readFailure(place: line[..<mark.lowerBound], text: line[mark.upperBound...])
    } else if line.hasPrefix("Test Suite 'Selected tests' "), !line.contains(" started at ") {
      results.hasEnded = true
    }
  }

  private mutating func readCase(_ text: Substring) {
    guard let quote = text.range(of: "' "), let name = name(of: text[..<quote.lowerBound]) else { return }
    let rest = text[quote.upperBound...]
    if rest.hasPrefix(layout.startMark) { results.start(name) }
    for (word, outcome) in [
      ("passed", CaseResults.Outcome.passed), ("failed", .failed), ("skipped", .skipped),
    ] {
      guard let tail = rest.dropping(prefix: "\(word) (") else { continue }
      results.finish(name, outcome, seconds: Double(tail.prefix { $0 != " " }))
    }
  }

  /// Reads `/path/B.swift:4: error: B.testBad : message`.
  private mutating func readFailure(place: Substring, text: Substring) {
    guard let colon = text.range(of: " : "), let name = name(of: text[..<colon.lowerBound]) else { return }
    let message = String(text[colon.upperBound...])
    let number = place.lastIndex(of: ":").flatMap { Int(place[place.index(after: $0)...]) }
    // XCTest writes `<EXPR>:0` when it does not know the place.
    let isKnown = !place.hasPrefix("<") && number != nil
    let file = isKnown ? place.lastIndex(of: ":").map { String(place[..<$0]) } : nil
    results.failures.append(
      CaseFailure(testCase: name, message: message, file: file, line: isKnown ? number : nil))
  }
}

extension StringProtocol where SubSequence == Substring {
  /// Returns the first place of `text`, compared by bytes. Marks are ASCII, and combining characters must not hide
  /// them.
  func range(of text: StaticString) -> Range<String.Index>? {
    let wanted = text.withUTF8Buffer { Array($0) }
    var start = utf8.startIndex
    while let found = utf8[start...].firstIndex(of: wanted[0]) {
      if utf8[found...].starts(with: wanted),
        let end = utf8.index(found, offsetBy: wanted.count, limitedBy: utf8.endIndex)
      {
        return found..<end
      }
      start = utf8.index(after: found)
    }
    return nil
  }
}
