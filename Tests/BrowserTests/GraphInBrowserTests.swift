import Base
import Foundation
import ReportSupport
import Reports
import TestSupport
import Testing

@testable import Features

/// The page in a real browser: what a person would do, and that it asks nobody for anything.
@Suite("The graph in Chromium", .serialized, .enabled(if: Browser.isExpected, "no Chromium"))
struct GraphInBrowserTests {
  @Test("2,600 modules: opens, answers a search, shows details")
  func large() throws {
    let page = try OpenedGraph(GraphFixtures.large(2600))
    #expect(try page.heading == "Overview")
    #expect(try page.list("reached").count == 2599)
    try page.browser.press("/")
    try page.browser.type("module1234")
    #expect(try page.list("found") == ["//All:Module1234"])
    try page.browser.press("Enter")
    try page.browser.settle()
    #expect(try page.heading == "//All:Module1234")
    #expect(try page.list("why it is affected").last == "changed All/Sources/Module0/File.swift")
    #expect(try page.text("decodeURIComponent(location.hash)") == "#//All:Module1234")
    #expect(try page.text("document.activeElement.id") == "stage")
    // It stands in the middle, large enough to be read.
    let stage = try page.text(
      """
      (() => {
        const box = document.getElementById('stage').getBoundingClientRect();
        return `${box.left + box.width / 2} ${box.top + box.height / 2}`;
      })()
      """
    ).split(separator: " ").compactMap { Double($0) }
    let place = try page.place(of: "//All:Module1234")
    #expect(abs(place.x - stage[0]) < 2 && abs(place.y - stage[1]) < 2)
    let height = "document.querySelector('.selected').getBoundingClientRect().height"
    #expect((try page.browser.value(of: height)?.doubleValue ?? 0) > 20)
    page.expectQuiet()
  }

  @Test("a click shows reasons, owners, neighbours and broken rules")
  func click() throws {
    let page = try OpenedGraph(GraphFixtures.shop())
    let app = try page.place(of: "//App:App")
    try page.browser.click(x: app.x, y: app.y)
    try page.browser.settle()
    let details = try page.details
    for words in ["//App:App", "reached", "layer:app", "owned by The Shop", "layers: App may not see Core"] {
      #expect(details.contains(words), "\(words)")
    }
    #expect(
      try page.list("why it is affected")
        == ["depends on //Cart:Cart", "changed Cart/Sources/Cart/Cart.swift"])
    // The module in a reason is a way to go.
    _ = try page.browser.value(of: "document.querySelector('#details li button').click()")
    #expect(try page.heading == "//Cart:Cart")
    page.expectQuiet()
  }

  @Test("the panel lists what a module needs and who needs it, as the graph has it", arguments: [12, 200])
  func neighbours(_ packages: Int) throws {
    let report = GraphFixtures.workspace(packages: packages)
    var random = SeededGenerator(seed: UInt64(packages))
    func ids(_ edges: [GraphReport.Edge], _ end: KeyPath<GraphReport.Edge, Int>) -> Set<String> {
      Set(edges.map { report.modules[$0[keyPath: end]].id.description })
    }
    for module in (0..<4).map({ _ in Int.random(in: report.modules.indices, using: &random) }) {
      let page = try OpenedGraph(report, fragment: report.modules[module].id.description)
      // Behind an id may stand what the arrow is.
      let (needs, neededBy) = (try page.ids("depends on"), try page.ids("needed by"))
      #expect(Set(needs) == ids(report.edges.filter { $0.from == module }, \.to))
      #expect(Set(neededBy) == ids(report.edges.filter { $0.to == module }, \.from))
      #expect(needs.count == Set(needs).count && neededBy.count == Set(neededBy).count)
      // The same modules stand out in the drawing.
      let near = try page.browser.value(of: "document.querySelectorAll('.node.near').length")?.intValue
      #expect(near == Set(needs + neededBy).count + 1)
      page.expectQuiet()
    }
  }

  @Test("a broken rule is told at both its ends, and nowhere else")
  func brokenRule() throws {
    let told = "document.getElementById('details').innerText.includes('App may not see Core')"
    for (module, isEnd) in [("//App:App", true), ("//Core:Core", true), ("//Cart:Cart", false)] {
      let page = try OpenedGraph(GraphFixtures.shop(), fragment: module)
      #expect(try page.browser.value(of: told)?.boolValue == isEnd, "\(module)")
      page.expectQuiet()
    }
  }

  @Test("every broken rule is in the overview, with why and mend at its module")
  func rules() throws {
    let report = GraphFixtures.workspace(packages: 60)
    let page = try OpenedGraph(report)
    #expect(Set(try page.list("broken rules")) == Set(report.violations.map { "layers: \($0.message)" }))
    let opened = try OpenedGraph(report, fragment: try #require(report.violations.first).from.description)
    #expect(
      try opened.list("broken rule").suffix(2)
        == ["layers keep changes small", "remove the dependency"])
  }

  @Test("the keyboard alone goes everywhere")
  func keyboard() throws {
    let page = try OpenedGraph(GraphFixtures.shop(), fragment: "//App:AppTests")
    #expect(try page.heading == "//App:AppTests")
    for (key, expected) in [
      ("ArrowRight", "//App:App"), ("ArrowRight", "//Cart:Cart"), ("ArrowRight", "//Core:Core"),
      ("ArrowRight", "//Core:Core"), ("n", "//Cart:Cart"), ("n", "//App:App"), ("p", "//Cart:Cart"),
      ("Escape", "Overview"), ("ArrowDown", "//Cart:Cart"), ("ArrowLeft", "//Cart:CartTests"),
      ("ArrowRight", "//Cart:Cart"), ("n", "//App:App"),
    ] {
      try page.keys(key)
      #expect(try page.heading == expected, "\(key)")
    }
    // Down and up go through a column and round its end.
    var column: Set<String> = []
    repeat {
      column.insert(try page.heading)
      try page.keys("ArrowDown")
    } while try page.heading != "//App:App"
    #expect(column.count > 1)
    try page.keys("ArrowDown")
    try page.keys("ArrowUp")
    #expect(try page.heading == "//App:App")
    #expect(try page.text("document.getElementById('live').textContent").hasPrefix("//App:App, reached, "))
    try page.browser.press("Enter")
    #expect(try page.text("document.activeElement.tagName") == "H2")
    try page.browser.press("/")
    #expect(try page.text("document.activeElement.id") == "search")
    page.expectQuiet()
  }

  @Test("a drawing without modules takes keys and searches too")
  func empty() throws {
    let page = try OpenedGraph(GraphFixtures.plain(GraphSketch.libraries([])))
    try page.keys("ArrowDown", "n", "0", "+", "Enter")
    try page.browser.press("/")
    try page.browser.type("core")
    try page.browser.press("Enter")
    #expect(try page.heading == "Search")
    page.expectQuiet()
  }

  @Test("every control has a name and a place in the order of Tab")
  func controls() throws {
    let page = try OpenedGraph(GraphFixtures.shop())
    let nameless = try page.browser.value(
      of: """
        [...document.querySelectorAll('button, input, #stage, aside')].filter((element) =>
          !element.ariaLabel && !element.textContent.trim()).length
        """)
    #expect(nameless?.intValue == 0)
    var reached: Set<String> = []
    for _ in 0..<6 {
      try page.browser.press("Tab")
      reached.insert(try page.text("document.activeElement.id"))
    }
    #expect(reached.isSuperset(of: ["search", "theme", "stage", "zoom-in", "zoom-out", "zoom-fit"]))
  }

  @Test("search finds all words in any order, names that begin so first, and is a part of the address")
  func search() throws {
    let page = try OpenedGraph(GraphFixtures.shop(), fragment: "?cart //")
    #expect(try page.list("found") == ["//Cart:Cart", "//Cart:CartTests"])
    #expect(try page.browser.value(of: "document.querySelectorAll('.node.near').length")?.intValue == 2)
    try page.browser.press("/")
    try page.browser.press("Escape")
    #expect(try page.heading == "Overview")
    #expect(try page.browser.value(of: "document.querySelectorAll('.near, .faded').length")?.intValue == 0)
    try page.browser.press("/")
    try page.browser.type("nothing")
    #expect(try page.text("document.getElementById('live').textContent") == "0 found")
    page.expectQuiet()
  }

  @Test("an address names a module, whatever view an earlier version put before it")
  func addresses() throws {
    for address in ["//App:App", "focus2//App:App", "matrix//App:App"] {
      let page = try OpenedGraph(GraphFixtures.shop(), fragment: address)
      #expect(try page.heading == "//App:App")
      #expect(try page.text("decodeURIComponent(location.hash)") == "#//App:App")
      page.expectQuiet()
    }
  }

  @Test(
    "the whole drawing is seen at first, at every size and as the window changes", arguments: [12, 200],
    [390, 1280, 1920])
  func fit(_ packages: Int, _ width: Int) throws {
    let page = try OpenedGraph(GraphFixtures.workspace(packages: packages), width: width, height: 800)
    #expect(try Self.isWhole(page, width))
    try page.browser.resize(width: width - 60, height: 900)
    try page.browser.settle()
    #expect(try Self.isWhole(page, width - 60))
    page.expectQuiet()
  }

  private static func isWhole(_ page: OpenedGraph, _ width: Int) throws -> Bool {
    try page.browser.value(
      of: """
        (() => {
          const stage = document.getElementById('stage'), box = stage.getBoundingClientRect();
          const drawing = document.getElementById('drawing').getBoundingClientRect();
          return stage.scrollWidth <= stage.clientWidth && stage.scrollHeight <= stage.clientHeight
            && drawing.left >= box.left && drawing.top >= box.top
            && (drawing.width > box.width - 2 || drawing.height > box.height - 2)
            && document.documentElement.scrollWidth <= \(width);
        })()
        """)?.boolValue == true
  }

  @Test("the wheel zooms about the pointer, and dragging moves")
  func camera() throws {
    let page = try OpenedGraph(GraphFixtures.workspace(packages: 60))
    try page.press("zoom-in")
    try page.press("zoom-in")
    try page.press("zoom-in")
    let module = GraphFixtures.workspace(packages: 60).modules[60].id.description
    func scale() throws -> Double {
      try page.browser.value(of: "document.getElementById('drawing').getBoundingClientRect().width")?
        .doubleValue ?? 0
    }
    let (pointer, before) = (try page.place(of: module), try scale())
    try page.browser.mouse("mouseWheel", x: pointer.x, y: pointer.y, wheel: -200)
    try page.browser.settle()
    #expect(try scale() > before * 1.2)
    // What lay under the pointer still does.
    let after = try page.place(of: module)
    #expect(abs(after.x - pointer.x) < 2 && abs(after.y - pointer.y) < 2)
    try page.browser.mouse("mousePressed", x: 330, y: 400)
    try page.browser.mouse("mouseMoved", x: 360, y: 420)
    try page.browser.mouse("mouseMoved", x: 390, y: 440)
    try page.browser.mouse("mouseReleased", x: 390, y: 440)
    try page.browser.settle()
    let moved = try page.place(of: module)
    #expect(abs(moved.x - after.x - 60) < 2 && abs(moved.y - after.y - 40) < 2)
    // Letting go after a drag is no click.
    #expect(try page.heading == "Overview")
    page.expectQuiet()
  }

  @Test("light and dark follow the system until the switch is used")
  func themes() throws {
    let page = try OpenedGraph(GraphFixtures.shop())
    let light = ["#f6f7f9", "#ffffff", "#c81e2c"]
    let dark = ["#10141b", "#1a202a", "#ff6b75"]
    func colors() throws -> [String] {
      try page.text(
        """
        [[document.body, 'backgroundColor'], [document.querySelector('.untouched .card'), 'fill'],
          [document.querySelector('.edge.broken'), 'stroke']].map(([element, property]) =>
          '#' + getComputedStyle(element)[property].match(/\\d+/g).slice(0, 3)
            .map((part) => Number(part).toString(16).padStart(2, '0')).join('')).join(' ')
        """
      ).split(separator: " ").map(String.init)
    }
    #expect(try colors() == light)
    try page.browser.prefer(["prefers-color-scheme": "dark"])
    #expect(try colors() == dark)
    try page.press("theme")
    #expect(try colors() == light)
    try page.browser.prefer(["prefers-color-scheme": "light"])
    #expect(try colors() == light)
    try page.press("theme")
    #expect(try colors() == dark)
    page.expectQuiet()
  }

  @Test("no name becomes markup or a script, and a planted script does not run")
  func hostile() throws {
    let names =
      GraphSketch.hostileNames + [
        "</script><script>window.planted = 1</script>", "<img src=x onerror=alert(1)>",
        "</title></svg><script>window.planted = 1</script>", "{{script}}",
      ]
    let page = try OpenedGraph(GraphFixtures.plain(GraphSketch.libraries(names)))
    #expect(try page.browser.value(of: "document.querySelectorAll('.node').length")?.intValue == names.count)
    try page.browser.press("/")
    try page.browser.type("</title>")
    try page.browser.press("Enter")
    #expect(try page.heading.hasSuffix(":</title></svg><script>window.planted = 1</script>"))
    #expect(try page.browser.value(of: "document.querySelectorAll('script, img').length")?.intValue == 1)
    page.expectQuiet()
    _ = try page.browser.value(
      of: """
        (() => {
          const script = document.createElement('script');
          script.textContent = 'window.planted = 1';
          document.body.append(script);
        })()
        """)
    #expect(try page.text("typeof window.planted") == "undefined")
  }
}
