import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// One real run with a module that passes, one that fails and one that does not compile, told in every way.
@Suite("What a run tells")
struct RunCommandTests {
  @Test("text, JSON and JUnit agree, and name files as seen from the workspace")
  func everything() throws {
    let sandbox = try CommandSandbox(unlikeOthers: true)
    try sandbox.edit("workspace.json", #"{"packages": ["Packages/*", "Apps/*"]}"#)
    try sandbox.git.commitAll("shop")
    try sandbox.edit(
      "Packages/Core/Tests/CoreTests/Tests.swift",
      "import Testing\n@Test func t() {\n  print(\"::error::gotcha\")\n  #expect(1 == 2)\n}\n")
    try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "public let x: Int = \"\"\n")
    let result = sandbox.run(
      "test --json-report report.json --junit report.xml", environment: ["GITHUB_ACTIONS": "true"])
    #expect(result.exitCode == 1)

    let error =
      "Apps/Shop/Sources/Shop/Shop.swift:1:21  cannot convert value of type 'String' to specified type 'Int'"
    #expect(result.output.contains("Does not build\n  //Apps/Shop:Shop\n    \(error)\n"))
    #expect(result.output.contains("Failed\n  //Packages/Core:CoreTests\n"))
    #expect(
      result.output.contains(
        "      Packages/Core/Tests/CoreTests/Tests.swift:4:3  Expectation failed: 1 == 2\n"))
    #expect(try #require(result.lines.last).hasPrefix("Failed: 1 of 2 test modules failed, 1 not built, in "))

    let errors = result.errors.split(separator: "\n").filter { $0.hasPrefix("::error ") }
    #expect(errors.count == 2)
    #expect(
      errors.contains { $0.hasPrefix("::error file=Apps/Shop/Sources/Shop/Shop.swift,line=1,col=21,title=") })
    #expect(
      errors.contains {
        $0.hasPrefix("::error file=Packages/Core/Tests/CoreTests/Tests.swift,line=4,col=3,title=")
      }
    )

    let json = try JSONParser.parse(Array(sandbox.contents(of: "report.json").utf8))
    let modules = try #require(json["modules"]?.arrayValue)
    #expect(modules.map { $0["outcome"]?.stringValue } == ["build-failed", "failed"])
    let failures = modules.compactMap { $0["failures"]?.arrayValue?.first }
    #expect(
      failures.map { $0["file"]?.stringValue } == [
        "Apps/Shop/Sources/Shop/Shop.swift", "Packages/Core/Tests/CoreTests/Tests.swift",
      ])
    #expect(failures.map { $0["line"]?.intValue } == [1, 4])
    #expect(XMLParser(data: Data(try sandbox.contents(of: "report.xml").utf8)).parse())
  }
}
