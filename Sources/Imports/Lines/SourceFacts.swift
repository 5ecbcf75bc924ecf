/// The lines of a text. One with code and a comment is code; one with nothing in it is blank, wherever it stands.
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

/// What is counted in sources.
package struct SourceFacts: Sendable, Hashable {
  package var files: Int
  package var lines: LineCount
  /// Test cases as they are declared: one with arguments counts once.
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
