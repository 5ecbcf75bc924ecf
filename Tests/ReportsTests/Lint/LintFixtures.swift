import Base
import Reports

@testable import Features
@testable import Graph

enum LintFixtures {
  static let cart = ModuleID(package: "Features/Cart", name: "CartFeature")
  static let feed = ModuleID(package: "Features/Feed", name: "FeedFeature")

  static let isolated = LintFinding(
    rule: .isolated, package: "Features/Cart", module: cart, other: feed, manifestLine: 12,
    message: "\(cart) depends on \(feed)", why: "features never meet", mend: "use a contract")

  static let undeclared = LintFinding(
    rule: .undeclaredImport, severity: .warning, package: "Features/Feed", module: feed, subject: "Util",
    site: ImportSite(file: RelativePath(Array("Features/Feed/Sources/a b:50%\u{E9}.swift".utf8)), line: 3),
    message: "\(feed) imports Util, which its manifest does not declare", why: "it may break",
    mend: "declare it")

  static let pin = LintFinding(
    rule: .pin, package: "App", module: nil, subject: "https://example.com/x.git",
    message: "the package //App asks for the branch \"main\"", why: "apps are exact", mend: "write `exact:`")

  static func report(
    _ findings: [LintFinding], known: Set<LintRule> = [], stale: Int = 0, folder: RelativePath = .root
  ) -> LintReport {
    LintReport(
      revisions: nil, entries: findings.map { .init(finding: $0, isKnown: known.contains($0.rule)) },
      hasBaseline: !known.isEmpty, staleCount: stale, moduleCount: 40, folderInRepository: folder,
      warnings: [])
  }
}
