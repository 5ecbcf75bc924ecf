package enum OwnersFormat: String, OutputFormat {
  case text, json, markdown, github
}

package struct OwnersOptions: Sendable, Hashable {
  package enum Subject: Sendable, Hashable {
    case change(SelectionOptions)
    /// The owners of these paths, whether they changed or not.
    case paths([Argument])
  }

  package var subject = Subject.change(SelectionOptions())
  package var format = OwnersFormat.text
  package var exitCode = false
  /// True when an affected module without an owner fails the command.
  package var requireOwner = false
  /// True to list teams whose modules are merely rebuilt separately.
  package var interfaces = false

  package init() {}

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

extension CommandSpec {
  static let owners = CommandSpec(
    "owners", "List the teams that own the changed and affected modules",
    discussion: [
      "Lists the teams that own what changed, the teams that are merely reached and by which way, changed "
        + "modules that other teams build upon, modules that files of several teams make up, deleted modules, and "
        + "modules without an owner.",
      "CODEOWNERS and workspace.json are read as the base has them, so that no change can rule itself free; "
        + "without a base, and with '--paths', as the head has them.",
      "With '--interfaces' teams whose modules are merely rebuilt, since only bodies changed below them and every interface is "
        + "the same, are listed by themselves and are not called; see `ambit interface`.",
      "'--require-owner' counts whatever is listed; '--depth none' keeps it to what changed itself.",
      "'--format markdown' is for a comment on a pull request, which a script finds again by its first line, "
        + "<!-- ambit:owners -->.",
      "'--format github' prints outputs for $GITHUB_OUTPUT: any and held (true or false), teams, reached, notify and "
        + "unowned (JSON lists), reviewers and team-reviewers (JSON lists, as GitHub's API takes them), and "
        + "add-reviewers (as `gh pr edit --add-reviewer` takes them).",
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
  ) { arguments throws(UsageError) in
    let options = try OwnersOptions(arguments)
    return .run(.owners(options), GlobalOptions(arguments, json: options.format == .json))
  }
}
