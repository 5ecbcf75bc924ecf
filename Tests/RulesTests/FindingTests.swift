import Base
import Testing

@testable import Graph

@Suite("findings")
struct FindingTests {
  private func finding(
    _ rule: LintRule = .layer, module: String = "Feed", other: String? = "Pay", subject: String? = nil,
    file: String = "Feed/Sources/Feed/A.swift", line: Int = 3, message: String = "no"
  ) -> LintFinding {
    LintFinding(
      rule: rule, package: "Feed", module: ModuleID(package: "Feed", name: module),
      other: other.map { ModuleID(package: "Pay", name: $0) }, subject: subject,
      site: ImportSite(file: RelativePath(file), line: line), message: message, why: "", mend: "")
  }

  @Test("a fingerprint outlives edits of the file, its name and the words")
  func fingerprint() {
    let first = finding()
    #expect(first.fingerprint.count == 32)
    #expect(first.fingerprint == finding(line: 9).fingerprint)
    #expect(first.fingerprint == finding(file: "Feed/Sources/Feed/B.swift").fingerprint)
    #expect(first.fingerprint == finding(message: "other words").fingerprint)
  }

  @Test("a fingerprint tells findings apart")
  func difference() {
    let all = [
      finding(), finding(.isolated), finding(module: "FeedTests"), finding(other: "Cart"),
      finding(other: nil),
      finding(subject: "x"),
    ]
    #expect(Set(all.map(\.fingerprint)).count == all.count)
  }
}
