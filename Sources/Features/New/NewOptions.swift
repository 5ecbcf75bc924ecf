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
  static let dryWrite = toggle("dry-run", "Print what would be written, and write nothing")
}

extension NewCommand {
  static let spec = CommandSpec(
    "new", .architecture, "Create a package from a template",
    discussion: [
      "Without words it lists the templates: the folders in .ambit/templates, and the built-in 'package', a library with "
        + "tests.",
      "The template's files are copied to FOLDER, whose last part is the package's name; it replaces {{Name}} in paths and "
        + "texts. Where no pattern of \"packages\" in workspace.json finds the folder, one is added. Nothing is overwritten.",
    ],
    positionals: [
      PositionalSpec("TEMPLATE", .template, "What to copy: 'package' or a folder of .ambit/templates"),
      PositionalSpec("FOLDER", .folder, "Where the package is to be: 'Packages/Prices'"),
    ],
    flags: [.dryWrite],
    examples: [
      Example("ambit new", "the templates"),
      Example("ambit new package Packages/Prices", "a library with tests"),
      Example("ambit new feature Features/Wishlist --dry-run", "see first what it would write"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    options = NewOptions(arguments)
  }

  var concernsBuilds: Bool { false }
}
