import Base
import Graph
import Reports
import Testing

@testable import Features

@Suite("The keys of modules, and what changed")
struct KeyReportTests {
  private static let report = KeyReport(
    head: .init(ref: "worktree", commit: "ffff"),
    since: .init(ref: "main", commit: "1a2b", mergeBase: nil),
    modules: [
      KeyReport.Module(
        id: ModuleID(package: RelativePath("Core"), name: "Core"), key: nil, inputs: [], before: nil,
        differences: [])
    ],
    explains: false)

  @Test("a module without a key is not unchanged, and a warning says so")
  func withoutKeys() throws {
    let json = try JSONParser.parse(Array(KeyJSON.text(Self.report).utf8))
    #expect(json["modules"]?.arrayValue?.first?["changed"]?.isNull == true)
    #expect(json["warnings"]?.arrayValue?.map { $0["code"]?.stringValue } == ["no-key"])
    let text = KeyText.lines(Self.report, width: nil).map(\.plain)
    #expect(text == [String(repeating: "-", count: 64) + "  //Core:Core  has no key"])
  }
}
