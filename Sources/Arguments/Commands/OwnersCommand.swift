package enum OwnersFormat: String, OutputFormat {
  case text
  case json
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

  package init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    subject =
      arguments.has(.paths)
      ? .paths(arguments.arguments(.paths))
      : .change(try SelectionOptions(arguments, modules: arguments.positionals))
    format = try arguments.format()
    exitCode = arguments.has(.exitCode)
    if arguments.has(.paths), let module = arguments.positionals.first {
      throw UsageError(
        "'--paths' contradicts the module \(module.quoted)", hints: ["give one of the two"])
    }
  }
}

extension FlagSpec {
  static let paths = option(
    "paths", "PATH", .path, arity: .many, conflicts: ["exit-code"] + selection.map(\.long),
    "Name the owners of these paths instead of a change's")
}

extension CommandSpec {
  static let owners = CommandSpec(
    "owners", "Name the teams that own what a change touches and reaches",
    discussion: [
      "Lists the teams of changed modules, the teams of modules that are merely affected, and modules "
        + "without an owner."
    ],
    positionals: [.modules],
    flags: [.format(OwnersFormat.self), .paths, .exitCode] + FlagSpec.selection,
    examples: [
      Example("ambit owners --base origin/main", "who should review this change"),
      Example("ambit owners --paths Packages/Core", "who owns a folder"),
    ]
  ) { arguments throws(UsageError) in
    let options = try OwnersOptions(arguments)
    return .run(.owners(options), GlobalOptions(arguments, json: options.format == .json))
  }
}
