import Base

/// The explanation that a crashed process printed: its last words, and the calls of the crashed thread.
///
/// It is read from the output of Swift's runtime, Swift's backtracer and the C library. A test may print the same
/// texts. So they explain a verdict, and never decide one.
struct CrashAccount: Equatable {
  /// The cause, for example `Fatal error: Index out of range`.
  private(set) var cause: String?
  /// The calls whose file is known, innermost first.
  private(set) var frames: [CallFrame] = []
  /// The functions of all calls of the crashed thread, as the backtracer writes them.
  private(set) var functions: [String] = []
  /// True when a sanitizer reported it.
  private(set) var isOfSanitizer = false

  static let none = CrashAccount()

  private init() {}

  init(of log: [UInt8]) {
    var headline: String?
    var isInCrashedThread = false
    var report: SanitizerReport?
    for line in log.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = String(decoding: line.prefix(Self.longestLine), as: UTF8.self)
      if isInCrashedThread {
        if let frame = BacktraceLine(line) {
          functions.append(frame.function)
          if let call = frame.call { frames.append(call) }
        } else if line.allSatisfy(\.isWhitespace), !functions.isEmpty {
          isInCrashedThread = false
        }
      } else if line.hasPrefix("Thread "), line.hasSuffix(" crashed:") {
        // When several processes crash, the last one counts.
        (frames, functions, isInCrashedThread) = ([], [], true)
        report = nil
      } else if let words = SanitizerReport.headline(line) {
        report = SanitizerReport(cause: words)
      } else if report?.read(line) == true {
        continue
      } else if let words = Self.lastWords(in: line) {
        cause = words
        report = nil
      } else if let words = Self.headline(line) {
        headline = words
      }
    }
    cause = cause ?? headline
    guard let report, !report.isOfBacktracer else { return }
    (cause, frames, functions) = (report.cause, report.frames, report.functions)
    isOfSanitizer = true
  }

  private static let longestLine = 4096

  /// The beginnings of last words. Before them stands a file, a process, or a test's own unfinished line.
  private static let beginnings: [StaticString] = [
    "Fatal error", "Precondition failed", "Assertion failed", "SWIFT TASK CONTINUATION MISUSE",
    "Simultaneous accesses to", "terminate called", "libc++abi: terminating",
    "*** stack smashing detected ***",
    "double free or corruption", "free(): ", "malloc(): ", "corrupted size vs. prev_size",
  ]

  private static func lastWords(in line: String) -> String? {
    for beginning in beginnings {
      guard let place = line.range(of: beginning)?.lowerBound else { continue }
      let before = line[..<place]
      guard before.isEmpty || before.hasSuffix(": ") || before.hasSuffix("=="), !before.contains(": error: ")
      else { continue }
      return String(line[place...])
    }
    // `prog: file.c:3: main: Assertion `x > 3' failed.`
    guard line.hasSuffix("' failed."), let place = line.range(of: "Assertion `")?.lowerBound else {
      return nil
    }
    return String(line[place...])
  }

  /// Reads `*** Program crashed: Bad pointer dereference at 0x0000000000000000 ***`. The headlines of Swift's own traps
  /// ("Illegal instruction") tell less than the signal, and are ignored.
  private static func headline(_ line: String) -> String? {
    guard let start = line.range(of: "*** Program crashed: ")?.lowerBound, line.hasSuffix(" ***") else {
      return nil
    }
    let words = line[start...].dropFirst("*** Program crashed: ".count).dropLast(" ***".count)
    return words.hasPrefix("Illegal instruction") || words.hasPrefix("System trap") ? nil : String(words)
  }
}

/// A call on a stack.
package struct CallFrame: Sendable, Equatable {
  package var function: String
  package var file: String
  package var line: Int

  package init(function: String, file: String, line: Int) {
    self.function = function
    self.file = file
    self.line = line
  }
}

/// A line such as ` 3 [ra] [system] 0x000055f2061bcf4c third(_:) + 32 in Tests.xctest at /w/Crash.swift:1:51`.
private struct BacktraceLine {
  let function: String
  let call: CallFrame?

  init?(_ line: String) {
    var rest = line.drop { $0 == " " }
    guard let number = rest.first, number.isNumber else { return nil }
    rest = rest.drop { $0.isNumber }.drop { $0 == " " }
    var isOwn = true
    while rest.first == "[", let end = rest.firstIndex(of: "]") {
      // Code that the compiler made has a place, but nobody wrote it there.
      isOwn = isOwn && !["[system]", "[thunk]"].contains(rest[...end])
      rest = rest[rest.index(after: end)...].drop { $0 == " " }
    }
    guard rest.hasPrefix("0x") else { return nil }
    rest = rest.drop { $0 != " " }.drop { $0 == " " }
    // Files and functions may have any name. The first absolute path ends the function's name.
    let place = rest.range(of: " at /").map { rest[$0.lowerBound...].dropFirst(" at ".count) }
    if let place { rest = rest[..<rest.index(place.startIndex, offsetBy: -" at ".count)] }
    if let image = rest.lastStart(of: " in ") { rest = rest[..<image] }
    if let offset = rest.lastStart(of: " + ") { rest = rest[..<offset] }
    function = String(rest)
    call = isOwn ? place.flatMap { Self.call(of: String(rest), at: $0) } : nil
  }

  private static func call(of function: String, at place: Substring) -> CallFrame? {
    var parts = place.split(separator: ":", omittingEmptySubsequences: false)
    // The line is enough, so the column is dropped.
    guard parts.count > 1, let last = Int(parts.removeLast()) else { return nil }
    guard parts.count > 1, let line = Int(parts[parts.count - 1]) else {
      return CallFrame(function: function, file: parts.joined(separator: ":"), line: last)
    }
    return CallFrame(function: function, file: parts.dropLast().joined(separator: ":"), line: line)
  }
}

extension Substring {
  /// Returns the last place where `text` begins.
  fileprivate func lastStart(of text: String) -> Index? {
    let wanted = Array(text.utf8)
    guard utf8.count >= wanted.count else { return nil }
    return utf8.indices.reversed().first { utf8[$0...].starts(with: wanted) }
  }
}

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
