import Arguments

enum HookAction: String, Sendable, Hashable, CaseIterable {
  case install, uninstall
  /// The action that the installed hook calls.
  case run

  fileprivate var choice: PositionalSpec.Choice {
    switch self {
    case .install: .init(rawValue, "Install the hook; an existing hook runs first")
    case .uninstall: .init(rawValue, "Remove the hook, and put the previous hook back")
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

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let action: HookAction = try arguments.choice(at: 0)
    let words = arguments.positionals.dropFirst()
    if action != .run, let extra = words.first {
      throw UsageError(
        "unexpected argument \(extra.quoted) for `ambit hook \(action.rawValue)`",
        hints: [UsageError.helpHint(for: arguments.command)])
    }
    self.init(action, remote: words.first?.text)
  }
}

extension HookCommand {
  static let spec = CommandSpec(
    "hook", .automation, "Install a Git hook that tests commits before each push",
    discussion: [
      "The hook runs `ambit test` on exactly the commits that are pushed, not on the working tree, and stops the push when "
        + "they fail. It honours core.hooksPath. Git tells it on standard input which refs are pushed.",
      "`git push --no-verify` pushes without any hook.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: HookAction.allCases.map(\.choice), required: true, "What to do with the hook"),
      PositionalSpec(
        "REMOTE", .text, repeated: true, "For run: the remote's name and address, as Git tells them"),
    ],
    examples: [
      Example("ambit hook install", "in the repository or in a worktree of it"),
      Example("ambit hook uninstall", "and all is as it was"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try HookOptions(arguments)
  }

  var concernsBuilds: Bool { options.action == .run }
}
