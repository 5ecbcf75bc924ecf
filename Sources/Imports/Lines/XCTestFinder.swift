/// Finds what XCTest takes for a test case by its form: `func test…()`, neither private nor of a type. Whether its class
/// is a test case's, no single file says; that the file imports XCTest has to do.
struct XCTestFinder {
  let cursor: ByteCursor
  let passed: PassedText

  func count() -> Int {
    var count = 0
    var (token, attribute) = (0, 0)
    var index = 0
    while index + 4 < cursor.end {
      while token < passed.tokens.count, passed.tokens[token].upperBound <= index { token += 1 }
      if token < passed.tokens.count, passed.tokens[token].contains(index) {
        index = passed.tokens[token].upperBound
        continue
      }
      guard cursor.bytes[index] == UInt8(ascii: "f"), cursor.has("func", at: index),
        !cursor[index - 1].isIdentifier, !cursor[index + 4].isIdentifier
      else {
        index += 1
        continue
      }
      // One that Swift Testing runs was counted.
      let isAttributed = attribute < passed.testAttributes.count && passed.testAttributes[attribute] < index
      while attribute < passed.testAttributes.count, passed.testAttributes[attribute] < index {
        attribute += 1
      }
      if !isAttributed, !isHidden(index), declaresTest(behind: index + 4) { count += 1 }
      index += 4
    }
    return count
  }

  /// `testX ( )` follows.
  private func declaresTest(behind start: Int) -> Bool {
    var next = skippingBlanks(from: start)
    guard next > start, cursor.has("test", at: next) else { return false }
    while cursor[next].isIdentifier { next += 1 }
    next = skippingBlanks(from: next)
    guard cursor[next] == UInt8(ascii: "(") else { return false }
    return cursor[skippingBlanks(from: next + 1)] == UInt8(ascii: ")")
  }

  private func skippingBlanks(from start: Int) -> Int {
    var next = start
    while cursor[next].isBlank || cursor[next].isLineBreak { next += 1 }
    return next
  }

  /// Whether the words in front say that nobody calls it from outside, or that it is no method of an object.
  private func isHidden(_ keyword: Int) -> Bool {
    var index = keyword
    while true {
      var stop = index
      while cursor[stop - 1].isBlank { stop -= 1 }
      var start = stop
      while cursor[start - 1].isIdentifier { start -= 1 }
      guard start < stop else { return false }
      if ["private", "fileprivate", "static", "class"].contains(cursor.text(from: start, to: stop)) {
        return true
      }
      index = start
    }
  }
}
