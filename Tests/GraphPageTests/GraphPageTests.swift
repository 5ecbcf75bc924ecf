import Digests
import Foundation
import ReportSupport
import Reports
import Support
import TestSupport
import Testing

@testable import GraphPage

@Suite("The graph as a page and as SVG")
struct GraphPageTests {
  private func parts(of page: String, between start: String, and end: String) -> [String] {
    page.components(separatedBy: start).dropFirst().compactMap { $0.components(separatedBy: end).first }
  }

  private func data(in page: String) throws -> JSONNode {
    let text = try #require(
      parts(of: page, between: "<script type=\"application/json\" id=\"data\">", and: "</script>").first)
    return try JSONParser.parse(Array(text.utf8))
  }

  @Test("the document has a place for everything, once")
  func holes() {
    let document = String(decoding: GraphPageParts.document, as: UTF8.self)
    #expect(document.components(separatedBy: "{{").count - 1 == GraphPage.Hole.allCases.count)
    for hole in GraphPage.Hole.allCases {
      #expect(document.components(separatedBy: "{{\(hole.rawValue)}}").count == 2, "\(hole)")
    }
  }

  @Test("the policy names exactly the script and the style that are in the page")
  func policy() throws {
    let page = GraphPage.text(GraphFixtures.shop())
    let policy = try #require(
      parts(of: page, between: "Content-Security-Policy\" content=\"", and: "\"").first)
    for (directive, tag) in [("script-src", "script"), ("style-src", "style")] {
      let body = try #require(parts(of: page, between: "<\(tag)>", and: "</\(tag)>").first)
      let digest = Data(SHA256.digest(of: body.utf8).bytes).base64EncodedString()
      #expect(policy.contains("\(directive) 'sha256-\(digest)'"))
    }
    #expect(policy.hasPrefix("default-src 'none';"))
    #expect(!policy.contains("unsafe"))
  }

  @Test("nothing in the page points outside, and no text becomes markup")
  func selfContained() {
    let page = GraphPage.text(GraphFixtures.shop())
    for word in [
      "http://", "https://", "src=", "@import", "url(", "innerHTML", "insertAdjacentHTML", "document.write",
    ] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test("no name leaves the data, and all arrive as they are shown elsewhere")
  func hostileNames() throws {
    let names = GraphSketch.hostileNames + ["</script><script>x", "a\u{2028}b\u{2029}c", "<!--<script>"]
    let page = GraphPage.text(GraphFixtures.plain(GraphSketch.libraries(names)))
    #expect(parts(of: page, between: "<script", and: ">").count == 2)
    #expect(!page.unicodeScalars.contains("\u{2028}") && !page.unicodeScalars.contains("\u{2029}"))
    let modules = try data(in: page)["modules"]?.arrayValue ?? []
    #expect(Set(modules.compactMap { $0["name"]?.stringValue }) == Set(names.map(Text.escapingControls)))
  }

  @Test("embedded JSON says what it said before")
  func embedded() throws {
    let text = "</script> <!-- \u{2028}\u{2029} \\u003c \"quoted\" &amp; 日本"
    var writer = JSONWriter(pretty: false)
    writer.string(text)
    let embedded = GraphPage.embedded(writer.text)
    #expect(!embedded.contains("<"))
    #expect(try JSONParser.parse(Array(embedded.utf8)).stringValue == text)
  }

  @Test("colours stand for teams by name, layers in their order, and what has none is grey")
  func colorings() throws {
    let all = GraphColoring.all(GraphFixtures.shop())
    #expect(all.map(\.key) == ["team", "layer", "kind"])
    #expect(all[0].groups.map(\.name) == ["The Shop", "no owner"])
    #expect(all[0].groups.last?.color == GraphPalette.none)
    #expect(all[1].groups.map(\.name) == ["app", "core"])
    #expect(GraphColoring.all(GraphFixtures.plain(GraphSketch.graph("A"))).map(\.key) == ["kind"])
    let colors = (0..<60).map { GraphPalette.color($0).light }
    #expect(Set(colors).count == 60)
  }

  @Test("2,600 modules, all affected, are a page of less than 3 MB")
  func size() {
    #expect(GraphPage.text(GraphFixtures.large(2600)).utf8.count < 3_000_000)
  }

  @Test("the SVG is XML that shows every module, lit and broken as it is")
  func svg() throws {
    let report = GraphFixtures.shop()
    let root = try #require(XMLTree.root(of: GraphSVG.text(report)))
    let nodes = root.all("g").filter { $0["class"]?.hasPrefix("node") == true }
    #expect(nodes.count == report.modules.count)
    #expect(nodes.filter { $0["class"] == "node changed library" }.count == 1)
    let titles = nodes.compactMap { $0.all("title").first?.text }
    #expect(titles.contains { $0.hasPrefix("//App:App\n") && $0.contains("depends on //Cart:Cart") })
    let broken = root.all("path").filter { $0["class"] == "edge broken" }
    #expect(broken.map { $0.all("title").first?.text } == ["App may not see Core"])
    #expect(root.all("path").count == report.edges.count)
  }

  private struct Box {
    let x: Range<Int>
    let y: Range<Int>

    func overlaps(_ other: Box) -> Bool { x.overlaps(other.x) && y.overlaps(other.y) }
  }

  @Test("names of rules cover no box and no other name", arguments: [12, 60, 200])
  func rulesInSVG(_ packages: Int) throws {
    let root = try #require(XMLTree.root(of: GraphSVG.text(GraphFixtures.workspace(packages: packages))))
    func number(_ text: String?) -> Int { Int(text ?? "") ?? 0 }
    let boxes = root.all("rect").filter { $0["class"] == "card" && $0["height"] == "28" }.map { box in
      let (x, y) = (number(box["x"]), number(box["y"]))
      return Box(x: x..<(x + number(box["width"])), y: y..<(y + 28))
    }
    let words = root.all("text").filter { $0["class"] == "broken" }.map { text in
      let (x, y) = (number(text["x"]), number(text["y"]))
      return Box(x: (x - 17)..<(x + 17), y: (y - 9)..<(y + 2))
    }
    #expect(!words.isEmpty)
    for (index, word) in words.enumerated() {
      #expect(!(boxes + words[(index + 1)...]).contains(where: word.overlaps), "\(word)")
    }
  }

  @Test("the SVG has no colours but the page's")
  func colorsOfSVG() {
    func colors(_ style: [UInt8]) -> Set<Substring> {
      Set(String(decoding: style, as: UTF8.self).matches(of: /#[0-9a-f]{3,8}/).map(\.output))
    }
    let drawing = colors(PackageResources.drawing_css)
    #expect(!drawing.isEmpty && drawing.isSubset(of: colors(PackageResources.colors_css)))
  }

  @Test("no name breaks the SVG")
  func hostileSVG() throws {
    let names = GraphSketch.hostileNames + ["]]>", "a\u{0}b", "\u{FFFE}"]
    let root = try #require(
      XMLTree.root(of: GraphSVG.text(GraphFixtures.plain(GraphSketch.libraries(names)))))
    #expect(root.all("g").filter { $0["class"]?.hasPrefix("node") == true }.count == names.count)
  }
}
