import Base
import Foundation
import ReportSupport
import Reports
import TestSupport
import Testing

@testable import Features

@Suite("The graph as a page and as SVG")
struct GraphPageTests {
  private func parts(of page: String, between start: String, and end: String) -> [String] {
    page.components(separatedBy: start).dropFirst().compactMap { $0.components(separatedBy: end).first }
  }

  @Test("the policy names exactly the script and the style that are in the page")
  func policy() throws {
    let page = GraphPage.text(GraphFixtures.shop())
    let policy = try #require(
      parts(of: page, between: "Content-Security-Policy\" content=\"", and: "\"").first)
    for (directive, tag) in [("script-src", "script type=\"module\""), ("style-src", "style")] {
      let body = try #require(
        parts(of: page, between: "<\(tag)>", and: "</\(tag.prefix(while: \.isLetter))>").first)
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

  @Test("no name becomes markup, and all arrive as they are shown elsewhere")
  func hostileNames() throws {
    let names = GraphSketch.hostileNames + ["</script><script>x", "</svg><b>", "<!--<script>", "{{script}}"]
    let page = GraphPage.text(GraphFixtures.plain(GraphSketch.libraries(names)))
    #expect(parts(of: page, between: "<script", and: ">") == [" type=\"module\""])
    #expect(parts(of: page, between: "</svg", and: ">").count == 2)
    let body = try #require(parts(of: page, between: "aria-hidden=\"true\">", and: "</svg>").first)
    let root = try #require(XMLTree.root(of: "<svg>\(body)</svg>"))
    let shown = root.all("g").compactMap { $0.all("title").first?.text.split(separator: "\n").first }
    #expect(Set(shown.map { String($0) }) == Set(names.map { Text.escapingControls("//Odd:\($0)") }))
  }

  @Test("every mark, warning and hole of the page is filled")
  func filled() {
    let page = GraphPage.text(GraphFixtures.shop())
    #expect(!page.contains("{{"))
    #expect(page.contains("6 modules · 2 affected by worktree · 1 broken rule"))
  }

  @Test("colours stand for teams by name, layers in their order, and what has none is grey")
  func colorings() throws {
    let shop = GraphFixtures.shop()
    let teams = GraphColoring(shop)
    #expect(teams.title == "Team")
    #expect(teams.groups.map(\.name) == ["The Shop", "no owner"])
    #expect(teams.groups.last?.color == GraphPalette.none)
    let layers = GraphColoring(GraphFixtures.layered(["core", "app"]))
    #expect(layers.title == "Layer")
    #expect(layers.groups.map(\.name) == ["core", "app"])
    #expect(GraphColoring(GraphFixtures.plain(GraphSketch.graph("A"))).title == "Kind")
    let colors = (0..<60).map { GraphPalette.color($0).light }
    #expect(Set(colors).count == 60)
  }

  @Test("the legend counts modules of several teams with each")
  func counts() {
    let report = GraphFixtures.workspace(packages: 120)
    let coloring = GraphColoring(report)
    for (group, count) in zip(coloring.groups, coloring.counts) {
      let expected = report.modules.count { module in
        module.owners.isEmpty
          ? group.name == "no owner"
          : module.owners.contains { (report.setting.teamNames[$0] ?? $0) == group.name }
      }
      #expect(count == expected, "\(group.name)")
    }
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
    #expect(broken.map { $0.all("title").first?.text } == ["layers: App may not see Core"])
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

  @Test("no name breaks the SVG")
  func hostileSVG() throws {
    let names = GraphSketch.hostileNames + ["]]>", "a\u{0}b", "\u{FFFE}"]
    let root = try #require(
      XMLTree.root(of: GraphSVG.text(GraphFixtures.plain(GraphSketch.libraries(names)))))
    #expect(root.all("g").filter { $0["class"]?.hasPrefix("node") == true }.count == names.count)
  }
}
