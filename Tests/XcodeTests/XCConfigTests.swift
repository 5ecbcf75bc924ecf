import Base
import Testing

@testable import Xcode

@Suite struct XCConfigTests {
  private func lines(_ text: String) -> XCConfig {
    XCConfig(reading: Array(text.utf8), file: "Config/Shop.xcconfig")
  }

  @Test(
    arguments: [
      ("A = b", "A", "b"),
      ("  A=b ; // why", "A", "b"),
      ("A =", "A", ""),
      ("A = ;", "A", ""),
      ("A = \"b c\" d", "A", "\"b c\" d"),
      ("A[sdk=iphone*] = b", "A[sdk=iphone*]", "b"),
      ("A [sdk=iphone*] [arch=arm64] = b=c", "A[sdk=iphone*][arch=arm64]", "b=c"),
      ("A[sdk=macosx*,arch=*]=b", "A[sdk=macosx*,arch=*]", "b"),
      ("A = https:/$()/example.com", "A", "https:/$()/example.com"),
      ("A = https://example.com", "A", "https:"),
      ("A = b \\\n  c \\ // why\n d", "A", "b c d"),
      ("A = b \\", "A", "b"),
      ("\u{FEFF}A = ü", "A", "ü"),
    ])
  func assignmentsAreRead(text: String, setting: String, value: String) {
    let config = lines(text)
    #expect(config.lines == [.assignment(.init(setting: setting, value: value))])
    #expect(config.unknown == [])
  }

  @Test(
    arguments: [
      ("#include \"Base.xcconfig\"", "Base.xcconfig", false),
      ("  # include?  \"../a b.xcconfig\" // why", "../a b.xcconfig", true),
      ("#include \"a//b.xcconfig\"", "a//b.xcconfig", false),
    ])
  func includesAreRead(text: String, path: String, isOptional: Bool) {
    let config = lines(text)
    #expect(config.lines == [.include(.init(path: path, isOptional: isOptional))])
    #expect(config.unknown == [])
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"])
  func linesKeepTheirOrder(end: String) {
    let config = lines(["// A = b", "A = b", "#include \"c\"", "", "A = d"].joined(separator: end))
    #expect(
      config.lines == [
        .assignment(.init(setting: "A", value: "b")), .include(.init(path: "c", isOptional: false)),
        .assignment(.init(setting: "A", value: "d")),
      ])
  }

  @Test(
    arguments: [
      "A", "1A = b", "A[sdk] = b", "A[sdk=x = b", "#include Base", "#include \"Base", "#import \"Base\"",
      "#include \"a\" b", "<<<<<<< HEAD", "\u{1}",
    ])
  func oddLinesAreNamed(text: String) {
    let config = lines("\n\(text)\nA = b")
    #expect(config.lines == [.assignment(.init(setting: "A", value: "b"))])
    #expect(config.unknown.map(\.line) == [2])
  }
}
