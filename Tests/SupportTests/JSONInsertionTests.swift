import TestSupport
import Testing

@testable import Base

@Suite("Additions to JSON that people keep")
struct JSONInsertionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let before: String
    let path: [String]
    let after: String

    init(_ before: String, _ path: String..., gives after: String) {
      self.before = before
      self.path = path
      self.after = after
    }

    var testDescription: String { before }
  }

  @Test(
    "go behind the last element, laid out as it is",
    arguments: [
      Case(#"{"a": ["x"]}"#, "a", gives: #"{"a": ["x", 1]}"#),
      Case(#"{"a": []}"#, "a", gives: #"{"a": [1]}"#),
      Case(#"{"a": ["x",]}"#, "a", gives: #"{"a": ["x", 1,]}"#),
      Case(
        "{\n  \"a\": [\n    {\"k\": [1]}\n  ]\n}\n", "a",
        gives: "{\n  \"a\": [\n    {\"k\": [1]},\n    1\n  ]\n}\n"),
      Case(
        "{\"a\": [\n\t2, // two\n\t// more\n]}", "a", gives: "{\"a\": [\n\t2, // two\n\t// more\n\t1,\n]}"),
      Case("{\"a\": [\n\t2 // two, ]\n]}", "a", gives: "{\"a\": [\n\t2, // two, ]\n\t1\n]}"),
      Case("  {\"a\": [2 // two\n]}", "a", gives: "  {\"a\": [2, // two\n    1\n]}"),
      Case("{\"a\": [2 /* ] */]}", "a", gives: "{\"a\": [2, /* ] */ 1]}"),
      Case("{\r\n  \"b\": 2 // b\r\n}\r\n", "a", gives: "{\r\n  \"b\": 2, // b\r\n  \"a\": [1]\r\n}\r\n"),
      Case(#"{"o": {"x": "}\"]"}}"#, "o", "r", gives: #"{"o": {"x": "}\"]", "r": [1]}}"#),
      Case("{}", "o", "r", gives: #"{"o": {"r": [1]}}"#),
    ])
  func layout(_ test: Case) throws {
    let bytes = Array(test.before.utf8)
    let insertions = try JSONInsertion.appending("1", toListAt: test.path, in: bytes)
    #expect(String(decoding: TextInsertion.apply(insertions, to: bytes), as: UTF8.self) == test.after)
  }

  @Test("what is no list is left alone, and said")
  func refused() {
    for (text, path) in [(#"{"a": null}"#, ["a"]), (#"{"a": 1}"#, ["a", "b"]), ("[1]", ["a"]), ("{", ["a"])] {
      #expect(throws: JSONError.self) {
        try JSONInsertion.appending("1", toListAt: path, in: Array(text.utf8))
      }
    }
  }

  @Test(
    "in a file of any layout all other bytes stay, and only the one element is new",
    arguments: 0..<400 as Range<UInt64>)
  func random(_ seed: UInt64) throws {
    var sketch = RelaxedJSON(seed: seed)
    let bytes = Array(sketch.document().utf8)
    for path in [["packages"], ["tags"], ["owners", "rules"]] {
      let insertions = try JSONInsertion.appending(#"{"new": "}"}"#, toListAt: path, in: bytes)
      let after = TextInsertion.apply(insertions, to: bytes)
      var rest = after
      for (index, insertion) in insertions.enumerated().reversed() {
        let before = insertions[..<index].reduce(0) { $0 + $1.bytes.count }
        let start = insertion.offset + before
        #expect(Array(after[start..<(start + insertion.bytes.count)]) == insertion.bytes)
        rest.removeSubrange(start..<(start + insertion.bytes.count))
      }
      #expect(rest == bytes, "seed \(seed)")
      let (old, new) = (try plain(bytes, without: path), try plain(after, without: path))
      #expect(old.rest == new.rest, "seed \(seed)")
      #expect(
        old.list + [#"{"new":"}"}"#] == new.list, "seed \(seed): \(String(decoding: after, as: UTF8.self))")
    }
  }

  /// All but one list, and that list's elements, as canonical text.
  private func plain(_ bytes: [UInt8], without path: [String]) throws -> (rest: [String], list: [String]) {
    let root = try JSONParser.parse(bytes, as: .relaxed)
    let list = path.reduce(Optional(root)) { $0?[$1] }?.arrayValue ?? []
    let inner = path.count > 1 ? root[path[0]]?.objectValue ?? [] : []
    let rest =
      (root.objectValue ?? []).filter { $0.key != path[0] }.map { "\($0.key): \($0.value.compactJSON)" }
      + inner.filter { $0.key != path[1] }.map { "\($0.key): \($0.value.compactJSON)" }
    return (rest, list.map(\.compactJSON))
  }
}

/// Configurations as nobody would write them.
private struct RelaxedJSON {
  private var generator: SeededGenerator
  private let newline: String

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    newline = seed % 3 == 0 ? "\r\n" : "\n"
  }

  mutating func document() -> String {
    let keys = ["packages", "tags", "owners", "name"].shuffled(using: &generator).filter { _ in
      Int.random(in: 0..<5, using: &generator) > 0
    }
    var members: [String] = []
    for key in keys {
      let value: String =
        switch key {
        case "owners": object(["rules"].filter { _ in Bool.random(using: &generator) } + ["x"])
        case "name": #""a // \" ] b""#
        default: list()
        }
      members.append("\"\(key)\"\(space()):\(space())\(value)")
    }
    return space() + enclosed(members, "{", "}") + space() + newline
  }

  private mutating func object(_ keys: [String]) -> String {
    var members: [String] = []
    for key in keys { members.append("\"\(key)\":\(space())\(key == "rules" ? list() : "null")") }
    return enclosed(members, "{", "}")
  }

  private mutating func list() -> String {
    let pool = [
      #""Packages/*""#, #"{"match": "//A:*", "tags": ["x", "y",]}"#, "[]", "{}", "-1.5e3", "true", "null",
      #""\\""#,
    ]
    let count = Int.random(in: 0...4, using: &generator)
    return enclosed((0..<count).map { _ in pool.randomElement(using: &generator) ?? "" }, "[", "]")
  }

  private mutating func enclosed(_ parts: [String], _ open: String, _ close: String) -> String {
    var text = open + space()
    for (index, part) in parts.enumerated() {
      text += part + space()
      if index < parts.count - 1 || Bool.random(using: &generator) { text += "," + space() }
    }
    return text + close
  }

  private mutating func space() -> String {
    let pool = [
      "", "", " ", "\t", newline, newline + "    ", " // \"c\", ]}" + newline, "/* } , */",
      newline + "  // x" + newline,
    ]
    return (0..<Int.random(in: 0...2, using: &generator)).map { _ in
      pool.randomElement(using: &generator) ?? ""
    }.joined()
  }
}
