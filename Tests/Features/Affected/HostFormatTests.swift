import Base
import Graph
import ReportSupport
import TestSupport
import Testing
import Xcode

@testable import Features
@testable import Reports

@Suite("Reports for CI hosts")
struct HostFormatTests {
  private let report = ReportFixtures.report(changed: ["Cart/Sources/Cart/a.swift"])

  /// As GitHub's runner reads the file.
  private func outputs(_ text: String) -> [String: String] {
    Dictionary(
      text.split(separator: "\n").map { line in
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
      }, uniquingKeysWith: { _, last in last })
  }

  @Test("outputs of a step of GitHub Actions")
  func gitHub() {
    #expect(
      AffectedGitHub.text(report) == """
        any=true
        selection=some
        count=4
        modules=["//App:App","//App:AppTests","//Cart:Cart","//Cart:CartTests"]
        tests=["//App:AppTests","//Cart:CartTests"]
        packages=["//App","//Cart"]
        matrix={"include":[{"name":"App","packages":["//App"],"tests":["//App:AppTests"]},\
        {"name":"Cart","packages":["//Cart"],"tests":["//Cart:CartTests"]}]}

        """)
    #expect(
      AffectedGitHub.text(ReportFixtures.report(changed: [])) == """
        any=false
        selection=none
        count=0
        modules=[]
        tests=[]
        packages=[]
        matrix={"include":[]}

        """)
  }

  @Test("GitHub: tests of user interfaces are tests")
  func uiTests() {
    let graph = ProjectSketch.graph(
      "Core", [ProjectSketch.target("ShopUITests", .uiTests, files: ["App/UITests/a.swift"])])
    let matrix = outputs(
      AffectedGitHub.text(ReportFixtures.report(of: graph, changed: ["App/UITests/a.swift"])))[
        "matrix"]
    #expect(matrix?.contains(#""tests":["//App/Shop.xcodeproj:ShopUITests"]"#) == true)
  }

  @Test("GitHub: every output is one line, whatever modules are called")
  func hostileGitHub() throws {
    let graph = GraphSketch.libraries(GraphSketch.hostileNames)
    let text = AffectedGitHub.text(ReportFixtures.report(of: graph, changed: ["Odd/Package.resolved"]))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 8)
    let modules = try JSONParser.parse(Array((outputs(text)["modules"] ?? "").utf8))
    #expect(modules.arrayValue?.compactMap(\.stringValue) == graph.modules.map(\.id.description))
  }

  @Test(
    "GitHub: no matrix has more jobs than GitHub makes, and none loses a package", arguments: [256, 257, 600])
  func largeMatrix(_ packages: Int) throws {
    let sketch = (0..<packages).map { "P\($0) -> Core" }.joined(separator: " | ")
    let text = AffectedGitHub.text(ReportFixtures.report(sketch, changed: ["Core/Sources/Core/a.swift"]))
    let matrix = try JSONParser.parse(Array((outputs(text)["matrix"] ?? "").utf8))
    let jobs = try #require(matrix["include"]?.arrayValue)
    #expect(jobs.count <= AffectedGitHub.mostJobs)
    let named = jobs.flatMap { $0["packages"]?.arrayValue ?? [] }.compactMap(\.stringValue)
    #expect(named.count == packages + 1 && Set(named).count == packages + 1)
  }

  @Test("an empty list is no all-clear when something could not be looked into")
  func unknown() {
    let report = ReportFixtures.report(
      changed: [], fallback: Warning(code: "unknown-manifest", message: "a package cannot be evaluated"))
    let gitHub = outputs(AffectedGitHub.text(report))
    #expect(gitHub["any"] == "true")
    #expect(gitHub["matrix"] == #"{"include":[{"name":"everything","packages":[],"tests":[]}]}"#)
    #expect(outputs(AffectedGitLab.report(report).text)["AMBIT_ANY"] == "true")
    #expect(
      report.document().markdown.contains("### No affected module is known, but the list may be incomplete: ")
    )
  }

  @Test("a dotenv report for GitLab")
  func gitLab() {
    let (text, omitted) = AffectedGitLab.report(report)
    #expect(omitted.isEmpty)
    #expect(
      text == """
        AMBIT_ANY=true
        AMBIT_SELECTION=some
        AMBIT_COUNT=4
        AMBIT_PACKAGES=//App //Cart
        AMBIT_TESTS=//App:AppTests //Cart:CartTests
        AMBIT_MODULES=//App:App //App:AppTests //Cart:Cart //Cart:CartTests
        AMBIT_OMITTED=

        """)
  }

  @Test("GitLab: what does not fit is left out whole", arguments: [10, 100, 300, 1000])
  func largeDotenv(_ count: Int) {
    let sketch = (0..<count).map { "Package\($0) -> Core" }.joined(separator: " | ")
    let (text, omitted) = AffectedGitLab.report(
      ReportFixtures.report(sketch, changed: ["Core/Sources/Core/a.swift"]))
    #expect(text.utf8.count <= 5 * 1024)
    #expect(outputs(text)["AMBIT_ANY"] == "true")
    #expect(outputs(text)["AMBIT_OMITTED"] == omitted.map(\.variable).joined(separator: " "))
    #expect(omitted.allSatisfy { $0.reason == "too long for a dotenv report" })
    for name in ["AMBIT_PACKAGES", "AMBIT_MODULES"] {
      let list = outputs(text)[name]
      #expect((list == nil) == omitted.contains { $0.variable == name })
      if let list { #expect(list.split(separator: " ").count == count + 1) }
    }
  }

  @Test("GitLab: a name that a shell would take apart is never in a list")
  func hostileDotenv() {
    let graph = GraphSketch.libraries(GraphSketch.hostileNames)
    let report = ReportFixtures.report(of: graph, changed: ["Odd/Package.resolved"])
    let (text, omitted) = AffectedGitLab.report(report)
    #expect(omitted.map(\.variable) == ["AMBIT_MODULES"])
    #expect(omitted.first?.reason.hasSuffix("\" has a space or a special character") == true)
    #expect(text.split(separator: "\n").count == 6)
  }
}
