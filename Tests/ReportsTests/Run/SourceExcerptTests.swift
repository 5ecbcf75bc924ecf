import Base
import Testing

@testable import Reports

@Suite("Source below a compile error")
struct SourceExcerptTests {
  @Test("lines that fit stay as they are")
  func fits() {
    let lines = ["1 | let x: Int = \"a\"", "  |              ^"]
    #expect(SourceExcerpt(lines).fitted(to: 40) == lines)
    #expect(SourceExcerpt(lines).fitted(to: nil) == lines)
  }

  @Test("the mark stays below its place, however long the line is", arguments: [0, 3, 30, 90, 200])
  func marked(_ column: Int) throws {
    let source = String(repeating: "a", count: column) + "X" + String(repeating: "b", count: 60)
    let lines = ["12 | short", "13 | \(source)", "   | \(String(repeating: " ", count: column))^"]
    for width in [20, 40, 79] {
      let fitted = SourceExcerpt(lines).fitted(to: width)
      #expect(fitted.allSatisfy { DisplayWidth.of($0) <= width }, "\(fitted)")
      let place = try #require(fitted[1].firstIndex(of: "X"))
      let mark = try #require(fitted[2].firstIndex(of: "^"))
      let columns = [fitted[1].distance(from: fitted[1].startIndex, to: place)]
      #expect(columns == [fitted[2].distance(from: fitted[2].startIndex, to: mark)], "\(fitted)")
    }
  }
}
