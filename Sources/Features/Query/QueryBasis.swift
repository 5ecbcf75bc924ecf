import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session

/// The data that an expression is evaluated on: the workspace at the head, and the changes that it asks about.
struct QueryBasis {
  let context: QueryContext
  /// Warnings of the workspace and of all changes.
  let warnings: [Warning]
  private let revisions: ComparedRevisions

  static func find(
    for expression: QueryExpression, _ options: QueryOptions, _ pipeline: SelectionPipeline
  ) throws(Failure) -> QueryBasis {
    var warnings: [Warning] = []
    var changes: [QueryWord?: QueryChange] = [:]
    var found: WorkspaceGraph?
    var usual: ComparedRevisions.Base?
    for since in expression.comparisons {
      let outcome = try Failure.pointing(at: since?.place, in: options.expression) { () throws(Failure) in
        try pipeline.run(options.selection.since(since?.text), reach: .packagesAndProjects)
      }
      found = outcome.graph
      changes[since] = QueryChange(outcome.report.selection)
      if since == nil { usual = outcome.report.revisions.base }
      warnings += outcome.report.allWarnings.filter { !warnings.contains($0) }
    }
    if let graph = found {
      return try QueryBasis(for: expression, graph, changes, base: usual, warnings, options, pipeline)
    }
    let loaded = try pipeline.wholeWorkspace(
      reach: .packagesAndProjects, allowsEmpty: options.selection.allowsEmpty)
    if !options.selection.allowsEmpty { try EmptyByMistake.refusePatterns(loaded.warnings) }
    warnings = loaded.warnings + UnknownPackages.warnings(for: loaded.unknownPackages)
    return try QueryBasis(
      for: expression, loaded.headWithProjects, [:], base: nil, warnings, options, pipeline)
  }

  private init(
    for expression: QueryExpression, _ graph: WorkspaceGraph, _ changes: [QueryWord?: QueryChange],
    base: ComparedRevisions.Base?,
    _ warnings: [Warning], _ options: QueryOptions, _ pipeline: SelectionPipeline
  ) throws(Failure) {
    let workspace = pipeline.workspace
    let owners = workspace.knownOwners()
    if expression.asksForOwners { try owners.refuseProblem() }
    let tags = ModuleTags(graph, workspace.config)
    var context = QueryContext(graph: graph)
    context.platforms = pipeline.platforms(options.selection)
    context.owners = { [resolver = owners.resolver] in resolver.owners(of: graph.modules[$0]).owners }
    context.teams = Set(workspace.config.teams.keys)
    context.tags = { tags[$0] }
    context.changes = changes
    context.allowsUnknownTags = options.selection.allowsEmpty
    self.context = context
    self.warnings =
      warnings + owners.warnings
      + [owners.problemWarning].compactMap(\.self).filter { !warnings.contains($0) }
    revisions = ComparedRevisions(
      base: base, head: .init(ref: workspace.head.ref, commit: workspace.head.commit?.description))
  }

  func report(_ expression: QueryExpression, _ answer: QueryAnswer) -> QueryReport {
    QueryReport(
      query: expression.description, revisions: revisions,
      modules: answer.modules.map { index in
        let module = context.graph.modules[index]
        return QueryReport.Module(
          id: module.id, kind: module.kind, owners: context.owners(index), tags: context.tags(index).sorted())
      },
      path: answer.path?.map { context.graph.modules[$0].id },
      warnings: warnings)
  }
}

extension QueryChange {
  init(_ selection: Selection) {
    self.init(
      changed: Set(selection.modules.filter(\.isDirect).map(\.id)), affected: Set(selection.modules.map(\.id))
    )
  }
}

extension SelectionOptions {
  /// Returns the options with another base, if `revision` is given.
  fileprivate func since(_ revision: String?) -> SelectionOptions {
    guard let revision else { return self }
    var options = self
    switch change {
    case .revisions(_, let head, let fromMergeBase):
      options.change = .revisions(base: revision, head: head, fromMergeBase: fromMergeBase)
    case .files, .filesFromInput: options.change = .revisions(base: revision, head: nil, fromMergeBase: true)
    }
    return options
  }
}
