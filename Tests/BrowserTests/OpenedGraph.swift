import Base
import Reports
import Testing

@testable import Features

/// The page of a graph, opened in a browser, and what people do with it.
struct OpenedGraph {
  let browser: Browser

  init(
    _ report: GraphReport, fragment: String = "", theme: String = "light", width: Int = 1280,
    height: Int = 800
  ) throws {
    browser = try Browser()
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

  func press(_ button: String) throws {
    _ = try browser.value(of: "document.getElementById('\(button)').click()")
    try browser.settle()
  }

  /// All keys one after another, for the drawing.
  func keys(_ keys: String...) throws {
    _ = try browser.value(of: "document.getElementById('stage').focus()")
    for key in keys { try browser.press(key) }
    try browser.settle()
  }

  /// The middle of a module's box, as a place of the window.
  func place(of id: String) throws -> (x: Double, y: Double) {
    let found = try text(
      """
      (() => {
        const nodes = [...document.querySelectorAll('.node')];
        const node = nodes.find((one) => one.querySelector('title').textContent.startsWith('\(id)\\n'));
        const box = node.getBoundingClientRect();
        return `${box.left + box.width / 2} ${box.top + box.height / 2}`;
      })()
      """
    ).split(separator: " ").compactMap { Double($0) }
    try #require(found.count == 2, "\(id) is not to be seen")
    return (found[0], found[1])
  }

  /// The lines of the list under the heading that begins so, all of them.
  func list(_ title: String) throws -> [String] {
    let found = try text(
      """
      (() => {
        const heading = [...document.querySelectorAll('#details h3')]
          .find((one) => one.textContent.startsWith('\(title)'));
        return JSON.stringify(heading
          ? [...heading.nextElementSibling.children].map((one) => one.textContent) : []);
      })()
      """)
    return (try JSONParser.parse(Array(found.utf8)).arrayValue ?? []).compactMap(\.stringValue)
  }

  func ids(_ title: String) throws -> [String] {
    try list(title).compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// Nothing was logged, thrown or refused, and nothing fetched but the page itself.
  func expectQuiet() {
    #expect(browser.complaints == [])
    #expect(browser.requests.map { $0.hasSuffix("/page.html") } == [true])
  }
}
