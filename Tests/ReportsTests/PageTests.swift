import Base
import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite("What pages are made of")
struct PageTests {
  private enum Hole: String {
    case first
    case second
  }

  private func filled(_ template: String, _ values: [Hole: String]) -> String {
    PageTemplate.filled(template) { (hole: Hole) in values[hole] ?? "" }
  }

  @Test("each hole gets its value, and nothing within a value is a hole")
  func template() {
    let values: [Hole: String] = [.first: "1{{second}}}}", .second: "{{"]
    #expect(filled("<{{first}}|{{second}}|{{first}}>", values) == "<1{{second}}}}|{{|1{{second}}}}>")
    #expect(filled("{{first}}", values) == "1{{second}}}}")
  }

  @Test(
    "what names no hole stays", arguments: ["", "{{", "}}", "{{}}", "{{third}}", "a}}b{{c", "{ {first} }"])
  func noHole(_ text: String) {
    #expect(filled(text, [.first: "1"]) == text)
  }

  @Test("a policy names what it is given by digest, and allows nothing else")
  func policy() {
    let digest = Data(SHA256.digest(of: "a{}".utf8).bytes).base64EncodedString()
    let rest = "base-uri 'none'; form-action 'none'"
    #expect(PagePolicy.text(style: "a{}") == "default-src 'none'; style-src 'sha256-\(digest)'; \(rest)")
    #expect(
      PagePolicy.text(script: "a{}", style: "")
        .hasPrefix("default-src 'none'; script-src 'sha256-\(digest)'; style-src 'sha256-"))
  }
}
