import Graph

/// The facts of a whole workspace, which each shown module, package or team needs.
struct ShowContext: Sendable {
  let graph: WorkspaceGraph
  let config: WorkspaceConfig
  /// The platforms that conditional edges must hold on; nil lets all edges count.
  let platforms: Set<String>?
  let owners: Indexed<ModuleIndex, ResolvedOwners>
  let tags: ModuleTags
  let dependents: Dependents
  /// All broken rules of the workspace.
  let findings: [LintFinding]

  init(
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

  /// The modules that people may see: all but stand-ins for packages that cannot be evaluated.
  var listed: [ModuleIndex] { graph.modules.indices.filter { graph.modules[$0].kind != .unknown } }

  func needed(by module: ModuleIndex) -> [ModuleEdge] {
    graph.modules[module].edges.filter { $0.counts(on: platforms) && isListed($0.target) }
  }

  func users(of module: ModuleIndex) -> [ModuleIndex] { dependents[module].filter(isListed) }

  func isListed(_ module: ModuleIndex) -> Bool { graph.modules[module].kind != .unknown }

  /// The names of the module's layers.
  func layers(of module: ModuleIndex) -> [String] {
    config.rules.layers.filter { tags[module].contains($0.tag) }.map(\.name)
  }

  func owner(_ id: String) -> ShownOwner {
    ShownOwner(id: id, name: config.teams[id]?.name, contact: config.teams[id]?.contact)
  }
}

/// The owner of a module or package.
struct ShownOwner: Sendable, Hashable {
  /// A team's id, or an owner of CODEOWNERS that belongs to no team.
  let id: String
  let name: String?
  let contact: String?
}

/// A broken rule of the shown module, package or team.
struct ShownFinding: Sendable, Hashable {
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
