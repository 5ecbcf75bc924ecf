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
