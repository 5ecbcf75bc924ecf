import Arguments

struct LocalOptions: Sendable, Hashable {
  /// The identity or the address of the package.
  var package = ""
  /// The folder of the working copy; nil means the folder of that name in the workspace.
  var folder: Argument?

  init() {}

  init(_ arguments: ParsedArguments) {
    package = arguments.positionals.first?.description ?? ""
    folder = arguments.argument(.copyFolder)
  }
}

struct ReleasedOptions: Sendable, Hashable {
  var package = ""
  /// True to return to the release although the working copy has unpublished changes.
  var isForced = false

  init() {}

  init(_ arguments: ParsedArguments) {
    package = arguments.positionals.first?.description ?? ""
    isForced = arguments.has(.forceReleased)
  }
}

extension FlagSpec {
  static let copyFolder = option(
    "path", "DIR", .folder, "The working copy; necessary if the workspace has none or several of that name")
  static let forceReleased = toggle(
    "force",
    "Ignore uncommitted and unpushed changes in the working copy; they stay there")
}

extension PositionalSpec {
  fileprivate static let dependency = PositionalSpec(
    "PACKAGE", .text, required: true, "A dependency: a name, such as 'Core', or a URL")
}

extension LocalCommand {
  static let spec = CommandSpec(
    "local", .dependencies, "Use your working copy of a dependency",
    discussion: [
      "Ambit replaces the URL of PACKAGE in all manifests with the path of your working copy. A comment "
        + "keeps the old text. SwiftPM and Xcode then build from the copy, and its changes affect all "
        + "dependents. `ambit released` restores the old text.",
      "The copy is a folder of the workspace with the package's name: a submodule or a clone. Ambit "
        + "evaluates every manifest before it writes. If anything but that dependency would change, nothing "
        + "is written.",
    ],
    positionals: [.dependency], flags: [.copyFolder],
    examples: [
      Example("ambit local Core", "the copy of that name in the workspace"),
      Example("ambit local Core --path Modules/Core", "the working copy in that folder"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    options = LocalOptions(arguments)
  }
}

extension ReleasedCommand {
  static let spec = CommandSpec(
    "released", .dependencies, "Use the released version of a dependency again",
    discussion: [
      "Ambit restores the text that `ambit local` replaced, byte for byte. The working copy does not "
        + "change. If it has uncommitted changes or unpushed commits, '--force' is necessary."
    ],
    positionals: [.dependency], flags: [.forceReleased],
    examples: [Example("ambit released Core", "restores all manifests")]
  )

  init(_ arguments: ParsedArguments) {
    options = ReleasedOptions(arguments)
  }
}

extension StatusCommand {
  static let spec = CommandSpec(
    "status", .dependencies, "List the dependencies that use a working copy",
    discussion: [
      "Each row shows the folder, its branch, and the number of commits ahead of and behind its release. "
        + "It also shows uncommitted and unpushed changes, and the packages that use the copy. Manifests are "
        + "read, not evaluated."
    ],
    examples: [Example("ambit status --json", "for a script")]
  )

  init(_ arguments: ParsedArguments) {}
}
