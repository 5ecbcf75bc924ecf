import Support
import TestSupport
import Testing

@testable import Scaffold

@Suite("Templates")
struct TemplateTests {
  private var values: TemplateValues {
    var values = TemplateValues()
    values.texts = ["Name": "Wish", "Empty": "", "braces": "{{"]
    values.flags = ["demo": true, "contract": false]
    values.rows = ["packages": [["path": "../A"], ["path": "../B"]]]
    return values
  }

  private func rendered(_ text: String) throws -> String {
    String(decoding: try TemplateText(Array(text.utf8), place: "t").rendered(values), as: UTF8.self)
  }

  @Test(
    "names become values, sections stay or go",
    arguments: [
      ("let {{Name}} = 1", "let Wish = 1"), ("{{braces}}Name}}", "{{Name}}"), ("a } b { c", "a } b { c"),
      ("a{{#demo}}b{{/demo}}c{{^demo}}d{{/demo}}", "abc"), ("{{#contract}}x{{Unheard}}{{/contract}}y", "y"),
      ("{{#Empty}}x{{/Empty}}{{#Name}}{{Name}}{{/Name}}", "Wish"),
      ("1\n  {{#demo}}  \n2\n{{/demo}}\n3\n", "1\n2\n3\n"),
      ("1\r\n{{#demo}}\r\n2\r\n{{/demo}}\r\n", "1\r\n2\r\n"),
      ("{{#packages}}\n<{{path}}, {{Name}}>\n{{/packages}}\n", "<../A, Wish>\n<../B, Wish>\n"),
      ("{{#demo}}{{#packages}}{{path}}{{/packages}}{{/demo}}", "../A../B"), ("", ""),
    ])
  func text(_ text: String, _ expected: String) throws {
    #expect(try rendered(text) == expected)
  }

  @Test(
    "what is wrong is said with its place",
    arguments: [
      ("a\n b {{Nme}}", "t:2:4: unknown name \"Nme\"; did you mean \"Name\"?"),
      ("é{{Quux}}", "t:1:2: unknown name \"Quux\"; known are Empty, Name, braces"),
      ("{{#demos}}{{/demos}}", "t:1:1: unknown name \"demos\"; did you mean \"demo\"?"),
      ("x {{Name", "t:1:3: \"{{\" without \"}}\" on its line"),
      ("x {{Name\n}}", "t:1:3: \"{{\" without \"}}\" on its line"),
      ("{{#demo}}\nx", "t:1:1: the section \"demo\" is never ended"),
      ("x{{/demo}}", "t:1:2: no section is open here"),
      ("{{#demo}}{{^contract}}{{/demo}}", "t:1:23: the section \"contract\" has to end first"),
      ("{{ Name }}", "t:1:1: a name of letters and digits is expected between \"{{\" and \"}}\""),
    ])
  func errors(_ text: String, _ message: String) {
    #expect(throws: TemplateError.self) { try rendered(text) }
    do { _ = try rendered(text) } catch { #expect((error as? TemplateError)?.message == message) }
  }

  private func template(_ files: [String: String]) -> Template {
    Template(
      "t", TemplateSettings(named: "t"),
      files: files.sorted { $0.key < $1.key }.map {
        TemplateFile(path: $0.key, contents: Array($0.value.utf8), place: $0.key)
      })
  }

  @Test func filesOfWhichNothingIsLeftAreLeftOut() throws {
    let files = try template([
      "Package.swift.template": "x", "Sources/{{Name}}/{{Name}}.swift": "",
      "Demo.swift": "{{#contract}}\nx\n{{/contract}}\n",
      "{{#contract}}No.swift{{/contract}}": "y",
    ]).rendered(values)
    #expect(files.map(\.path) == ["Package.swift", "Sources/Wish/Wish.swift"])
  }

  @Test(
    "a path that leads away, or is taken twice, is refused",
    arguments: [
      "../x", "/x", "a//b", "a/{{Empty}}/b", "a/../../b", ".git/hooks/x", "./a", "a\u{1B}b", "package.SWIFT",
    ])
  func paths(_ path: String) {
    #expect(throws: TemplateError.self) {
      try template(["Package.swift.template": "x", path: "y"]).rendered(values)
    }
  }

  @Test func aTemplateWithoutAManifestIsNone() {
    #expect(throws: TemplateError.self) { try template(["a": "b"]).rendered(values) }
  }

  @Test("any bytes make a template or an error with a place, and never more")
  func anyBytes() {
    var generator = SeededGenerator(seed: 5)
    let pool = ["{{", "}}", "#", "/", "^", "demo", "Name", "\n", " ", "é", "\r\n", "\u{0}"]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        pool.randomElement(using: &generator) ?? ""
      }
      .joined()
      do throws(TemplateError) {
        _ = try TemplateText(Array(text.utf8), place: "t").rendered(values)
      } catch {
        #expect(error.message.hasPrefix("t:"), "\(text)")
      }
    }
  }

  @Test("template.json says what it does not know, and where")
  func settings() throws {
    func parse(_ text: String) throws -> TemplateSettings {
      try TemplateSettings.parse(Array(text.utf8), named: "screen", place: "template.json")
    }
    #expect(try parse("{}").layers == ["screen", "screens"])
    #expect(try parse("{}").folder == "Screens")
    for (text, message) in [
      (#"{"sufix": "X"}"#, #"template.json:1:2: unknown key "sufix"; did you mean "suffix"?"#),
      ("{\n\"tags\": [1]}", #"template.json:2:9: "tags" must be a list of strings"#),
      ("[]", "template.json:1:1: it must be an object"),
      ("{", "template.json:1:1: this object is never closed"),
    ] {
      do {
        _ = try parse(text)
        Issue.record("\(text) was accepted")
      } catch {
        #expect((error as? TemplateError)?.message == message)
      }
    }
    for ready in ReadyTemplates.all {
      #expect(
        try TemplateSettings.parse(Array(ready.settings.text.utf8), named: ready.name, place: "")
          == ready.settings)
    }
  }
}
