import Arguments
import Base
import GitBridge
import Reports
import Session

/// `ambit hook`: installs, removes and runs a pre-push hook that tests the pushed commits.
struct HookCommand: AmbitCommand {
  let options: HookOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    switch options.action {
    case .run:
      return try PushTest(remote: options.remote ?? "origin", world: world, global: global, console: console)
        .run()
    case .install: try Self.show(Self.install(world, global), global, console)
    case .uninstall: try Self.show(Self.hookFile(world, global).file.uninstall(), global, console)
    }
    return .success
  }

  private static func show(_ report: HookReport, _ global: GlobalOptions, _ console: CommandOutput) {
    console.answer(json: report.json, text: report.lines)
  }

  private static func install(_ world: World, _ global: GlobalOptions) throws(Failure) -> HookReport {
    let (file, workspace) = try hookFile(world, global)
    return try file.install(
      HookScript(
        ambit: world.executable ?? "", workspaceFolder: workspace.folderInRepository,
        configuration: workspace.configuration))
  }

  private static func hookFile(
    _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> (file: HookFile, workspace: WorkspaceLocation) {
    let start = world.workingFolder
    let repository = try Repository.open(containing: start, environment: world.environment)
    let folder = try repository.hooksFolder(home: world.environment["HOME"])
    let location = try WorkspaceLocation.find(
      repositoryRoot: repository.workingFolder, from: start,
      explicitFile: global.workspaceFile.map { world.absoluteText($0.bytes) })
    return (try HookFile(in: folder), location)
  }
}

enum HookAction: String, Sendable, Hashable, CaseIterable {
  case install, uninstall
  /// The action that the installed hook calls.
  case run

  fileprivate var choice: PositionalSpec.Choice {
    switch self {
    case .install: .init(rawValue, "Install the hook; an existing hook runs first")
    case .uninstall: .init(rawValue, "Remove the hook, and restore the previous one")
    case .run: .init(rawValue, "Test a push; the installed hook calls this")
    }
  }
}

struct HookOptions: Sendable, Hashable {
  var action: HookAction
  /// The name of the remote as Git passes it to the hook, or its address when it has no name.
  var remote: String?

  init(_ action: HookAction, remote: String? = nil) {
    self.action = action
    self.remote = remote
  }

  init(_ arguments: ParsedArguments) throws(Failure) {
    let action: HookAction = try arguments.choice(at: 0)
    let words = arguments.positionals.dropFirst()
    if action != .run, let extra = words.first {
      throw Failure.usage(
        "unexpected argument \(extra.quoted) for `ambit hook \(action.rawValue)`",
        hints: [Failure.helpHint(for: arguments.command)])
    }
    self.init(action, remote: words.first?.text)
  }
}

extension HookCommand {
  static let spec = CommandSpec(
    "hook", .automation, "Install a Git hook that tests commits before each push",
    discussion: [
      "The hook runs `ambit test` on the pushed commits, not on the working tree. A failure stops the "
        + "push. The hook honours core.hooksPath, and reads the pushed refs from standard input.",
      "`git push --no-verify` skips the hook.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: HookAction.allCases.map(\.choice), required: true, "The action"),
      PositionalSpec(
        "REMOTE", .text, repeated: true, "For run: the remote's name and address, as Git passes them"),
    ],
    examples: [
      Example("ambit hook install", "in the repository or a worktree"),
      Example("ambit hook uninstall", "restores the previous hook"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(Failure) {
    options = try HookOptions(arguments)
  }

  var concernsBuilds: Bool { options.action == .run }
}
