import Base

/// The stack of a sanitizer's report, line by line.
///
///     ==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1 at pc 0x2 bp 0x3 sp 0x4
///     READ of size 8 at 0x1 thread T0
///         #0 0x5575 in $s3Bad5freedSiyF /w/Sources/Bad/Bad.swift:15:11
///
///     WARNING: ThreadSanitizer: Swift access race (pid=9)
///       Modifying access of Swift variable at 0x1 by thread T4:
///         #0 $s3Bad4raceSiyF /w/Sources/Bad/Bad.swift:6:72 (Tests.xctest+0x1) (BuildId: 7a)
///
/// The first stack with a place counts: the access, or else the access that it met. Later stacks show where memory and
/// threads came from.
struct SanitizerReport {
  let cause: String
  /// The calls whose file and line are known, innermost first.
  private(set) var frames: [CallFrame] = []
  /// The functions of all calls that were read, in the backtracer's form.
  private(set) var functions: [String] = []
  private var isOver = false

  init(cause: String) { self.cause = cause }

  /// True when the report is about Swift's backtracer, which reads all memory of a crashed process.
  var isOfBacktracer: Bool { functions.contains { $0.contains("memserver_") } }

  private static let beginnings: [StaticString] = ["ERROR: AddressSanitizer: ", "WARNING: ThreadSanitizer: "]

  /// Returns the finding, without numbers that differ from run to run. nil when the line begins no report.
  static func headline(_ line: String) -> String? {
    for beginning in beginnings {
      guard let place = line.range(of: beginning)?.lowerBound else { continue }
      guard place == line.startIndex || line[..<place].hasSuffix("==") else { continue }
      let words = line[place...]
      let endings: [StaticString] = [" at pc 0x", " (pid="]
      let end = endings.compactMap { words.range(of: $0)?.lowerBound }.min()
      return String(words[..<(end ?? words.endIndex)])
    }
    // `/w/Sources/CBad/CBad.c:4:57: runtime error: signed integer overflow: ...`
    guard let place = line.range(of: ": runtime error: "), line.hasPrefix("/"),
      line[..<place.lowerBound].last?.isNumber == true
    else { return nil }
    return String(line[place.lowerBound...].dropFirst(": ".count))
  }

  /// Reads a line. Returns true when it belongs to the report.
  mutating func read(_ line: String) -> Bool {
    let words = line.drop { $0 == " " }
    guard words.hasPrefix("#"), let number = words.dropFirst().first, number.isNumber else {
      isOver = isOver || !frames.isEmpty
      return false
    }
    guard !isOver else { return true }
    var call = words.drop { $0 != " " }.drop { $0 == " " }
    // Only reports of memory errors have the address.
    if call.hasPrefix("0x"), let name = call.range(of: " in ") { call = call[name.upperBound...] }
    // Functions of C++ have spaces. A place begins like a path, or stands in brackets.
    let places: [StaticString] = [" /", " <", " ("]
    let place = places.compactMap { call.dropFirst().range(of: $0)?.lowerBound }.min() ?? call.endIndex
    let function = SwiftSymbol.readable(String(call[..<place]))
    functions.append(function)
    if let (file, line) = Self.place(call[place...].dropFirst()) {
      frames.append(CallFrame(function: function, file: file, line: line))
    }
    return true
  }

  /// Reads `/w/Bad.swift:6:72 (Tests.xctest+0x1) (BuildId: 7a)`.
  private static func place(_ text: Substring) -> (file: String, line: Int)? {
    guard text.hasPrefix("/") else { return nil }
    let path = text.range(of: " (").map { text[..<$0.lowerBound] } ?? text
    var parts = path.split(separator: ":", omittingEmptySubsequences: false)
    // The line is enough, so the column is dropped.
    guard parts.count > 2, Int(parts.removeLast()) != nil, let line = Int(parts.removeLast()) else {
      return nil
    }
    return (parts.joined(separator: ":"), line)
  }
}
