import Base
import Foundation
import TestSupport
import Testing

@Suite struct JSONParserTests {
  private func parse(_ text: String, as dialect: JSONParser.Dialect = .strict) throws -> JSONNode {
    try JSONParser.parse(Array(text.utf8), as: dialect)
  }

  @Test(arguments: [
    "", "  ", "{", "[1", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "[1 2]", "01", "-", "+1", ".5", "1.",
    "1.e5", "1e",
    "1e+", "--1", "0x10", "1_000", "nan", "Infinity", "tru", "nulll", "\"a", "\"\\x\"", "\"\\u12g4\"",
    "\"\\ud800\"",
    "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "// a\n1", "1 2", "{\"a\":1,\"a\":2}", "[,1]", "'a'",
    "-.5", "1.2.3",
  ])
  func refusesInStrict(text: String) {
    #expect(throws: JSONError.self) { try parse(text) }
  }

  @Test(arguments: [
    "{/* a */\"a\": [1, 2,], // b\n}", "[1,]// end", "/**/1", "[/*,*/]", "{\"a\": \"// no comment\"}", "1//",
  ])
  func acceptsInRelaxed(text: String) throws {
    _ = try parse(text, as: .relaxed)
  }

  @Test(arguments: ["[,]", "[1,,]", "/* 1", "{,}", "/ 1", "1 /*", "[1 /]", "#1\n1", "{\"a\":,}"])
  func refusesInRelaxed(text: String) {
    #expect(throws: JSONError.self) { try parse(text, as: .relaxed) }
  }

  @Test(arguments: [
    ("{a: 1, $b_2: 2, 'c d': 3, \\u00e4ü: 4}", #"{"a":1,"$b_2":2,"c d":3,"äü":4}"#),
    (#"['it\'s']"#, #"["it's"]"#),
    (#"['\x41\v\0\q\"', "a\ü"]"#, #"["A\u000b\u0000q\"","aü"]"#),
    ("['a\\\nb\\\r\nc\\\u{2028}d', '\t']", #"["abcd","\t"]"#),
    ("[+1, .5, 5., 0x1F, -0XaB, Infinity, -NaN, 1e5]", "[+1,.5,5.,0x1F,-0XaB,Infinity,-NaN,1e5]"),
    ("\u{FEFF}[1,\u{A0}\u{0B}2,]// end\r/* x */\u{2003}", "[1,2]"),
    ("{a:1,// b\u{2028}c:2}", #"{"a":1,"c":2}"#), (#"{"a": [true, null, {}],}"#, #"{"a":[true,null,{}]}"#),
  ])
  func acceptsInJSON5(text: String, json: String) throws {
    #expect(try parse(text, as: .json5).compactJSON == json)
    #expect(throws: JSONError.self) { try parse(text, as: .strict) }
  }

  @Test(arguments: [
    "[,]", "{a}", "{1a: 2}", "{a b: 1}", "[01]", "[.]", "[+]", "[0x]", "[1e]", "['\\x4']", "['\\1']",
    "['\\01']", "'a",
    "['a\nb']", "[+ 1]", "[--1]", "{a: 1, 'a': 2}", "{\\x61: 1}", "['\\", "[Infinityx]", "{\\u12: 1}", "\\",
  ])
  func refusesInJSON5(text: String) {
    #expect(throws: JSONError.self) { try parse(text, as: .json5) }
  }

  /// Each is read as itself or refused.
  @Test func randomJSON5IsReadOrRefused() {
    var random = SeededGenerator(seed: 5)
    let marks = Array("{}[],:'\"\\/*\n ax0+.-u\u{A0}\u{2028}e".utf8)
    for _ in 0..<10_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        marks.randomElement(using: &random) ?? 0
      }
      guard let node = try? JSONParser.parse(bytes, as: .json5) else { continue }
      #expect(node.offset < bytes.count)
    }
  }

  @Test(arguments: [
    ("[1, x]", "a value is expected here", 4),
    ("{\n \"a\": 1\n \"b\": 2}", "\",\" or the end of the object is expected here", 11),
    ("[[1]", "this list is never closed", 0), ("{\"a\": \"x", "this string is never closed", 6),
    ("{\"a\": 1, \"a\": 2}", "the key \"a\" appears twice", 9), ("[1.]", "\"1.\" is not a number", 1),
  ])
  func errorsSayWhatAndWhere(text: String, message: String, offset: Int) {
    let error = #expect(throws: JSONError.self) { try parse(text) }
    #expect(error == JSONError(message, at: offset))
  }

  @Test(arguments: [
    ("", 0, "1:1"), ("a\nb", 2, "2:1"), ("ä€x", 5, "1:3"), ("a\r\nb", 4, "2:2"), ("a", 9, "1:2"),
  ])
  func positions(text: String, offset: Int, position: String) {
    #expect(TextPosition(of: offset, in: Array(text.utf8)).description == position)
  }

  @Test func membersKeepTheirOrderAndPlace() throws {
    let node = try parse(#" {"b": [true, null], "a": {"n": -1.5e3, "s": "\u00fc\ud83d\ude00\n"}} "#)
    #expect(node.objectValue?.map(\.key) == ["b", "a"])
    #expect(node.offset == 1)
    #expect(node.objectValue?.map(\.keyOffset) == [2, 21])
    #expect(node["b"]?.arrayValue?.first?.boolValue == true)
    #expect(node["b"]?.arrayValue?.last?.isNull == true)
    #expect(node["a"]?["n"]?.doubleValue == -1500)
    #expect(node["a"]?["n"]?.intValue == nil)
    #expect(node["a"]?["s"]?.stringValue == "ü😀\n")
    #expect(node["zz"] == nil)
  }

  @Test func depthIsLimitedAndBytesMustBeText() {
    #expect(throws: Never.self) {
      try parse(String(repeating: "[", count: 200) + String(repeating: "]", count: 200))
    }
    #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 100_000)) }
    #expect(throws: JSONError.self) { try JSONParser.parse(Array("\"".utf8) + [0xFF, 0x22]) }
    #expect(throws: Never.self) { try JSONParser.parse([0xEF, 0xBB, 0xBF] + Array("1".utf8)) }
  }
}

@Suite struct JSONAgainstFoundationTests {
  /// A random document, and documents that are a few bytes from it: both parsers accept the same ones and
  /// read the same values.
  @Test func agreeOnRandomAndMutatedDocuments() throws {
    var generator = SeededGenerator(seed: 9)
    var accepted = 0
    for _ in 0..<300 {
      let node = RandomJSON.node(depth: 0, &generator)
      let document = Array((Bool.random(using: &generator) ? node.prettyJSON : node.compactJSON).utf8)
      try compare(document, mustParse: true)
      for _ in 0..<6 {
        var bytes = document
        let at = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[at] = Array("{}[],:\"\\0123-+.eEtfnu/ \n".utf8).randomElement(using: &generator) ?? 0x20
        case 1: bytes.remove(at: at)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: at)
        }
        accepted += try compare(bytes, mustParse: false) ? 1 : 0
      }
    }
    #expect(accepted > 100)
  }

  @discardableResult
  private func compare(_ bytes: [UInt8], mustParse: Bool) throws -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    do {
      let ours = try JSONParser.parse(bytes)
      // Foundation refuses numbers that no Double holds; here they are text until somebody asks.
      #expect(theirs != nil || RandomJSON.hasInfinity(ours), "\(text)")
      if let theirs { #expect(RandomJSON.isSame(ours, theirs), "\(text)") }
    } catch {
      // Of a repeated key Foundation silently takes one; half a surrogate pair it lets through.
      let isStricter = error.message.contains("appears twice") || error.message.contains("surrogate")
      #expect((theirs == nil || isStricter) && !mustParse, "\(text): \(error.message)")
    }
    return theirs != nil
  }
}

private enum RandomJSON {
  static func node(depth: Int, _ generator: inout SeededGenerator) -> JSONNode {
    JSONNode(value(depth: depth, &generator), offset: 0)
  }

  private static func value(depth: Int, _ generator: inout SeededGenerator) -> JSONNode.Value {
    switch Int.random(in: depth > 3 ? 2..<7 : 0..<7, using: &generator) {
    case 0:
      let keys = (0..<Int.random(in: 0...3, using: &generator)).map { "k\($0)" + text(&generator) }
      return .object(
        keys.map { .init(key: $0, keyOffset: 0, value: node(depth: depth + 1, &generator)) })
    case 1:
      let count = Int.random(in: 0...3, using: &generator)
      return .array((0..<count).map { _ in node(depth: depth + 1, &generator) })
    case 2: return .string(text(&generator))
    case 3: return .number(Int.random(in: -1_000_000...1_000_000, using: &generator).compactJSON)
    case 4: return .bool(Bool.random(using: &generator))
    case 5: return .number(Double.random(in: -1e6...1e6, using: &generator).compactJSON)
    default: return .null
    }
  }

  private static func text(_ generator: inout SeededGenerator) -> String {
    let pieces = ["a", "ü", "😀", "\"", "\\", "\n", "\t", "\u{1}", "/", "\u{7F}", "\u{2028}", "é"]
    return (0..<Int.random(in: 0...4, using: &generator))
      .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  static func hasInfinity(_ node: JSONNode) -> Bool {
    let children = node.arrayValue ?? node.objectValue?.map(\.value) ?? []
    return node.doubleValue?.isInfinite == true || children.contains(where: hasInfinity)
  }

  static func isSame(_ ours: JSONNode, _ theirs: Any) -> Bool {
    switch ours.value {
    case .null: return theirs is NSNull
    case .string(let text): return theirs as? String == text
    case .bool(let flag): return (theirs as? NSNumber)?.boolValue == flag
    case .number: return (theirs as? NSNumber)?.doubleValue == ours.doubleValue
    case .array(let elements):
      guard let list = theirs as? [Any], list.count == elements.count else { return false }
      return zip(elements, list).allSatisfy { isSame($0, $1) }
    case .object(let members):
      guard let object = theirs as? [String: Any], object.count == members.count else { return false }
      return members.allSatisfy { member in object[member.key].map { isSame(member.value, $0) } ?? false }
    }
  }
}
