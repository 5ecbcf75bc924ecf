import Foundation
import GraphPage
import ReportSupport
import Reports
import Support
import TestSupport
import Testing

/// The page in a real browser: what a person would do, and that it asks nobody for anything.
@Suite("The graph in Chromium", .serialized, .enabled(if: Browser.isExpected, "no Chromium"))
struct GraphInBrowserTests {
  private static let heading = "document.querySelector('#details h2').textContent"

  private func opened(_ report: GraphReport, fragment: String = "") throws -> Browser {
    let browser = try Browser()
    try browser.prefer(["prefers-reduced-motion": "reduce", "prefers-color-scheme": "light"])
    try browser.open(GraphPage.text(report), fragment: fragment)
    try browser.settle()
    return browser
  }

  /// Nothing was logged, thrown or refused, and nothing fetched but the page itself.
  private func expectQuiet(_ browser: Browser) {
    #expect(browser.complaints == [])
    #expect(browser.requests.map { $0.hasSuffix("/page.html") } == [true])
  }

  /// The middle of a module's box on the screen.
  private func place(of name: String, in browser: Browser) throws -> (x: Double, y: Double) {
    let found = try browser.text(
      of: """
        (() => {
          const data = JSON.parse(document.getElementById('data').textContent);
          const view = data.views.find((one) => one.key === document.getElementById('view').value);
          const index = view.labels.indexOf('\(name)');
          const canvas = document.getElementById('canvas'), box = canvas.getBoundingClientRect();
          const [scale, x, y] = canvas.dataset.camera.split(' ').map(Number);
          return [box.left + x + scale * (view.x[index] + view.w[index] / 2),
            box.top + y + scale * (view.y[index] + view.nodeHeight / 2)].join(' ');
        })()
        """)
    let numbers = (found ?? "").split(separator: " ").compactMap { Double($0) }
    try #require(numbers.count == 2)
    return (numbers[0], numbers[1])
  }

  @Test("2,600 modules: opens, answers a search, shows details")
  func large() throws {
    let browser = try opened(GraphFixtures.large(2600))
    #expect(try browser.text(of: Self.heading) == "Overview")
    try browser.press("/")
    try browser.type("module1234")
    #expect(try browser.text(of: "document.querySelector('#results li span').textContent") == "Module1234")
    #expect(
      try browser.value(of: "document.querySelectorAll('#results [role=option]').length")?.intValue == 1)
    try browser.press("Enter")
    try browser.settle()
    #expect(try browser.text(of: Self.heading) == "Module1234")
    #expect(
      try browser.text(of: "document.querySelector('.chain code').textContent")
        == "All/Sources/Module0/File.swift")
    #expect(try browser.text(of: "decodeURIComponent(location.hash)") == "#//All:Module1234")
    #expect(try browser.text(of: "document.activeElement.id") == "canvas")
    expectQuiet(browser)
  }

  @Test("a click shows reasons, owners, neighbours and broken rules")
  func click() throws {
    let browser = try opened(GraphFixtures.shop())
    let app = try place(of: "App", in: browser)
    try browser.click(x: app.x, y: app.y)
    try browser.settle()
    let details = try browser.text(of: "document.getElementById('details').innerText") ?? ""
    for words in [
      "App", "//App:App", "reached", "layer:app", "The Shop", "layers", "App may not see Core", "depends on",
      "//Cart:Cart", "Cart/Sources/Cart/Cart.swift", "AppTests",
    ] {
      #expect(details.contains(words), "\(words)")
    }
    // The chain's module is a way to go.
    _ = try browser.value(of: "document.querySelector('.chain button').click()")
    #expect(try browser.text(of: Self.heading) == "Cart")
    expectQuiet(browser)
  }

  @Test("a broken rule is told at both its ends, and nowhere else")
  func brokenRule() throws {
    let told = "document.getElementById('details').innerText.includes('App may not see Core')"
    for (module, isEnd) in [("//App:App", true), ("//Core:Core", true), ("//Cart:Cart", false)] {
      let browser = try opened(GraphFixtures.shop(), fragment: module)
      #expect(try browser.value(of: told)?.boolValue == isEnd, "\(module)")
      expectQuiet(browser)
    }
  }

  @Test("the keyboard alone goes everywhere")
  func keyboard() throws {
    let browser = try opened(GraphFixtures.shop(), fragment: "//App:AppTests")
    #expect(try browser.text(of: Self.heading) == "AppTests")
    _ = try browser.value(of: "document.getElementById('canvas').focus()")
    for (key, expected) in [
      ("ArrowRight", "App"), ("ArrowRight", "Cart"), ("ArrowRight", "Core"), ("ArrowUp", "Core"),
      ("n", "Cart"), ("n", "App"), ("p", "Cart"), ("Escape", "Overview"), ("ArrowDown", "Cart"),
    ] {
      try browser.press(key)
      #expect(try browser.text(of: Self.heading) == expected, "\(key)")
    }
    #expect(try browser.text(of: "document.getElementById('live').textContent")?.contains("Cart") == true)
    try browser.press("Enter")
    #expect(try browser.text(of: "document.activeElement.tagName") == "H2")
    try browser.press("?")
    #expect(try browser.value(of: "document.getElementById('keys').open")?.boolValue == true)
    expectQuiet(browser)
  }

  @Test("every control has a name and a place in the order of Tab")
  func controls() throws {
    let browser = try opened(GraphFixtures.shop())
    let nameless = try browser.value(
      of: """
        [...document.querySelectorAll('button, input, select, canvas, aside')].filter((element) =>
          !element.ariaLabel && !element.textContent.trim() && !(element.labels || []).length).length
        """)
    #expect(nameless?.intValue == 0)
    var reached: Set<String> = []
    for _ in 0..<12 {
      try browser.press("Tab")
      reached.insert(try browser.text(of: "document.activeElement.id") ?? "")
    }
    #expect(
      reached.isSuperset(of: ["search", "view", "coloring", "only", "theme", "help", "canvas", "zoom-in"]))
  }

  @Test("colours, level of detail and the affected alone can be chosen")
  func choices() throws {
    let browser = try opened(GraphFixtures.shop(), fragment: "?shop cart")
    let results = "[...document.querySelectorAll('#results span')].map((one) => one.textContent).join()"
    #expect(try browser.text(of: results) == "Cart,CartTests")
    try browser.press("Escape")
    func choose(_ control: String, _ value: String) throws {
      _ = try browser.value(
        of: """
          (() => {
            const control = document.getElementById('\(control)');
            control.value = '\(value)';
            control.dispatchEvent(new Event('change'));
          })()
          """)
    }
    let legend = "[...document.querySelectorAll('#details .links')][0].innerText.replace(/\\s+/g, ' ').trim()"
    #expect(try browser.text(of: legend) == "The Shop 5 no owner 1")
    try choose("coloring", "layer")
    #expect(try browser.text(of: legend) == "app 5 core 1")
    // A test is not shown in the level without tests; going to one leads to the level that has it.
    try choose("view", "modules")
    try browser.press("n")
    _ = try browser.value(
      of:
        "[...document.querySelectorAll('.links button')].find((one) => one.title.endsWith(':CartTests')).click()"
    )
    #expect(try browser.text(of: Self.heading) == "CartTests")
    #expect(try browser.text(of: "document.getElementById('view').value") == "all")
    // What is not affected cannot stay selected when only the affected is shown.
    _ = try browser.value(of: "document.getElementById('only').click()")
    #expect(try browser.text(of: Self.heading) == "Overview")
    expectQuiet(browser)
  }

  @Test("the wheel zooms about the pointer, and dragging moves")
  func camera() throws {
    let browser = try opened(GraphFixtures.shop())
    let before = try place(of: "Cart", in: browser)
    let scale = "Number(document.getElementById('canvas').dataset.camera.split(' ')[0])"
    let first = try #require(try browser.value(of: scale)?.doubleValue)
    try browser.mouse("mouseWheel", x: before.x, y: before.y, wheel: -200)
    try browser.settle()
    #expect(try #require(try browser.value(of: scale)?.doubleValue) > first * 1.2)
    let after = try place(of: "Cart", in: browser)
    #expect(abs(after.x - before.x) < 2 && abs(after.y - before.y) < 2)
    try browser.mouse("mousePressed", x: 30, y: 600)
    try browser.mouse("mouseMoved", x: 90, y: 640)
    try browser.mouse("mouseReleased", x: 90, y: 640)
    try browser.settle()
    let moved = try place(of: "Cart", in: browser)
    #expect(abs(moved.x - after.x - 60) < 2 && abs(moved.y - after.y - 40) < 2)
    #expect(try browser.text(of: Self.heading) == "Overview")
  }

  @Test("light and dark follow the system until the switch is used; broken rules are drawn in red")
  func themes() throws {
    let browser = try opened(GraphFixtures.shop())
    let theme = "document.documentElement.dataset.theme"
    #expect(try browser.text(of: theme) == "light")
    try browser.prefer(["prefers-color-scheme": "dark", "prefers-reduced-motion": "reduce"])
    try browser.settle()
    #expect(try browser.text(of: theme) == "dark")
    _ = try browser.value(of: "document.getElementById('theme').click()")
    try browser.prefer(["prefers-color-scheme": "light"])
    try browser.prefer(["prefers-color-scheme": "dark"])
    try browser.settle()
    #expect(try browser.text(of: theme) == "light")
    let red = try browser.value(
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
    let browser = try opened(GraphFixtures.plain(GraphSketch.libraries(names)))
    try browser.press("/")
    try browser.type("</script>")
    let shown = "document.querySelector('#results li span').textContent"
    #expect(try browser.text(of: shown) == "</script><script>window.planted = 1</script>")
    try browser.press("Enter")
    #expect(try browser.text(of: Self.heading) == "</script><script>window.planted = 1</script>")
    #expect(try browser.value(of: "document.querySelectorAll('script, img').length")?.intValue == 2)
    expectQuiet(browser)
    _ = try browser.value(
      of: """
        (() => {
          const script = document.createElement('script');
          script.textContent = 'window.planted = 1';
          document.body.append(script);
        })()
        """)
    #expect(try browser.text(of: "typeof window.planted") == "undefined")
  }
}
