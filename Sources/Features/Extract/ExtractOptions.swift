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
        hints: ["a file of that name is written './-'"])
    }
  }
}

extension FlagSpec {
  static let from = option(
    "from", "PATH", .path, arity: .many,
    "The files that shall move, folders with all that is in them, or patterns; '-' reads them from standard input"
  )
  static let extractPath = option(
    "path", "DIR", .folder, default: "beside the package that the files are of",
    "Put the package's folder into this one")
  static let noBuild = toggle("no-build", "Go by the index as the last build left it")
}

extension ExtractCommand {
  static let spec = CommandSpec(
    "extract", .architecture, "Plan how to move files of a module into a new package",
    discussion: [
      "The index that the compiler writes says what those files use, and who uses them. The plan lists "
        + "the dependencies of the new module, and which of them the old one never declared. It also lists "
        + "the declarations that become public and for whom, the files that must import the new module, and "
        + "the tests that go along. If the files and the rest use each other, no two modules can hold them. "
        + "The plan then names those uses, and the files that have to move as well, from the bottom up.",
      "Nothing is written but the index, below .build/ambit. Compilers bring it up to date; what only a build can tell is built.",
    ],
    positionals: [
      PositionalSpec("NAME", .text, required: true, "What the new module and its package are called")
    ],
    flags: [
      .from, .extractPath, .noBuild, .format(ExtractFormat.self),
    ],
    examples: [
      Example("ambit extract Pricing --from Packages/Cart/Sources/Cart/Price.swift", "what it comes to"),
      Example("ambit extract Pricing --from 'Packages/Cart/Sources/Cart/Pri*.swift'", "all of that name"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try ExtractOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
