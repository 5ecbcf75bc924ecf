/// The number of lines in a text. A line with code and a comment counts as code. An empty line counts as blank, even
/// inside a comment.
package struct LineCount: Sendable, Hashable {
  package var code: Int
  package var comment: Int
  package var blank: Int

  package init(code: Int = 0, comment: Int = 0, blank: Int = 0) {
    self.code = code
    self.comment = comment
    self.blank = blank
  }

  package var all: Int { code + comment + blank }

  package static func + (left: LineCount, right: LineCount) -> LineCount {
    LineCount(
      code: left.code + right.code, comment: left.comment + right.comment, blank: left.blank + right.blank)
  }
}

package struct SourceFacts: Sendable, Hashable {
  package var files: Int
  package var lines: LineCount
  /// The number of declared test cases. A case with arguments counts once.
  package var tests: Int

  package init(files: Int = 0, lines: LineCount = LineCount(), tests: Int = 0) {
    self.files = files
    self.lines = lines
    self.tests = tests
  }

  package static func + (left: SourceFacts, right: SourceFacts) -> SourceFacts {
    SourceFacts(
      files: left.files + right.files, lines: left.lines + right.lines, tests: left.tests + right.tests)
  }
}

/// Counts the lines and the test cases of a source file, with the lexers that find imports.
package enum SourceCounter {
  /// The version rises whenever the same bytes give another answer. Cached answers are then dropped.
  package static let version: UInt32 = 2

  /// Returns nil for a module map, which is not a source.
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
    var lexer = SwiftLexer(cursor)
    var comments: [Range<Int>] = []
    var cases = TestCaseFinder()
    while let token = lexer.next() {
      if token.kind == .comment { comments.append(token.range) } else { cases.read(token, cursor) }
    }
    var tests = cases.attributed
    if cases.named > 0, importsXCTest(cursor) { tests += cases.named }
    return SourceFacts(files: 1, lines: LineCounter.lines(cursor, comments), tests: tests)
  }

  private static func importsXCTest(_ cursor: ByteCursor) -> Bool {
    ImportLexer.imports(in: UnsafeRawBufferPointer(start: cursor.bytes, count: cursor.end))
      .contains { $0.kind == .module && $0.module == "XCTest" }
  }

  private static func cFamily(_ cursor: ByteCursor) -> SourceFacts {
    var scanner = CIncludeScanner(cursor: cursor)
    scanner.run()
    return SourceFacts(files: 1, lines: LineCounter.lines(cursor, scanner.comments))
  }
}

/// Counts declarations of test cases. These are functions with `@Test`, and functions `func test…()` that are neither
/// private nor static, as XCTest finds them. It cannot tell from one file whether the class is a test case.
private struct TestCaseFinder {
  private(set) var attributed = 0
  private(set) var named = 0
  /// The part of a declaration that the tokens before this one began.
  private var begun = Part.nothing
  /// True after `@Test`, until the next function. `isHidden` is true after a modifier that hides a function from
  /// XCTest.
  private var isAttributed = false
  private var isHidden = false

  private enum Part { case nothing, attribute, member, function, name, parameters }

  mutating func read(_ token: SourceToken, _ cursor: ByteCursor) {
    let before = begun
    begun = .nothing
    guard token.kind == .word else {
      isHidden = false
      guard token.kind == .symbol else { return }
      switch (cursor[token.range.lowerBound], before) {
      case (UInt8(ascii: "@"), _): begun = .attribute
      case (UInt8(ascii: "."), _): begun = .member
      case (.parenthesis, .name): begun = .parameters
      case (UInt8(ascii: ")"), .parameters): named += 1
      default: break
      }
      return
    }
    if before == .attribute {
      guard cursor.holds("Test", token) else { return }
      attributed += 1
      isAttributed = true
    } else if before == .function {
      if cursor.has("test", at: token.range.lowerBound) { begun = .name }
    } else if cursor.holds("func", token) {
      if !isAttributed, !isHidden { begun = .function }
      (isAttributed, isHidden) = (false, false)
    } else if before != .member {
      isHidden =
        isHidden || cursor.holds("private", token) || cursor.holds("fileprivate", token)
        || cursor.holds("static", token) || cursor.holds("class", token)
    }
  }
}

enum LineCounter {
  /// Counts lines. `comments` are in their order; a comment may come twice when a scanner read it twice.
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
    var index = start
    while index < end {
      if bytes[index] == .newline {
        finish()
      } else if bytes[index] > UInt8(ascii: " ") {
        while next < comments.count, comments[next].upperBound <= index { next += 1 }
        hasCode = next == comments.count || comments[next].lowerBound > index
        hasComment = hasComment || !hasCode
        // The rest of a line with code makes no difference.
        while hasCode, index + 1 < end, bytes[index + 1] != .newline { index += 1 }
      }
      index += 1
    }
    if end > start, bytes[end - 1] != .newline { finish() }
    return count
  }
}

/// The language of a source file, which SwiftPM also decides by the file's name.
package enum SourceLanguage: Sendable, Hashable {
  case swift
  /// C, C++, Objective-C and assembly, with their headers.
  case cFamily
  /// Clang's module maps.
  case moduleMap

  private static let cExtensions: Set<String> = [
    "c", "cc", "cpp", "cxx", "c++", "C", "m", "mm", "M", "s", "S", "sx", "asm", "i", "ii", "h", "hh", "hpp",
    "hxx",
    "h++", "hp", "H", "pch", "inc", "inl", "ipp", "tpp", "txx", "tcc", "def", "cppm", "ixx",
  ]

  package init?(of name: ArraySlice<UInt8>) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    let suffix = name[(dot + 1)...]
    if suffix.elementsEqual("swift".utf8) {
      self = .swift
    } else if Self.cExtensions.contains(String(decoding: suffix, as: UTF8.self)) {
      self = .cFamily
    } else if suffix.elementsEqual("modulemap".utf8) || suffix.elementsEqual("map".utf8) {
      self = .moduleMap
    } else {
      return nil
    }
  }
}
