/// Counts the lines and the test cases of a source file, with the lexers that find imports.
package enum SourceCounter {
  /// Goes up whenever the same bytes give another answer, so that stored answers are thrown away.
  package static let version: UInt32 = 1

  /// nil for what is no source: module maps.
  package static func facts(of bytes: [UInt8], _ language: SourceLanguage) -> SourceFacts? {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress, !buffer.isEmpty else {
        return language == .moduleMap ? nil : SourceFacts(files: 1)
      }
      let cursor = ByteCursor(bytes: base, end: buffer.count)
      switch language {
      case .swift: return swift(cursor)
      case .cFamily: return cFamily(cursor)
      case .moduleMap: return nil
      }
    }
  }

  private static func swift(_ cursor: ByteCursor) -> SourceFacts {
    var scanner = SwiftImportScanner(cursor: cursor, skipsLiterals: true)
    scanner.passed = PassedText()
    scanner.run()
    let passed = scanner.passed ?? PassedText()
    let usesXCTest = scanner.imports.contains { $0.kind == .module && $0.module == "XCTest" }
    var tests = passed.testAttributes.count
    if usesXCTest { tests += XCTestFinder(cursor: cursor, passed: passed).count() }
    return SourceFacts(files: 1, lines: LineCounter.lines(cursor, passed.comments), tests: tests)
  }

  private static func cFamily(_ cursor: ByteCursor) -> SourceFacts {
    var scanner = CIncludeScanner(cursor: cursor)
    scanner.passed = PassedText()
    scanner.run()
    return SourceFacts(files: 1, lines: LineCounter.lines(cursor, scanner.passed?.comments ?? []))
  }
}

enum LineCounter {
  /// `comments` in their order; the same one may come twice, where a scanner looked again.
  static func lines(_ cursor: ByteCursor, _ comments: [Range<Int>]) -> LineCount {
    var count = LineCount()
    var (hasCode, hasComment) = (false, false)
    var next = 0
    let (bytes, end) = (cursor.bytes, cursor.end)
    let start = cursor.has("\u{FEFF}", at: 0) ? 3 : 0
    func finish() {
      if hasCode {
        count.code += 1
      } else if hasComment {
        count.comment += 1
      } else {
        count.blank += 1
      }
      (hasCode, hasComment) = (false, false)
    }
    for index in start..<max(start, end) {
      let byte = bytes[index]
      if byte == .newline {
        finish()
      } else if byte > UInt8(ascii: " ") {
        while next < comments.count, comments[next].upperBound <= index { next += 1 }
        if next < comments.count, comments[next].lowerBound <= index {
          hasComment = true
        } else {
          hasCode = true
        }
      }
    }
    if end > start, bytes[end - 1] != .newline { finish() }
    return count
  }
}
