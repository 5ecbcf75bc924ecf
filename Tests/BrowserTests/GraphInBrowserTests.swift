import Foundation
import Names
import ReportSupport
import Reports
import Support
import TestSupport
import Testing

/// The page in a real browser: what a person would do, and that it asks nobody for anything.
@Suite("The graph in Chromium", .serialized, .enabled(if: Browser.isExpected, "no Chromium"))
struct GraphInBrowserTests {
  @Test("2,600 modules: opens, answers a search, shows details")
  func large() throws {
    let page = try OpenedGraph(GraphFixtures.large(2600))
    #expect(try page.heading == "Overview")
    try page.browser.press("/")
    try page.browser.type("module1234")
    #expect(
      try page.browser.text(of: "document.querySelector('#results li span').textContent") == "Module1234")
    #expect(
      try page.browser.value(of: "document.querySelectorAll('#results [role=option]').length")?.intValue == 1)
    try page.browser.press("Enter")
    try page.browser.settle()
    #expect(try page.heading == "Module1234")
    #expect(
      try page.browser.text(of: "document.querySelector('.chain code').textContent")
        == "All/Sources/Module0/File.swift")
    #expect(try page.browser.text(of: "decodeURIComponent(location.hash)") == "#//All:Module1234")
    #expect(try page.browser.text(of: "document.activeElement.id") == "canvas")
    page.expectQuiet()
  }

  @Test("a click shows reasons, owners, neighbours and broken rules")
  func click() throws {
    let page = try OpenedGraph(GraphFixtures.shop())
    let app = try page.place(of: "App")
    try page.browser.click(x: app.x, y: app.y)
    try page.browser.settle()
    let details = try page.details
    for words in [
      "App", "//App:App", "reached", "layer:app", "The Shop", "layers", "App may not see Core", "depends on",
      "//Cart:Cart", "Cart/Sources/Cart/Cart.swift", "AppTests",
    ] {
      #expect(details.contains(words), "\(words)")
    }
    // The chain's module is a way to go.
    _ = try page.browser.value(of: "document.querySelector('.chain button').click()")
    #expect(try page.heading == "Cart")
    page.expectQuiet()
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

  @Test("the keyboard alone goes everywhere")
  func keyboard() throws {
    let page = try OpenedGraph(GraphFixtures.shop(), fragment: "//App:AppTests")
    #expect(try page.heading == "AppTests")
    for (key, expected) in [
      ("ArrowDown", "App"), ("ArrowDown", "Cart"), ("ArrowDown", "Core"), ("ArrowRight", "Core"),
      ("n", "Cart"), ("n", "App"), ("p", "Cart"), ("Escape", "Overview"), ("ArrowDown", "Cart"),
      ("ArrowUp", "App"), ("f", "App"), ("ArrowRight", "Cart"), ("1", "Cart"), ("2", "Cart"),
    ] {
      try page.keys(key)
      #expect(try page.heading == expected, "\(key)")
    }
    #expect(try page.text("document.documentElement.dataset.view") == "matrix")
    #expect(try page.text("document.getElementById('live').textContent") != "")
    try page.browser.press("Enter")
    #expect(try page.text("document.activeElement.tagName") == "H2")
    try page.browser.press("?")
    #expect(try page.browser.value(of: "document.getElementById('keys').open")?.boolValue == true)
    page.expectQuiet()
  }

  @Test("every control has a name and a place in the order of Tab")
  func controls() throws {
    let page = try OpenedGraph(GraphFixtures.shop())
    let nameless = try page.browser.value(
      of: """
        [...document.querySelectorAll('button, input, select, canvas, aside')].filter((element) =>
          !element.ariaLabel && !element.textContent.trim() && !(element.labels || []).length).length
        """)
    #expect(nameless?.intValue == 0)
    var reached: Set<String> = []
    for _ in 0..<16 {
      try page.browser.press("Tab")
      reached.insert(try page.browser.text(of: "document.activeElement.id") ?? "")
    }
    #expect(
      reached.isSuperset(of: [
        "search", "view-bands", "view-matrix", "view-focus", "level", "grouping", "coloring", "only", "theme",
        "help", "canvas", "zoom-in",
      ]))
  }

  @Test("colours, level of detail and the affected alone can be chosen")
  func choices() throws {
    let page = try OpenedGraph(GraphFixtures.shop(), fragment: "?shop cart")
    let results = "[...document.querySelectorAll('#results span')].map((one) => one.textContent).join()"
    #expect(try page.browser.text(of: results) == "Cart,CartTests")
    try page.browser.press("Escape")
    let legend = "[...document.querySelectorAll('#details .links')][0].innerText.replace(/\\s+/g, ' ').trim()"
    #expect(try page.browser.text(of: legend) == "The Shop 5 no owner 1")
    try page.choose("coloring", "layer")
    #expect(try page.browser.text(of: legend) == "app 5 core 1")
    // What is not affected cannot stay selected when only the affected is shown.
    try page.keys("n", "ArrowUp")
    try page.press("only")
    #expect(try page.painted.allSatisfy { !$0.text.hasPrefix("Core") })
    page.expectQuiet()
  }

  @Test("a large workspace begins with groups, shows what is affected, and opens step by step")
  func groups() throws {
    let report = GraphFixtures.workspace(packages: 200)
    let page = try OpenedGraph(report, width: 1920, height: 1080)
    let changed = try #require(report.modules.first { $0.mark == .changed }?.id.name)
    #expect(try page.painted.contains { $0.text == changed || $0.text.hasPrefix(changed.prefix(6)) })
    #expect(try page.painted.count < 120)
    let group = try page.place(of: try #require(try page.painted.first { $0.text.hasPrefix("team-2") }).text)
    try page.browser.doubleClick(x: group.x, y: group.y)
    #expect(try page.heading.hasPrefix("team-2"))
    let buttons = "[...document.querySelectorAll('.actions button')].map((one) => one.textContent).join()"
    #expect(try page.text(buttons) == "Modules,Close")
    _ = try page.browser.value(of: "document.querySelector('.actions button').click()")
    #expect(try page.text(buttons) == "Packages,Close")
    page.expectQuiet()
  }

  @Test("the wheel zooms about the pointer, and dragging moves")
  func camera() throws {
    let page = try OpenedGraph(GraphFixtures.shop())
    func camera() throws -> [Double] {
      try page.text("document.getElementById('canvas').dataset.camera").split(separator: " ").compactMap {
        Double($0)
      }
    }
    let pointer = try page.place(of: "Cart")
    let top = try page.browser.value(of: "document.getElementById('canvas').getBoundingClientRect().top")
    let place = (x: pointer.x, y: pointer.y - (top?.doubleValue ?? 0))
    let before = try camera()
    try page.browser.mouse("mouseWheel", x: pointer.x, y: pointer.y, wheel: -200)
    try page.browser.settle()
    let after = try camera()
    #expect(after[0] > before[0] * 1.2)
    // What lay under the pointer still does.
    for (axis, at) in [(1, place.x), (2, place.y)] {
      #expect(abs((at - before[axis]) / before[0] - (at - after[axis]) / after[0]) < 1)
    }
    try page.browser.mouse("mousePressed", x: 230, y: 600)
    try page.browser.mouse("mouseMoved", x: 290, y: 640)
    try page.browser.mouse("mouseReleased", x: 290, y: 640)
    try page.browser.settle()
    let moved = try camera()
    #expect(abs(moved[1] - after[1] - 60) < 2 && abs(moved[2] - after[2] - 40) < 2)
    #expect(try page.heading == "Overview")
  }

  @Test(
    "what is dragged looks as it does when it is let go", arguments: [("", 800), ("focus2", 800), ("", 390)])
  func dragging(_ fragment: String, _ width: Int) throws {
    let page = try OpenedGraph(
      GraphFixtures.workspace(packages: 200), fragment: fragment, width: width, height: 800)
    // A copy, since Chromium complains of canvases that are read again and again.
    let remember = """
      (() => {
        const canvas = document.getElementById('canvas'), copy = document.createElement('canvas');
        copy.width = canvas.width;
        copy.height = canvas.height;
        const pen = copy.getContext('2d', { willReadFrequently: true });
        pen.drawImage(canvas, 0, 0);
        window.seen = window.seen || [];
        window.seen.push(pen.getImageData(0, 0, copy.width, copy.height).data);
      })()
      """
    try page.browser.mouse("mousePressed", x: 200, y: 400)
    for (x, y) in [(240.0, 420.0), (330.0, 470.0), (120.0, 330.0)] {
      try page.browser.mouse("mouseMoved", x: x, y: y)
      try page.browser.settle()
    }
    _ = try page.browser.value(of: remember)
    try page.browser.mouse("mouseReleased", x: 120, y: 330)
    try page.browser.settle()
    _ = try page.browser.value(of: remember)
    let different = try page.browser.value(
      of: """
        (() => {
          const [before, after] = window.seen;
          let count = 0;
          for (let at = 0; at < before.length; at += 4) {
            if (Math.abs(before[at] - after[at]) + Math.abs(before[at + 1] - after[at + 1]) > 48) count += 1;
          }
          return count / before.length * 4;
        })()
        """)
    #expect((different?.doubleValue ?? 1) < 0.005)
    page.expectQuiet()
  }

  @Test("light and dark follow the system until the switch is used; broken rules are drawn in red")
  func themes() throws {
    let page = try OpenedGraph(GraphFixtures.shop())
    let theme = "document.documentElement.dataset.theme"
    #expect(try page.browser.text(of: theme) == "light")
    try page.browser.prefer(["prefers-color-scheme": "dark", "prefers-reduced-motion": "reduce"])
    try page.browser.settle()
    #expect(try page.browser.text(of: theme) == "dark")
    _ = try page.browser.value(of: "document.getElementById('theme').click()")
    try page.browser.prefer(["prefers-color-scheme": "light"])
    try page.browser.prefer(["prefers-color-scheme": "dark"])
    try page.browser.settle()
    #expect(try page.browser.text(of: theme) == "light")
    let red = try page.browser.value(
      of: """
        (() => {
          const canvas = document.getElementById('canvas');
          const dots = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
          let red = 0;
          for (let at = 0; at < dots.length; at += 4) {
            if (dots[at] === 0xc8 && dots[at + 1] === 0x1e && dots[at + 2] === 0x2c) red += 1;
          }
          return red;
        })()
        """)
    #expect((red?.intValue ?? 0) > 60)
  }

  @Test("no name becomes markup or a script, and a planted script does not run")
  func hostile() throws {
    let names =
      GraphSketch.hostileNames + [
        "</script><script>window.planted = 1</script>", "<img src=x onerror=alert(1)>",
      ]
    let page = try OpenedGraph(GraphFixtures.plain(GraphSketch.libraries(names)))
    try page.browser.press("/")
    try page.browser.type("</script>")
    let shown = "document.querySelector('#results li span').textContent"
    #expect(try page.browser.text(of: shown) == "</script><script>window.planted = 1</script>")
    try page.browser.press("Enter")
    #expect(try page.heading == "</script><script>window.planted = 1</script>")
    #expect(try page.browser.value(of: "document.querySelectorAll('script, img').length")?.intValue == 2)
    page.expectQuiet()
    _ = try page.browser.value(
      of: """
        (() => {
          const script = document.createElement('script');
          script.textContent = 'window.planted = 1';
          document.body.append(script);
        })()
        """)
    #expect(try page.browser.text(of: "typeof window.planted") == "undefined")
  }
}
