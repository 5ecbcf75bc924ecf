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
        "'--paths' contradicts '--format \(format.rawValue)'", hints: ["paths are answered as text or json"])
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
    "Name the owners of these paths instead of a change's")
  static let interfaces = toggle(
    "interfaces", "Tell modules that are merely rebuilt from those below which an interface changed")
  static let requireOwner = toggle(
    "require-owner", "Exit with status 1 when nobody owns a module that the change reaches")
}

extension OwnersCommand {
  static let spec = CommandSpec(
    "owners", .everyday, "List the teams that own the changed and affected modules",
    discussion: [
      "Lists the teams that own what changed, and the teams that are only reached, with the way. It "
        + "also lists changed modules that other teams build upon, modules with files of several teams, "
        + "deleted modules, and modules without an owner.",
      "CODEOWNERS and workspace.json are read from the base, so that no change can exempt itself. "
        + "Without a base, and with '--paths', they are read from the head.",
      "With '--interfaces', teams whose modules are only rebuilt are listed by themselves and not asked "
        + "to review. Below these modules only bodies changed, and every interface is the same; see `ambit "
        + "interface`.",
      "'--require-owner' counts whatever is listed; '--depth none' keeps it to what changed itself.",
      "'--format markdown' is for a comment on a pull request, which a script finds again by its first line, "
        + "<!-- ambit:owners -->.",
      "'--format github' prints outputs for $GITHUB_OUTPUT. 'any' and 'held' are true or false; "
        + "'teams', 'reached', 'notify' and 'unowned' are JSON lists. 'reviewers' and 'team-reviewers' are "
        + "JSON lists as GitHub's API takes them. 'add-reviewers' is what `gh pr edit --add-reviewer` "
        + "takes.",
    ],
    positionals: [.modules],
    flags: [.format(OwnersFormat.self), .paths, .requireOwner, .interfaces, .exitCode] + FlagSpec.selection,
    mainFlags: [.base, .head, .paths, .format(OwnersFormat.self), .requireOwner],
    examples: [
      Example("ambit owners --base origin/main", "who should review this change"),
      Example("ambit owners --require-owner --depth none", "fail when nobody owns what changed"),
      Example("ambit owners --format github >> $GITHUB_OUTPUT", "reviewers for a step of GitHub Actions"),
      Example("ambit owners --paths Packages/Core", "who owns a folder"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try OwnersOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
