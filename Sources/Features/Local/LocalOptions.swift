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
    "path", "DIR", .folder, "The working copy, when the workspace has none or several of that name")
  static let forceReleased = toggle(
    "force",
    "Also when the working copy has changes that are not committed or not pushed; they stay where they are")
}

extension PositionalSpec {
  fileprivate static let dependency = PositionalSpec(
    "PACKAGE", .text, required: true, "A dependency by its name, such as 'Core', or by its URL")
}

extension LocalCommand {
  static let spec = CommandSpec(
    "local", .dependencies, "Use your working copy of a dependency",
    discussion: [
      "In all manifests that name PACKAGE by its URL, the path of your working copy takes the URL's "
        + "place. A comment behind it keeps the old text. SwiftPM and Xcode build from the copy at once, "
        + "and a change in it affects all that use it. `ambit released` puts the old text back.",
      "The copy is a folder of the workspace that bears the package's name: a submodule, or a clone. Every manifest is "
        + "evaluated before it is written, and must say the same but for that dependency; else nothing is written.",
    ],
    positionals: [.dependency], flags: [.copyFolder],
    examples: [
      Example("ambit local Core", "the package of that name that the workspace has"),
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
      "Puts back what `ambit local` replaced, byte by byte. The working copy is left as it is. While it "
        + "has changes that are not committed, or commits that no remote has, nothing is done without "
        + "'--force'."
    ],
    positionals: [.dependency], flags: [.forceReleased],
    examples: [Example("ambit released Core", "what all manifests said before")]
  )

  init(_ arguments: ParsedArguments) {
    options = ReleasedOptions(arguments)
  }
}

extension StatusCommand {
  static let spec = CommandSpec(
    "status", .dependencies, "List the dependencies that use a working copy",
    discussion: [
      "Each row has the folder, its branch, and how many commits it is ahead of and behind its release. "
        + "It also has what is not committed or not pushed, and the packages that use the copy. Manifests "
        + "are read, not evaluated."
    ],
    examples: [Example("ambit status --json", "for programs")]
  )

  init(_ arguments: ParsedArguments) {}
}
