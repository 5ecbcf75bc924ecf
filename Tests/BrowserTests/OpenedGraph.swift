import GraphPage
import Reports
import Support
import Testing

/// The page of a graph, opened in a browser, and what people do with it.
struct OpenedGraph {
  let browser: Browser

  init(
    _ report: GraphReport, fragment: String = "", theme: String = "light", width: Int = 1280,
    height: Int = 800
  ) throws {
    browser = try Browser()
    try browser.prepare(PaintedText.recorder)
    try browser.prefer(["prefers-reduced-motion": "reduce", "prefers-color-scheme": theme])
    try browser.resize(width: width, height: height)
    try browser.open(GraphPage.text(report), fragment: fragment)
    try browser.settle()
  }

  func text(_ expression: String) throws -> String { try browser.text(of: expression) ?? "" }

  var heading: String {
    get throws { try text("document.querySelector('#details h2').textContent") }
  }

  var details: String {
    get throws { try text("document.getElementById('details').innerText") }
  }

  /// Chooses in a menu as a person does.
  func choose(_ control: String, _ value: String) throws {
    _ = try browser.value(
      of: """
        (() => {
          const control = document.getElementById('\(control)');
          control.value = '\(value)';
          control.dispatchEvent(new Event('change'));
        })()
        """)
    try browser.settle()
  }

  func press(_ button: String) throws {
    _ = try browser.value(of: "document.getElementById('\(button)').click()")
    try browser.settle()
  }

  /// All keys one after another, for the drawing.
  func keys(_ keys: String...) throws {
    _ = try browser.value(of: "document.getElementById('canvas').focus()")
    for key in keys { try browser.press(key) }
    try browser.settle()
  }

  var painted: [PaintedText] {
    get throws { try PaintedText.all(in: browser) }
  }

  /// The middle of a name on the canvas, as a place of the window.
  func place(of name: String) throws -> (x: Double, y: Double) {
    let found = try #require(try painted.last { $0.text == name }, "\(name) is not to be seen")
    let left = try browser.value(of: "document.getElementById('canvas').getBoundingClientRect().left")
    let top = try browser.value(of: "document.getElementById('canvas').getBoundingClientRect().top")
    return (found.middle.x + (left?.doubleValue ?? 0), found.middle.y + (top?.doubleValue ?? 0))
  }

  /// The names in the list under a heading of the panel, all of them.
  func list(_ title: String) throws -> [String] {
    let found = try text(
      """
      (() => {
        document.querySelectorAll('#details .more').forEach((more) => more.click());
        const heading = [...document.querySelectorAll('#details h3')]
          .find((one) => one.firstChild.textContent === '\(title)');
        const list = heading && heading.nextElementSibling;
        return JSON.stringify(list ? [...list.querySelectorAll('li button')]
          .map((one) => one.title || one.textContent) : []);
      })()
      """)
    return (try JSONParser.parse(Array(found.utf8)).arrayValue ?? []).compactMap(\.stringValue)
  }

  /// Nothing was logged, thrown or refused, and nothing fetched but the page itself.
  func expectQuiet() {
    #expect(browser.complaints == [])
    #expect(browser.requests.map { $0.hasSuffix("/page.html") } == [true])
  }
}
