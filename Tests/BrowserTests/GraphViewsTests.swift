import Foundation
import Names
import ReportSupport
import Reports
import Support
import TestSupport
import Testing

/// The matrix and the focus say what the graph says.
@Suite("Views of the graph in Chromium", .serialized, .enabled(if: Browser.isExpected, "no Chromium"))
struct GraphViewsTests {
  private static func id(_ report: GraphReport, _ module: Int) -> String {
    report.modules[module].id.description
  }

  @Test("every cell of the matrix holds the dependencies of its row on its column, and no other")
  func cells() throws {
    let report = GraphFixtures.shop()
    let page = try OpenedGraph(report, fragment: "matrix")
    let known = Set(report.edges.map { "\(Self.id(report, $0.from)) → \(Self.id(report, $0.to))" })
    var found: Set<String> = []
    var headings: Set<String> = []
    // In the first cell, then along every row.
    try page.keys("ArrowDown")
    let count = report.modules.count
    for row in 0..<count {
      for column in 0..<count {
        headings.insert(try page.heading)
        let list = try page.list("Dependencies")
        found.formUnion(list)
        for edge in list {
          let ends = edge.components(separatedBy: " → ").map { $0.components(separatedBy: ":").last ?? "" }
          #expect(try page.heading == ends.joined(separator: " → "))
        }
        if column + 1 < count { try page.keys(row.isMultiple(of: 2) ? "ArrowRight" : "ArrowLeft") }
      }
      if row + 1 < count { try page.keys("ArrowDown") }
    }
    #expect(found == known)
    #expect(headings.count == count * count)
    page.expectQuiet()
  }

  @Test("what points the wrong way and what breaks a rule is where n leads, with why and mend")
  func wrongCells() throws {
    let report = GraphFixtures.workspace(packages: 200)
    let page = try OpenedGraph(report, fragment: "matrix")
    var told: Set<String> = []
    for _ in 0..<report.violations.count {
      try page.keys("n")
      for violation in report.violations where try page.details.contains(violation.message) {
        told.insert(violation.message)
      }
    }
    #expect(told == Set(report.violations.map(\.message)))
    #expect(try page.details.contains("Why layers keep changes small"))
    #expect(try page.details.contains("Mend remove the dependency"))
  }

  @Test("a click on a cell chooses it, a double click on a row opens it")
  func pointing() throws {
    let page = try OpenedGraph(GraphFixtures.shop(), fragment: "matrix")
    let row = try #require(try page.painted.first { $0.text == "AppTests" && $0.right < 300 })
    let column = try #require(try page.painted.last { $0.text == "App" && $0.right > 150 })
    let top = try page.browser.value(of: "document.getElementById('canvas').getBoundingClientRect().top")
    try page.browser.click(x: column.middle.x, y: row.middle.y + (top?.doubleValue ?? 0))
    #expect(try page.heading == "AppTests → App")
    try page.browser.doubleClick(x: row.middle.x, y: row.middle.y + (top?.doubleValue ?? 0))
    #expect(try page.heading == "AppTests")
    #expect(try page.text("decodeURIComponent(location.hash)") == "#focus//App:AppTests")
    page.expectQuiet()
  }

  @Test("the focus shows what is so many steps away, as counted by hand", arguments: [1, 2, 3])
  func neighbourhood(_ steps: Int) throws {
    let report = GraphFixtures.workspace(packages: 200)
    var random = SeededGenerator(seed: UInt64(steps))
    for module in (0..<5).map({ _ in Int.random(in: report.modules.indices, using: &random) }) {
      let page = try OpenedGraph(report, fragment: "focus\(steps)\(Self.id(report, module))")
      #expect(try page.heading == report.modules[module].id.name)
      for (title, isDown) in [("Depends on", true), ("Needed by", false)] {
        for (step, expected) in Self.steps(report, from: module, steps, isDown).enumerated() {
          let found = try page.list(step == 0 ? title : "\(title), step \(step + 1)")
          #expect(Set(found) == Set(expected.map { Self.id(report, $0) }), "\(title) \(step + 1)")
          #expect(found.count == expected.count)
        }
      }
      // What stands in a column is said above it, and what does not stand there is counted.
      let names = Set(try page.painted.map(\.text))
      #expect(names.contains("chosen"))
      page.expectQuiet()
    }
  }

  /// Without any cleverness: all that an edge leads to from what is known, and was not known before.
  private static func steps(_ report: GraphReport, from module: Int, _ most: Int, _ isDown: Bool) -> [Set<
    Int
  >] {
    var known: Set = [module]
    var result: [Set<Int>] = []
    for _ in 0..<most {
      var next: Set<Int> = []
      for edge in report.edges {
        let (near, far) = isDown ? (edge.from, edge.to) : (edge.to, edge.from)
        if known.contains(near), !known.contains(far) { next.insert(far) }
      }
      guard !next.isEmpty else { break }
      known.formUnion(next)
      result.append(next)
    }
    return result
  }

  @Test("search keeps what it finds readable", arguments: ["light", "dark"], ["bands", "matrix", "focus"])
  func contrast(_ theme: String, _ view: String) throws {
    let report = GraphFixtures.workspace(packages: 60)
    let page = try OpenedGraph(report, fragment: view, theme: theme)
    let target = view == "focus" ? try page.heading : "Basket1App"
    try page.choose("level", "modules")
    try page.browser.press("/")
    try page.browser.type(target)
    try page.browser.settle()
    let found = try page.painted.filter { text in
      let name = text.text.replacing("…", with: "")
      return name.count > 2 && (target.hasPrefix(name) || name.hasPrefix(target))
    }
    #expect(!found.isEmpty)
    for text in found {
      #expect(text.alpha == 1)
      #expect(try Contrast.of(text, in: page) >= 4.5, "\(text)")
    }
  }

  @Test("the legend counts a module of several teams with each, and its colour finds it")
  func legend() throws {
    let report = GraphFixtures.workspace(packages: 60)
    let page = try OpenedGraph(report)
    var counts: [String: Int] = [:]
    for module in report.modules {
      for owner in module.owners { counts[report.setting.teamNames[owner] ?? owner, default: 0] += 1 }
      if module.owners.isEmpty { counts["no owner", default: 0] += 1 }
    }
    let legend = try page.text(
      """
      [...document.querySelectorAll('#details .links')][0].innerText.replace(/\\s+/g, ' ').trim()
      """)
    let expected =
      (counts.filter { $0.key != "no owner" }.sorted { $0.key.lowercased() < $1.key.lowercased() }
      + counts.filter { $0.key == "no owner" }).map { "\($0.key) \($0.value)" }.joined(separator: " ")
    #expect(legend == expected)
  }

  @Test("addresses lead to views and back")
  func addresses() throws {
    let report = GraphFixtures.workspace(packages: 200)
    let module = Self.id(report, 40)
    for (address, view) in [
      ("matrix", "matrix"), ("focus2\(module)", "focus"), ("bands\(module)", "bands"), (module, "bands"),
      ("matrix\(module)", "matrix"),
    ] {
      let page = try OpenedGraph(report, fragment: address)
      #expect(try page.text("document.documentElement.dataset.view") == view)
      if address.contains("//") { #expect(try page.heading == report.modules[40].id.name, "\(address)") }
      let written = try page.text("decodeURIComponent(location.hash.slice(1))")
      #expect(written == (view == "bands" ? module : address))
      page.expectQuiet()
    }
  }
}
