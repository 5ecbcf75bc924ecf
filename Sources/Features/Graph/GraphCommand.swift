import Arguments
import Base
import GitBridge
import Graph
import Reports
import Runner
import Session

/// `ambit graph`: draws the modules and their dependencies.
struct GraphCommand: CommandWithOptions {
  let options: GraphOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let session = try Session.open(world, global, options.selection)
    let (outcome, isChangeKnown) = try outcome(of: session)
    let whole = GraphReport(
      outcome.graph, modules: try modules(session, outcome, isChangeKnown),
      platforms: session.platforms(options.selection), fallback: outcome.report.fallback,
      warnings: outcome.report.warnings, violations: try violations(session),
      setting: setting(session, outcome, isChangeKnown))
    let report = options.reduce ? whole.reduced() : whole
    if options.format != .json { console.warn(outcome.report.allWarnings) }
    if options.opens {
      console.answer([try GraphBrowser(session.workspace, world).open(GraphPage.text(report))])
      return .success
    }
    switch options.namesFormat || !console.output.isTerminal ? options.format : .text {
    case .dot: console.answer(GraphDOT.text(report))
    case .text: console.answer(GraphText(report, width: console.output.width).lines)
    case .mermaid: console.answer(GraphMermaid.text(report))
    case .json: console.answer(GraphJSON.text(report))
    case .svg: console.answer(GraphSVG.text(report))
    case .html: console.answer(GraphPage.text(report))
    }
    return .success
  }

  /// The broken rules, for the formats that show them.
  private func violations(_ session: Session) throws(Failure) -> [GraphViolation] {
    guard options.opens || [.svg, .html].contains(options.format) else { return [] }
    let findings = try session.findings(options.selection, onlyChanged: false)
    return (findings ?? []).compactMap { GraphViolation($0) }
  }

  /// A drawing needs no base. If none is found and none was named, no module is marked.
  private func outcome(
    of session: Session
  ) throws(Failure) -> (outcome: Session.Selected, isChangeKnown: Bool) {
    do throws(Failure) {
      return (try session.select(options.selection, kinds: .packagesAndProjects), true)
    } catch {
      guard error.isGit(.unknownRevision), !options.namesChange else { throw error }
      var everything = options.selection
      everything.all = true
      return (try session.select(everything, kinds: .packagesAndProjects), false)
    }
  }

  private func modules(
    _ session: Session, _ outcome: Session.Selected, _ isChangeKnown: Bool
  ) throws(Failure) -> [GraphReport.Module] {
    let filter = try session.filter(options.selection, outcome.graph)
    let affected = Dictionary(
      outcome.report.selection.modules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return outcome.graph.listedModules.filter { module in
      options.affectedOnly ? affected[module.id] != nil : filter.keeps(module.id)
    }.map { module in
      let found = isChangeKnown ? affected[module.id] : nil
      return GraphReport.Module(
        id: module.id, kind: module.kind, owners: outcome.owners(of: module).owners,
        tags: outcome.config.tags(of: module.id),
        mark: isChangeKnown ? found.map { $0.isDirect ? .changed : .reached } ?? .untouched : nil,
        reason: found?.reason ?? [])
    }
  }

  /// The title and groups of the drawing. A workspace without a name has the name of its folder.
  private func setting(
    _ session: Session, _ outcome: Session.Selected, _ isChangeKnown: Bool
  ) -> GraphSetting {
    GraphSetting(
      name: outcome.config.name ?? session.workspace.folderName,
      comparison: isChangeKnown ? outcome.report.revisions : nil,
      layers: outcome.config.rules.layers.map { .init(name: $0.name, tag: $0.tag) },
      teamNames: outcome.config.teams.compactMapValues(\.name))
  }
}

enum GraphFormat: String, OutputFormat {
  case dot, text, mermaid, json, svg, html
}

struct GraphOptions: CommandOptions {
  var selection = SelectionOptions()
  var format = GraphFormat.dot
  /// True when the command line asks for the format, with its own flag or with `--json`.
  var namesFormat = false
  /// True to show the page in a browser.
  var opens = false
  /// True to leave out the modules that the change does not reach.
  var affectedOnly = false
  var reduce = false
  /// True when the command line names a change. Otherwise a workspace without a base is drawn too, without marks.
  var namesChange = false

  init() {}

  init(_ arguments: ParsedArguments) throws(Failure) {
    selection = try SelectionOptions(arguments, modules: arguments.positionals)
    // The names choose the drawn modules, and the change chooses the colours.
    selection.namesOnlyFilter = selection.namesModules
    format = try arguments.format()
    namesFormat = arguments.namesFormat(GraphFormat.self)
    opens = arguments.has(.openPage)
    // Steps are counted from a change.
    affectedOnly = arguments.has(.affectedOnly) || selection.depth != nil
    reduce = arguments.has(.reduce)
    namesChange = affectedOnly || FlagSpec.change.contains(where: arguments.has)
  }
}

extension FlagSpec {
  static let openPage = toggle(
    "open", conflicts: ["format", "json"], "Show the page in your browser")
  static let affectedOnly = toggle("affected", "Leave out unaffected modules")
  static let reduce = toggle("reduce", "Leave out dependencies that longer chains imply")
}

extension GraphCommand {
  static let spec = CommandSpec(
    "graph", .architecture, "Draw the module dependency graph",
    discussion: [
      "Each package is a box. Affected modules are coloured, changed ones more strongly. In 'dot', dashed "
        + "arrows are plugins and platform-specific dependencies, thick blue arrows macros, dotted red arrows "
        + "undeclared imports.",
      "On a terminal the default is 'text': each module with its dependencies. "
        + "'svg' and 'html' need no other tool; each module is to the left of its dependencies. The HTML page "
        + "is one file that loads nothing, with zoom and search. It shows why a module is affected, its "
        + "dependencies and its dependents. '--open' writes it to .build/ambit and shows it in $BROWSER or the "
        + "system's browser.",
      "Module arguments and tags keep matching modules and the arrows between them. '--depth' counts the "
        + "steps from the change, and implies '--affected'.",
    ],
    positionals: [.modules],
    flags: [.format(GraphFormat.self, default: "dot, on a terminal text"), .openPage, .affectedOnly, .reduce]
      + FlagSpec.selection,
    examples: [
      Example("ambit graph --reduce > ../graph.dot", "everything, for Graphviz: dot -Tsvg ../graph.dot"),
      Example("ambit graph --open", "everything, in a browser"),
      Example("ambit graph --affected --format mermaid", "affected modules, for a pull request"),
      Example("ambit graph --tag layer:core --format json", "for a script: modules, edges, owners"),
    ]
  )
}

/// `ambit graph --format mermaid`: a flowchart that GitHub and GitLab draw in a comment.
enum GraphMermaid {
  static func text(_ report: GraphReport) -> String {
    var lines = ["flowchart LR"]
    for (number, package) in report.packages.enumerated() {
      let title = package.folder.isRoot ? "//" : package.folder.description
      lines.append("  subgraph p\(number)[\(label(title))]")
      lines += package.modules.map { "    m\($0)\(shape(report.modules[$0]))" }
      lines.append("  end")
    }
    lines += report.edges.map { "  m\($0.from) \(arrow($0)) m\($0.to)" }
    lines += style(report)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func shape(_ module: GraphReport.Module) -> String {
    let name = label(module.id.name)
    return switch module.kind {
    case .library, .unknown, .framework, .bundle: "[\(name)]"
    case .executable, .app, .extension: "[/\(name)\\]"
    case .test, .uiTest: "([\(name)])"
    case .macro: "{{\(name)}}"
    case .plugin: "[[\(name)]]"
    case .system, .binary: "[(\(name))]"
    }
  }

  private static func arrow(_ edge: GraphReport.Edge) -> String {
    guard let words = edge.words else { return "-->" }
    let line = edge.kind == .macro ? "==>" : "-.->"
    return "\(line)|\(label(words))|"
  }

  private static func style(_ report: GraphReport) -> [String] {
    var lines: [String] = []
    for mark in [GraphReport.Mark.changed, .reached] {
      let marked = report.modules.indices.filter { report.modules[$0].mark == mark }
      guard !marked.isEmpty, let color = GraphColors.fill(mark) else { continue }
      lines.append("  classDef \(mark.rawValue) fill:\(color),color:#000000")
      lines.append("  class \(marked.map { "m\($0)" }.joined(separator: ",")) \(mark.rawValue)")
    }
    let undeclared = report.edges.indices.filter { report.edges[$0].kind == .undeclaredImport }
    if !undeclared.isEmpty {
      let numbers = undeclared.map(String.init).joined(separator: ",")
      lines.append("  linkStyle \(numbers) stroke:\(GraphColors.undeclared)")
    }
    return lines
  }

  /// Mermaid has entities (`#35;`) instead of an escape character. It finds directives and Markdown even in quotes, so
  /// all but harmless characters are written as entities.
  private static func label(_ text: String) -> String {
    var result = ""
    for scalar in Text.escapingControls(text).unicodeScalars {
      let isHarmless =
        scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "/:-. ,".unicodeScalars.contains(scalar)
      if isHarmless { result.unicodeScalars.append(scalar) } else { result += "#\(scalar.value);" }
    }
    return "\"\(result)\""
  }
}

/// Writes the page of the graph to the build folder, and shows it in the user's browser.
struct GraphBrowser {
  private let path: String
  private let world: World

  init(_ workspace: OpenWorkspace, _ world: World) {
    path = ScratchRoot.path(inWorkspace: workspace.location.root) + "/graph.html"
    self.world = world
  }

  /// Returns a line that names the page.
  func open(_ page: String) throws(Failure) -> StyledText {
    try ScratchRoot.prepare(LocalFiles.folder(of: path))
    guard LocalFiles.replace(path, with: Array(page.utf8)) else {
      throw Failure.scratchUnwritable(path)
    }
    guard let program else { throw failure("no browser was found") }
    if let status = try started(program), !status.isSuccess {
      throw failure("\"\(program)\" did not open the page")
    }
    return "Opened \(path, .path)"
  }

  private func failure(_ message: String) -> Failure {
    Failure(
      code: "no-browser", message: message,
      hints: ["open \"\(path)\", or set BROWSER to a program that shows pages"])
  }

  /// The absolute path of the user's browser, else of the system's program that opens files.
  private var program: String? {
    let searchPath = world.environment["PATH"] ?? ""
    return [world.environment["BROWSER"], "xdg-open", "open"].lazy.compactMap { name in
      name.flatMap { Executables.find($0, inSearchPath: searchPath) }
    }.first
  }

  /// Returns the status if the program ends at once. A browser may run for hours, so Ambit does not wait for its end.
  private func started(_ program: String) throws(Failure) -> ProcessStatus? {
    // A pipe would break when Ambit ends before the browser.
    let command = Command(
      executable: "/bin/sh", arguments: ["-c", "exec \"$0\" \"$1\" >/dev/null 2>&1", program, path],
      environment: world.everything, workingFolder: world.workingFolder)
    let ended = Guarded<Result<ProcessStatus, Failure>?>(nil)
    let isStarted = Threads.start {
      do throws(Failure) {
        let status = try command.run().status
        ended.with { $0 = .success(status) }
      } catch {
        ended.with { $0 = .failure(error) }
      }
    }
    guard isStarted else { throw failure("the browser did not start") }
    ended.wait(atMost: .seconds(3)) { $0 != nil }
    return try ended.look { $0 }?.get()
  }
}
