import Arguments

enum OwnersFormat: String, OutputFormat {
  case text, json, markdown, github
}

struct OwnersOptions: Sendable, Hashable {
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

  init(_ arguments: ParsedArguments) throws(UsageError) {
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
      throw UsageError(
        "'--paths' contradicts '--format \(format.rawValue)'", hints: ["use '--paths' with text or json"])
    }
    if arguments.has(.paths), let module = arguments.positionals.first {
      throw UsageError(
        "'--paths' contradicts the module \(module.quoted)", hints: ["give one of the two"])
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

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try OwnersOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
