import ReportSupport
import Reports
import Support
import Testing

/// What stands on the canvas can be read: nothing smaller than 11 pixels, nothing over anything else.
@Suite("Names in the graph", .serialized, .enabled(if: Browser.isExpected, "no Chromium"))
struct GraphLabelsTests {
  private static let leastPoints = 11.0

  private static func expectLegible(_ page: OpenedGraph, _ what: String) throws {
    let painted = try page.painted
    #expect(!painted.isEmpty, "\(what): nothing is named")
    let small = painted.filter { $0.points < leastPoints - 0.01 }
    #expect(small.isEmpty, "\(what): \(small.prefix(3))")
    let collisions = PaintedText.collisions(painted)
    #expect(collisions.isEmpty, "\(what): \(collisions.count), \(collisions.prefix(3))")
  }

  @Test("every view, at every size and from near and far", arguments: [12, 200, 800])
  func views(_ packages: Int) throws {
    let report = GraphFixtures.workspace(packages: packages)
    for (width, height) in [(1280, 800), (390, 844), (1920, 1080)] {
      let page = try OpenedGraph(report, width: width, height: height)
      for view in ["bands", "matrix", "focus"] {
        try page.press("view-\(view)")
        try Self.expectLegible(page, "\(view), \(width)")
        for zoom in ["zoom-in", "zoom-in", "zoom-in", "zoom-fit", "zoom-out", "zoom-out", "zoom-out"] {
          try page.press(zoom)
          try Self.expectLegible(page, "\(view), \(width), \(zoom)")
        }
      }
      page.expectQuiet()
    }
  }

  @Test("groups that are open, and what is chosen", arguments: ["packages", "modules"])
  func levels(_ level: String) throws {
    let page = try OpenedGraph(GraphFixtures.workspace(packages: 200))
    try page.choose("level", level)
    for _ in 0..<9 {
      try Self.expectLegible(page, level)
      try page.press("zoom-in")
    }
    try page.press("zoom-fit")
    for _ in 0..<6 {
      try page.keys("n")
      try Self.expectLegible(page, "\(level): \(try page.heading)")
    }
  }

  @Test("the drawing takes up the canvas", arguments: [12, 200, 800], [1280, 1920])
  func fit(_ packages: Int, _ width: Int) throws {
    let page = try OpenedGraph(
      GraphFixtures.workspace(packages: packages), width: width, height: width * 5 / 8)
    let filled = try page.browser.value(
      of: """
        (() => {
          const canvas = document.getElementById('canvas'), pen = canvas.getContext('2d');
          const dots = pen.getImageData(130, 0, canvas.width - 130, canvas.height);
          let left = dots.width, right = 0, top = dots.height, bottom = 0;
          const band = [dots.data[0], dots.data[3]].join();
          for (let y = 0; y < dots.height; y += 2) for (let x = 0; x < dots.width; x += 2) {
            const at = 4 * (y * dots.width + x), alpha = dots.data[at + 3];
            // Bands run from edge to edge; boxes are lighter than they are.
            if (alpha < 255 || dots.data[at] < 0xf0) continue;
            left = Math.min(left, x); right = Math.max(right, x);
            top = Math.min(top, y); bottom = Math.max(bottom, y);
          }
          return Math.max((right - left) / dots.width, (bottom - top) / dots.height);
        })()
        """)
    #expect((filled?.doubleValue ?? 0) > 0.8)
  }
}
