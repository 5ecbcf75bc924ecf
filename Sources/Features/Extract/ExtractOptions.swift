import Arguments

enum ExtractFormat: String, OutputFormat {
  case text, json
}

struct ExtractOptions: Sendable, Hashable {
  /// The name of the new module.
  var name: Argument
  /// The files, folders and patterns, as typed. `-` alone is standard input.
  var files: [Argument] = []
  /// The folder that gets the folder of the new package.
  var path: Argument?
  /// True when the index is brought up to date first.
  var builds = true
  var format = ExtractFormat.text

  init(name: Argument, files: [Argument] = []) {
    self.name = name
    self.files = files
  }

  init(_ arguments: ParsedArguments) throws(UsageError) {
    name = arguments.positionals.first ?? ""
    files = arguments.arguments(.from)
    path = arguments.argument(.extractPath)
    builds = !arguments.has(.noBuild)
    format = try arguments.format()
    if files.contains("-"), files.count > 1 {
      throw UsageError(
        "'--from -' reads the paths from standard input and takes no others",
        hints: ["for a file named '-', write './-'"])
    }
  }
}

extension FlagSpec {
  static let from = option(
    "from", "PATH", .path, arity: .many,
    "Files, folders or patterns to move; '-' reads them from standard input"
  )
  static let extractPath = option(
    "path", "DIR", .folder, default: "next to the package of the files",
    "Create the package in this folder")
  static let noBuild = toggle("no-build", "Use the index of the last build without an update")
}

extension ExtractCommand {
  static let spec = CommandSpec(
    "extract", .architecture, "Plan how to move files of a module into a new package",
    discussion: [
      "The plan comes from the compiler's index. It lists the dependencies of the new module, and marks "
        + "those that the old module never declared. It lists declarations that become public and for whom, "
        + "files that must import the new module, and tests that move too. If the files and the rest of the "
        + "module use each other, no split is possible. The plan then lists these uses, and the other files "
        + "that must move, from the bottom up.",
      "Only the index below .build/ambit is written. The compiler updates the index, and builds modules "
        + "only if necessary.",
    ],
    positionals: [
      PositionalSpec("NAME", .text, required: true, "The name of the new module and its package")
    ],
    flags: [
      .from, .extractPath, .noBuild, .format(ExtractFormat.self),
    ],
    examples: [
      Example("ambit extract Pricing --from Packages/Cart/Sources/Cart/Price.swift", "the plan for one file"),
      Example(
        "ambit extract Pricing --from 'Packages/Cart/Sources/Cart/Pri*.swift'",
        "all files with matching names"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try ExtractOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
