import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session

/// `ambit query`: lists the modules that match an expression.
struct QueryCommand: CommandWithOptions {
  let options: QueryOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let expression = try QueryParser.parse(options.expression)
    let session = try Session.open(world, global, options.selection)
    let basis = try QueryBasis.find(for: expression, options, session)
    world.progressLine.begin("Answering")
    let answer = try QueryEvaluator.evaluate(expression, on: basis.context)
    let report = basis.report(expression, answer)
    if options.format != .json { console.warn(basis.warnings) }
    switch options.format {
    case .names: console.answer(QueryText.names(report))
    case .count: console.answer("\(report.modules.count)\n")
    case .text: console.answer(QueryText.lines(report, width: console.output.width))
    case .json: console.answer(QueryJSON.text(report))
    }
    if report.modules.isEmpty, options.format == .names {
      console.note("\("note: ", .dim)no module matches \(expression)")
    }
    return options.exitCode && report.modules.isEmpty ? .nothingAffected : .success
  }
}

enum QueryFormat: String, OutputFormat {
  case names, text, count, json
}

struct QueryOptions: CommandOptions {
  var expression = ""
  /// The change that `changed()` and `affected()` refer to.
  var selection = SelectionOptions()
  var format = QueryFormat.names
  var exitCode = false

  init(_ arguments: ParsedArguments) throws(Failure) {
    expression = arguments.positionals.first?.text ?? ""
    selection = try SelectionOptions(arguments, modules: [])
    format = try arguments.format()
    exitCode = arguments.has(.exitCodeWhenEmpty)
  }
}

extension FlagSpec {
  static let exitCodeWhenEmpty = toggle("exit-code", "Exit with status 3 when no module is found")
}

extension QueryCommand {
  static let spec = CommandSpec(
    "query", .architecture, "List the modules that match an expression",
    discussion: [
      "Names: '//Packages/Core:Core', '//Packages/Core' for a whole package, globs such as "
        + "'//Features/*:*', and 'Core' when it is unique. 'all' is every module. 'tag:layer:core', "
        + "'team:payments' and 'kind:test' select by tag, team and kind.",
      "Functions: deps(E) is E and its dependencies, rdeps(E) is E and its dependents, and deps(E, 2) "
        + "follows two steps. path(A, B) is one shortest chain from A to B, and paths(A, B) is everything "
        + "between A and B. tests(E) is the test modules that depend on any of E. owner(TEAM), unowned(), "
        + "tag(TAG) and kind(KIND) select by owner, tag and kind. changed() and affected() use '--base', "
        + "'--head' and '--files'. changed(REV) and affected(REV) compare with a revision.",
      "Operators: 'A & B' is both, 'A | B' or 'A + B' is either, 'A - B' is A without B. '&' binds "
        + "tighter. Put spaces around '-' and '+', which may be parts of names. Quote names with special "
        + "characters.",
      "Other commands read the names with '--modules -'. An empty result is no error without "
        + "'--exit-code'. An unknown name is an error.",
    ],
    positionals: [
      PositionalSpec("EXPR", .text, required: true, "The expression, in quotes for the shell")
    ],
    flags: [.format(QueryFormat.self), .exitCodeWhenEmpty] + FlagSpec.change + [.platform, .allowEmpty],
    mainFlags: [.format(QueryFormat.self), .exitCodeWhenEmpty, .base],
    examples: [
      Example("ambit query 'rdeps(Core)'", "Core and all its dependents"),
      Example("ambit query 'owner(payments) & affected()'", "a team's modules that your branch affects"),
      Example(
        "ambit query 'path(//Apps/Shop, Core)' --format text",
        "one dependency chain from an app to Core"),
      Example(
        "ambit query 'all - deps(kind:test)' --format count",
        "the number of modules that no test needs"),
    ]
  )
}

/// The data that an expression is evaluated on: the workspace at the head, and the changes that it asks about.
struct QueryBasis {
  let context: QueryContext
  /// Warnings of the workspace and of all changes.
  let warnings: [Warning]
  private let revisions: ComparedRevisions

  static func find(
    for expression: QueryExpression, _ options: QueryOptions, _ session: Session
  ) throws(Failure) -> QueryBasis {
    var warnings: [Warning] = []
    var changes: [QueryWord?: QueryChange] = [:]
    var found: WorkspaceGraph?
    var usual: ComparedRevisions.Base?
    for since in expression.comparisons {
      let outcome: Session.Selected
      do throws(Failure) {
        outcome = try session.select(options.selection.since(since?.text), kinds: .packagesAndProjects)
      } catch  where error.isGit(.unknownRevision, .invalidRevision) {
        throw Failure(code: error.code, message: error.message, hints: error.hints, excerpt: since?.place)
      }
      found = outcome.graph
      changes[since] = QueryChange(outcome.report.selection)
      if since == nil { usual = outcome.report.revisions.base }
      warnings += outcome.report.allWarnings.filter { !warnings.contains($0) }
    }
    if let graph = found {
      return try QueryBasis(for: expression, graph, changes, base: usual, warnings, options, session)
    }
    let loaded = try session.wholeWorkspace(
      kinds: .packagesAndProjects, allowsEmpty: options.selection.allowsEmpty)
    if !options.selection.allowsEmpty { try EmptyByMistake.refusePatterns(loaded.warnings) }
    warnings = loaded.warnings + UnknownPackages.warnings(for: loaded.unknownPackages)
    return try QueryBasis(
      for: expression, loaded.headWithProjects, [:], base: nil, warnings, options, session)
  }

  private init(
    for expression: QueryExpression, _ graph: WorkspaceGraph, _ changes: [QueryWord?: QueryChange],
    base: ComparedRevisions.Base?,
    _ warnings: [Warning], _ options: QueryOptions, _ session: Session
  ) throws(Failure) {
    let workspace = session.workspace
    let owners = workspace.knownOwners()
    if expression.asksForOwners { try owners.refuseProblem() }
    let tags = ModuleTags(graph, workspace.config)
    var context = QueryContext(graph: graph)
    context.platforms = session.platforms(options.selection)
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
