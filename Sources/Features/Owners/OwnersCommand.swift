import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session

/// `ambit owners`: names the owners of a change, or of given paths.
struct OwnersCommand: CommandWithOptions {
  let options: OwnersOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    switch options.subject {
    case .paths(let paths): return try answer(paths, world, global, console)
    case .change(let selection): return try tell(selection, world, global, console)
    }
  }

  private func tell(
    _ selection: SelectionOptions, _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    var session = try Session.open(world, global, selection)
    var outcome = try session.select(
      selection, kinds: .packagesAndProjects, lostPackages: options.requireOwner ? .seen : .refused)
    if options.requireOwner, let wider = try session.widened(for: outcome.report) {
      session = wider
      outcome = try wider.select(selection, kinds: .packagesAndProjects, lostPackages: .seen)
    }
    let report = try session.owners(
      outcome, selection, isGate: options.requireOwner, tellsInterfaces: options.interfaces)
    let gate = options.requireOwner ? OwnerGate(report) : nil
    if options.format != .json { console.warn(report.allWarnings) }
    switch options.format {
    case .text: console.answer(report.document(gate).lines(width: console.output.width))
    case .json: console.answer(OwnersJSON.text(report, gate: gate))
    case .markdown: console.answer(report.document(gate).markdown)
    case .github: console.answer(OwnersGitHub.text(report, gate: gate))
    }
    if let gate, !gate.isHeld {
      if options.format != .json { console.warn([Self.refusal(gate, report)]) }
      return .failed
    }
    let isNothing = outcome.report.isNothingAffected && report.deleted.isEmpty
    return options.exitCode && isNothing ? .nothingAffected : .success
  }

  private static func refusal(_ gate: OwnerGate, _ report: OwnersReport) -> Warning {
    let modules = Wording.count(gate.unowned, "affected module has", "affected modules have")
    let whose = report.rules.isBase ? "the rules of the base" : "the rules of the head"
    return Warning(
      code: "no-owner", message: "\(modules) no owner in \(whose) (\(report.rules.ref))",
      hints: [
        "name an owner in CODEOWNERS or workspace.json"
          + (report.rules.isBase ? "; the base's rules count, so make that a separate change" : "")
      ])
  }
}

enum OwnersFormat: String, OutputFormat {
  case text, json, markdown, github
}

struct OwnersOptions: CommandOptions {
  enum Subject: Sendable, Hashable {
    case change(SelectionOptions)
    /// The owners of these paths, whether they changed or not.
    case paths([Argument])
  }

  var subject = Subject.change(SelectionOptions())
  var format = OwnersFormat.text
  var exitCode = false
  /// True when an affected module without an owner fails the command.
  var requireOwner = false
  /// True to list teams whose modules are merely rebuilt separately.
  var interfaces = false

  init() {}

  init(_ arguments: ParsedArguments) throws(Failure) {
    format = try arguments.format()
    exitCode = arguments.has(.exitCode)
    requireOwner = arguments.has(.requireOwner)
    if arguments.has(.paths) {
      subject = .paths(arguments.arguments(.paths))
    } else {
      var selection = try SelectionOptions(arguments, modules: arguments.positionals)
      // The requirement concerns a change, and the rules of its base.
      selection.namesOnlyFilter = requireOwner && selection.namesModules
      subject = .change(selection)
    }
    interfaces = arguments.has(.interfaces)
    if arguments.has(.paths), format == .markdown || format == .github {
      throw Failure.usage(
        "'--paths' contradicts '--format \(format.rawValue)'", hints: ["use '--paths' with text or json"])
    }
    if arguments.has(.paths), let module = arguments.positionals.first {
      throw Failure.usage("'--paths' contradicts the module \(module.quoted)", hints: ["give one of the two"])
    }
  }
}

extension FlagSpec {
  static let paths = option(
    "paths", "PATH", .path, arity: .many,
    conflicts: ["exit-code", "require-owner", "interfaces"] + selection.map(\.long),
    "List the owners of these paths, not of a change")
  static let interfaces = toggle(
    "interfaces", "Separate modules that are only rebuilt from modules with a changed interface below")
  static let requireOwner = toggle(
    "require-owner", "Exit with status 1 when an affected module has no owner")
}

extension OwnersCommand {
  static let spec = CommandSpec(
    "owners", .everyday, "List the teams that own the changed and affected modules",
    discussion: [
      "Ambit lists the owners of changed modules, and the owners of only affected ones, with the "
        + "dependency chain. It also lists deleted modules, and modules without an owner or with several. "
        + "Changed modules that other teams depend on are listed too.",
      "CODEOWNERS and workspace.json are read from the base, so that no change can exempt itself. "
        + "Without a base, and with '--paths', they are read from the head.",
      "With '--interfaces', teams whose modules are only rebuilt are listed separately, and need no "
        + "review. No interface below these modules changed; see `ambit interface`.",
      "'--require-owner' checks all listed modules. '--depth none' limits the check to changed modules.",
      "'--format markdown' prints a comment for a pull request. Scripts find it by its first line, <!-- "
        + "ambit:owners -->.",
      "'--format github' prints outputs for $GITHUB_OUTPUT. 'any' and 'held' are true or false. 'teams', "
        + "'reached', 'notify' and 'unowned' are JSON lists. 'reviewers' and 'team-reviewers' are JSON lists "
        + "for GitHub's API. 'add-reviewers' is the value for `gh pr edit --add-reviewer`.",
    ],
    positionals: [.modules],
    flags: [.format(OwnersFormat.self), .paths, .requireOwner, .interfaces, .exitCode] + FlagSpec.selection,
    mainFlags: [.base, .head, .paths, .format(OwnersFormat.self), .requireOwner],
    examples: [
      Example("ambit owners --base origin/main", "reviewers for your change"),
      Example("ambit owners --require-owner --depth none", "fail when a changed module has no owner"),
      Example("ambit owners --format github >> $GITHUB_OUTPUT", "reviewers for a GitHub Actions step"),
      Example("ambit owners --paths Packages/Core", "the owners of a folder"),
    ]
  )
}

/// `ambit owners --paths`: names the owners of files and folders, changed or not.
extension OwnersCommand {
  func answer(
    _ paths: [Argument], _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    let workspace = try OpenWorkspace.open(world, global, headRevision: nil)
    var (owners, warnings) = try workspace.ownerResolver()
    let modules = try modulesByPath(workspace, world)
    let entries = try paths.map { argument throws(Failure) in
      let path = try Self.path(argument, workspace, world)
      let files = try Self.files(at: path, in: workspace)
      if files.isEmpty { warnings.append(Self.nothing(at: argument)) }
      // A path without a file is answered as a file to be made there.
      let answers = (files.isEmpty ? [path] : files).map {
        owners.owners(ofPath: $0, modules: modules($0)).owners
      }
      return PathOwners(path: path, owners: Self.joined(answers))
    }
    if options.format == .json {
      console.answer(OwnersJSON.text(entries, warnings))
    } else {
      console.warn(warnings)
      console.answer(entries.lines(width: console.output.width))
    }
    return .success
  }

  /// The path, relative to the workspace.
  private static func path(
    _ argument: Argument, _ workspace: OpenWorkspace, _ world: World
  ) throws(Failure) -> RelativePath {
    let place = world.resolvedPath(argument.bytes)
    let repository = RelativePath(Array(workspace.repository.workingFolder.utf8))
    guard !place.seen(from: repository).escapesRoot else {
      throw Failure(
        code: "outside-repository", message: "the path \(argument.quoted) is outside the repository",
        hints: ["paths are relative to the current folder, or to -C"])
    }
    return place.seen(from: RelativePath(Array(workspace.location.root.utf8)))
  }

  private static func nothing(at path: Argument) -> Warning {
    Warning(
      code: "missing-path",
      message: "\(path.quoted) does not exist: the answer is for a new file there",
      hints: ["paths are relative to the current folder, or to -C"])
  }

  /// The files at or below a path. The rules of CODEOWNERS apply to files; a folder has the owners of its files.
  private static func files(at path: RelativePath, in workspace: OpenWorkspace) throws(Failure)
    -> [RelativePath]
  {
    let folder = workspace.location.folderInRepository
    return try workspace.head.tree.files(below: folder.appending(path)).map { $0.path.seen(from: folder) }
  }

  /// All owners. The owner of most files comes first.
  private static func joined(_ answers: [[String]]) -> [String] {
    guard let first = answers.first, answers.contains(where: { $0 != first }) else {
      return answers.first ?? []
    }
    var counts: [String: Int] = [:]
    for owner in answers.joined() { counts[owner, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// Returns the modules of a path. Manifests are read only when a rule mentions modules.
  private func modulesByPath(
    _ workspace: OpenWorkspace, _ world: World
  ) throws(Failure) -> (RelativePath) -> [ModuleID] {
    let speaksOfModules = workspace.config.owners.rules.contains { rule in
      if case .modules = rule.match { true } else { false }
    }
    guard speaksOfModules else { return { _ in [] } }
    let graph = try workspace.load(
      .nothing(), try world.locateToolchain(for: workspace.location.root), world
    ).loaded.headWithProjects
    let map = workspace.map(of: graph)
    return { path in map.place(path).modules.map { graph.modules[$0.module].id }.sorted() }
  }
}
