/// The source in which SwiftPM lists the cases of XCTest that it found.
enum DiscoveredTests {
  /// The text of a list to which nothing is added.
  private static let empty: [Substring] = [
    "let", "tests", "=", "[XCTestCaseEntry]()", "return", "tests", "}",
  ]

  static func areNone(in source: String) -> Bool {
    let words = source.split(whereSeparator: \.isWhitespace)
    return words.suffix(empty.count) == empty[...]
  }
}
