package enum HookAction: String, Sendable, Hashable, CaseIterable {
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

package struct HookOptions: Sendable, Hashable {
  package var action: HookAction
  /// The name of the remote as Git passes it to the hook, or its address when it has no name.
  package var remote: String?

  package init(_ action: HookAction, remote: String? = nil) {
    self.action = action
    self.remote = remote
  }

  init(_ arguments: ParsedArguments, _ action: HookAction) throws(UsageError) {
    let words = arguments.positionals.dropFirst()
    if action != .run, let extra = words.first {
      throw UsageError(
        "unexpected argument \(extra.quoted) for `ambit hook \(action.rawValue)`",
        hints: [UsageError.helpHint(for: arguments.command)])
    }
    self.init(action, remote: words.first?.text)
  }
}

extension CommandSpec {
  static let hook = CommandSpec(
    "hook", "Install a Git hook that tests commits before each push",
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
  ) { arguments throws(UsageError) in
    guard let action = arguments.positionals.first?.text.flatMap(HookAction.init(rawValue:)) else {
      return .help(.command(arguments.command))
    }
    return .run(.hook(try HookOptions(arguments, action)), GlobalOptions(arguments))
  }
}
