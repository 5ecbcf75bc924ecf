import Base
import Reports
import Testing

@testable import Features

@Suite("The table of metrics")
struct MetricsDocumentTests {
  private func lines(_ width: Int?, names: [String]) -> [String] {
    let rows = names.map { name in
      var measures = Measures()
      (measures.modules, measures.fanIn, measures.fanOut, measures.dependents) = (1, 3, 1, 17)
      (measures.dependentTests, measures.depth, measures.changes) = (5, 2, 4)
      return MetricsRow(name: name, after: measures)
    }
    let report = MetricsReport(
      revisions: .init(base: nil, head: .init(ref: "worktree", commit: nil)), by: .module, rows: rows,
      total: MetricsRow(name: MetricsRow.total, after: Measures()), window: nil, warnings: [])
    return MetricsDocument(width: width, showsAll: false).document(report).lines(width: width).map(\.plain)
  }

  private let names = ["Features/CheckoutFeature:CheckoutFeatureTests", "Packages/Core:Core"]

  @Test(
    "on every terminal the important columns stay, and no line is too long", arguments: [40, 60, 80, 200])
  func important(_ width: Int) throws {
    let lines = lines(width, names: names.map { "//\($0)" })
    let titles = try #require(lines.first { $0.contains("dependents") })
    #expect(titles.contains("code") && titles.contains("instability"))
    #expect(lines.allSatisfy { $0.count <= width || $0.contains("//") })
    #expect(lines.contains { $0.contains("//Features/CheckoutFeature:CheckoutFeatureTests") })
  }

  @Test("without a limit nothing is left out, and a short name keeps its values beside it")
  func wide() {
    #expect(!lines(nil, names: names).contains { $0.contains("left out") })
    let narrow = lines(60, names: ["//A:A", "//B:B"])
    #expect(narrow.contains { $0.contains("//A:A") && $0.contains("17") })
    #expect(narrow.contains { $0.hasPrefix("left out in this narrow terminal: ") })
  }
}
