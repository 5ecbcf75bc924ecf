import Foundation
import GraphPage
import ReportSupport
import Testing

/// What `scripts/bench graph` measures the speed of the page with. On a busy machine a time proves nothing, so none is asserted.
@Suite("The speed of the graph", .serialized, .enabled(if: Browser.isExpected, "no Chromium"))
struct GraphSpeedTests {
  private static let measured = ProcessInfo.processInfo.environment["AMBIT_GRAPH_PAGE"]

  @Test(
    "2,000 modules are drawn in every picture while they are moved",
    arguments: [("", nil), ("", "packages"), ("", "modules"), ("matrix", "modules"), ("focus2", nil)])
  func pictures(_ fragment: String, _ level: String?) throws {
    let page = GraphPage.text(GraphFixtures.workspace(packages: 1000))
    let measure = try PanMeasure.of(page, fragment: fragment, level: level, frames: 90)
    #expect(measure.ready > 0)
    #expect(measure.script.count > 60)
    #expect(PanMeasure.part(0.5, of: measure.script) > 0)
  }

  @Test("figures of the page that AMBIT_GRAPH_PAGE names", .enabled(if: measured != nil, "no page"))
  func figures() throws {
    let html = try String(contentsOfFile: Self.measured ?? "", encoding: .utf8)
    for (title, fragment, level) in [
      ("bands", "", nil), ("bands, packages", "", "packages"), ("bands, modules", "", "modules"),
      ("matrix", "matrix", nil), ("matrix, modules", "matrix", "modules"), ("focus, 2 steps", "focus2", nil),
    ] as [(String, String, String?)] {
      let measure = try PanMeasure.of(html, fragment: fragment, level: level)
      let columns = [measure.script, measure.whole].flatMap {
        [PanMeasure.part(0.5, of: $0), PanMeasure.part(0.95, of: $0)]
      }
      let numbers = ([measure.ready] + columns).map { String(format: "%8.1f", $0) }.joined()
      print("figures: \(title.padding(toLength: 18, withPad: " ", startingAt: 0))\(numbers)")
    }
  }
}
