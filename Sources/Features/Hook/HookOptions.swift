import Arguments

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

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try HookOptions(arguments)
  }

  var concernsBuilds: Bool { options.action == .run }
}
