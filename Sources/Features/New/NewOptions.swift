import Arguments

struct NewOptions: Sendable, Hashable {
  /// The template; nil lists the templates.
  let template: Argument?
  let folder: Argument?
  /// True to print the files without writing any.
  let isDry: Bool

  init(_ arguments: ParsedArguments) {
    template = arguments.positionals.first
    folder = arguments.positionals.dropFirst().first
    isDry = arguments.has(.dryWrite)
  }
}

extension FlagSpec {
  static let dryWrite = toggle("dry-run", "Print the files, and write nothing")
}

extension NewCommand {
  static let spec = CommandSpec(
    "new", .architecture, "Create a package from a template",
    discussion: [
      "Without arguments, Ambit lists the templates: folders in .ambit/templates, and the built-in "
        + "'package', a library with tests.",
      "Ambit copies the template's files to FOLDER. The last part of FOLDER replaces {{Name}} in paths "
        + "and texts. If no pattern of \"packages\" in workspace.json matches FOLDER, Ambit adds one. Nothing "
        + "is overwritten.",
    ],
    positionals: [
      PositionalSpec("TEMPLATE", .template, "The template: 'package' or a folder of .ambit/templates"),
      PositionalSpec("FOLDER", .folder, "The folder of the new package, such as 'Packages/Prices'"),
    ],
    flags: [.dryWrite],
    examples: [
      Example("ambit new", "list the templates"),
      Example("ambit new package Packages/Prices", "a library with tests"),
      Example("ambit new feature Features/Wishlist --dry-run", "preview the files"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    options = NewOptions(arguments)
  }

  var concernsBuilds: Bool { false }
}
