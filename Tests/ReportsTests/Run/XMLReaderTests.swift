import Base
import TestSupport
import Testing

@testable import Reports

/// Elements and attributes as they were written come back, and what is damaged is refused with its line.
@Suite struct XMLReaderTests {
  private func events(_ text: String) throws -> [XMLReader.Event] {
    var reader = XMLReader(Array(text.utf8))
    var events: [XMLReader.Event] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  private static let characters: [Character] = [
    "a", "Z", "0", " ", "\n", "\t", "\r", "&", "<", ">", "\"", "'", ";", "#", "]", "-", "é", "→", "🧪", "/",
    "=",
  ]

  private struct Generated {
    var writer = XMLWriter()
    var events: [XMLReader.Event] = []
    var random: SeededGenerator

    mutating func word() -> String {
      String(
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          XMLReaderTests.characters.randomElement(using: &random) ?? "a"
        })
    }

    mutating func element(_ depth: Int, _ writer: inout XMLWriter) {
      let name = ["testsuite", "testcase", "a.b-c_d", "x"].randomElement(using: &random) ?? "x"
      let attributes = ["name", "classname", "time"].prefix(Int.random(in: 0...3, using: &random)).map {
        ($0, word())
      }
      events.append(.start(name, attributes: Dictionary(uniqueKeysWithValues: attributes)))
      if depth > 3 || Bool.random(using: &random) {
        writer.element(name, attributes, text: word())
      } else {
        writer.element(name, attributes) { writer in
          for _ in 0..<Int.random(in: 0...3, using: &random) { element(depth + 1, &writer) }
        }
      }
      events.append(.end)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>) func whatIsWrittenIsRead(seed: UInt64) throws {
    var generated = Generated(random: SeededGenerator(seed: seed))
    var writer = XMLWriter()
    generated.element(0, &writer)
    #expect(try events(writer.text) == generated.events)
    // A file that is cut off anywhere is no whole one.
    let bytes = Array(writer.text.utf8)
    for length in bytes.indices.dropLast() where length % 7 == 0 {
      #expect(throws: XMLReader.Damage.self, "seed \(seed), \(length) bytes") {
        var reader = XMLReader(Array(bytes.prefix(length)))
        while try reader.next() != nil {}
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func bytesThatChangedNeverCrash(seed: UInt64) {
    var generated = Generated(random: SeededGenerator(seed: seed))
    var writer = XMLWriter()
    generated.element(0, &writer)
    var bytes = Array(writer.text.utf8)
    for _ in 0..<8 {
      bytes[Int.random(in: bytes.indices, using: &generated.random)] = UInt8.random(
        in: 0...255, using: &generated.random)
    }
    var reader = XMLReader(bytes)
    while (try? reader.next()) ?? nil != nil {}
  }

  @Test func whatStandsBetweenElementsIsPassedOver() throws {
    let text = """
      \u{FEFF}<?xml version='1.0'?>
      <!DOCTYPE testsuites>
      <!-- a < b & c -->
      <a x = '&lt;&amp;&#233;&#x1F9EA;"' y="'"><![CDATA[</a> ]]]]><!-- - -- -->text &nothing; <?go on?></a >

      """
    #expect(try events(text) == [.start("a", attributes: ["x": "<&é🧪\"", "y": "'"]), .end])
  }

  @Test(arguments: [
    ("", 1, "has no element"), ("\n\n{}", 3, "outside the root"),
    ("<a>\n<b>\n</a>", 3, "end tag <a>"),
    ("<a>\n<b/>\n", 1, "<a> is never closed"), ("<a/>\n<a/>", 2, "second root"), ("<a x=1/>", 1, "no quotes"),
    ("<a>\n<b x=\"1/>", 2, "no end"), ("<a x=\"1\" x=\"2\"/>", 1, "twice"),
    ("<a\nx=\"&nbsp;\"/>", 2, "entity"), ("<a x=\"&#0;\"/>", 1, "entity"), ("<a x=\"<\"/>", 1, "\"<\""),
    ("<a><!-- ", 1, "comment"), ("<a><![CDATA[ ]]", 1, "CDATA"), ("</a>", 1, "end tag"),
    ("<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><a x=\"&e;\"/>", 1, "declarations"),
  ]) func damageHasItsPlace(text: String, line: Int, part: String) throws {
    let damage = try #require(throws: XMLReader.Damage.self) { try events(text) }
    #expect(damage.line == line)
    #expect(damage.message.contains(part), "\(damage.message)")
  }
}
