package import Graph

/// What is known of a workspace as a whole, before one thing in it is shown.
package struct ShowGround: Sendable {
  package let graph: WorkspaceGraph
  package let config: WorkspaceConfig
  /// nil lets all platform-conditional edges count.
  let platforms: Set<String>?
  let owners: Indexed<ModuleIndex, ResolvedOwners>
  let tags: ModuleTags
  let dependents: Dependents
  /// Everything that breaks a rule.
  let findings: [LintFinding]

  package init(
    _ graph: WorkspaceGraph, _ config: WorkspaceConfig, platforms: Set<String>?, findings: [LintFinding],
    owners: (ModuleNode) -> ResolvedOwners
  ) {
    self.graph = graph
    self.config = config
    self.platforms = platforms
    self.findings = findings
    self.owners = graph.modules.mapped { $0.kind == .unknown ? .nobody : owners($0) }
    tags = ModuleTags(graph, config)
    dependents = Dependents(graph) { $0.counts(on: platforms) }
  }

  /// What people may see.
  var listed: [ModuleIndex] { graph.modules.indices.filter { graph.modules[$0].kind != .unknown } }

  func needed(by module: ModuleIndex) -> [ModuleEdge] {
    graph.modules[module].edges.filter { $0.counts(on: platforms) && isListed($0.target) }
  }

  func users(of module: ModuleIndex) -> [ModuleIndex] { dependents[module].filter(isListed) }

  func isListed(_ module: ModuleIndex) -> Bool { graph.modules[module].kind != .unknown }

  /// The names of the layers that it is of.
  func layers(of module: ModuleIndex) -> [String] {
    config.rules.layers.filter { tags[module].contains($0.tag) }.map(\.name)
  }

  func owner(_ id: String) -> ShownOwner {
    ShownOwner(id: id, name: config.teams[id]?.name, contact: config.teams[id]?.contact)
  }
}

/// Somebody who owns something.
package struct ShownOwner: Sendable, Hashable {
  /// A team's id, or what CODEOWNERS calls an owner that no team claims.
  package let id: String
  package let name: String?
  package let contact: String?
}

/// A broken rule, as it is shown beside other things.
package struct ShownFinding: Sendable, Hashable {
  let rule: String
  let severity: Severity
  let place: String
  let message: String

  init(_ finding: LintFinding) {
    rule = finding.rule.id
    severity = finding.severity
    place = finding.line.map { "\(finding.file):\($0)" } ?? "\(finding.file)"
    message = finding.message
  }
}
