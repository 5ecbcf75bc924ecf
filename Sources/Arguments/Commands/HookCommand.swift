package enum HookAction: String, Sendable, Hashable, CaseIterable {
  case install, uninstall
  /// The action that the installed hook calls.
  case run
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
      "'install' writes a pre-push hook that runs `ambit test` on exactly the commits that are pushed, not on what "
        + "happens to lie in the working tree, and stops the push when they fail. A hook that is there already runs "
        + "first; core.hooksPath is honoured. 'uninstall' removes it and puts the previous hook back.",
      "'run' is what the hook calls: it reads from standard input which refs are pushed, as Git tells them.",
      "`git push --no-verify` pushes without any hook.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", .choice(HookAction.allCases.map(\.rawValue)), required: true, "What to do with the hook"),
      PositionalSpec(
        "REMOTE", .text, repeated: true, "For run: the remote's name and address, as Git tells them"),
    ],
    examples: [
      Example("ambit hook install", "in the repository or in a worktree of it"),
      Example("ambit hook uninstall", "and all is as it was"),
    ]
  ) { arguments throws(UsageError) in
    guard let action = arguments.positionals.first?.text.flatMap(HookAction.init(rawValue:)) else {
      return .help(command: arguments.command)
    }
    return .run(.hook(try HookOptions(arguments, action)), GlobalOptions(arguments))
  }
}
