import Base
import TestSupport

@testable import Graph

/// Lints a modular app that stands in memory.
struct AppLint {
  let app: ModularApp
  let findings: [LintFinding]

  init(_ app: ModularApp) throws {
    self.app = app
    let config = try WorkspaceConfig.parse(Array(app.config.utf8), fileName: "workspace.json")
    let tree = MemoryTree(app.files())
    var imports = ImportScan(cacheFolder: nil, jobs: 1)
    let graph = try GraphFromFiles.graph(app.manifests, tree, imports: &imports)
    let facts = try WorkspaceFacts(
      graph: graph, imported: try imports.names(importedBy: graph, in: tree), tree: tree)
    let codeOwners = CodeOwners.parse(Array(app.codeOwners.utf8), dialect: .github).file
    let owners = OwnerResolver(config: config, codeOwners: codeOwners)
    findings = try Linter(facts).findings(config, ModuleTags(graph, config)) { module in
      owners.owners(of: module).isUnowned ? .unowned : .owned
    }
  }

  /// `isolated //Features/Cart:CartFeature //Features/Feed:FeedFeature`
  var words: [String] {
    findings.map { finding in
      let module = finding.module?.description ?? "//\(finding.package)"
      let rest =
        finding.other?.description ?? finding.subject ?? finding.chain.map(\.name).joined(separator: ">")
      return "\(finding.rule.id) \(module)" + (rest.isEmpty ? "" : " \(rest)")
    }
  }

  /// The text of the line that a finding names.
  func line(of finding: LintFinding) -> String? {
    guard let line = finding.line, let text = app.files()[finding.file.description] else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return line <= lines.count ? lines[line - 1].trimmingPrefix { $0 == " " }.description : nil
  }
}
