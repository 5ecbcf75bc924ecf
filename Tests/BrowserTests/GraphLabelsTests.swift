import Base
import ReportSupport
import Reports
import Testing

@testable import Features

/// The names in the drawing can be read where it is large enough, and nothing stands over anything else.
@Suite("Names in the graph", .serialized, .enabled(if: Browser.isExpected, "no Chromium"))
struct GraphLabelsTests {
  @Test("names stay in their boxes", arguments: [12, 60, 200], ["light", "dark"])
  func boxes(_ packages: Int, _ theme: String) throws {
    let page = try OpenedGraph(GraphFixtures.workspace(packages: packages), theme: theme)
    while try page.browser.value(of: "document.querySelector('.far') !== null")?.boolValue == true {
      try page.press("zoom-in")
    }
    let wide = try page.text(
      """
      [...document.querySelectorAll('.node')].filter((node) => {
        const box = node.querySelector('.card').getBBox(), text = node.querySelector('text').getBBox();
        return text.x < box.x || text.x + text.width > box.x + box.width;
      }).map((node) => node.textContent).join(', ')
      """)
    #expect(wide == "")
    page.expectQuiet()
  }

  @Test(
    "texts stand out from what they stand on, in the panel and in the drawing", arguments: ["light", "dark"])
  func contrast(_ theme: String) throws {
    let report = GraphFixtures.workspace(packages: 60)
    for fragment in ["", "?basket", report.modules.first { $0.mark == .reached }?.id.description ?? ""] {
      let page = try OpenedGraph(report, fragment: fragment, theme: theme)
      let faint = try page.text(
        """
        (() => {
          const parts = (color) => color.match(/[\\d.]+/g).map(Number);
          const light = ([r, g, b]) => [r, g, b].map((one) => one / 255)
            .map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
            .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
          const ground = (element) => {
            const card = element.parentElement.querySelector(':scope > .card');
            if (card) return parts(getComputedStyle(card).fill);
            for (let one = element; one; one = one.parentElement) {
              const color = parts(getComputedStyle(one).backgroundColor);
              if (color.length < 4 || color[3] === 1) return color;
            }
          };
          return [...document.querySelectorAll('h1, h2, h3, p, li, button, dt, dd, text')]
            .filter((one) => one.textContent.trim() && one.getClientRects().length
              && !one.closest('.faded .node:not(.near)')).map((one) => {
              const style = getComputedStyle(one), color = one.tagName === 'text' ? style.fill : style.color;
              const [ink, paper] = [light(parts(color)), light(ground(one))];
              const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
              return ratio < 4.5 ? `${one.textContent.trim().slice(0, 30)}: ${ratio.toFixed(2)}` : '';
            }).filter(Boolean).join('\\n');
        })()
        """)
      #expect(faint == "")
    }
  }
}
