package enum ExtractFormat: String, OutputFormat {
  case text, json
}

package struct ExtractOptions: Sendable, Hashable {
  /// What the new module is called.
  package var name: Argument
  /// As typed: files, folders, patterns; `-` alone is standard input.
  package var files: [Argument] = []
  /// The folder that the package's own goes into.
  package var path: Argument?
  package var owner: String?
  /// Do it, instead of saying what it comes to.
  package var writes = false
  /// Whether the index is brought up to date first.
  package var builds = true
  package var format = ExtractFormat.text

  package init(name: Argument, files: [Argument] = []) {
    self.name = name
    self.files = files
  }

  init(_ arguments: ParsedArguments) throws(UsageError) {
    name = arguments.positionals.first ?? ""
    files = arguments.arguments(.from)
    path = arguments.argument(.extractPath)
    owner = arguments.text(.extractOwner)
    writes = arguments.has(.extractWrite)
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
  static let extractOwner = option(
    "owner", "TEAM", .text, "Have this team own the package: one of workspace.json, or a handle of CODEOWNERS"
  )
  static let extractWrite = toggle(
    "write", conflicts: ["no-build"], "Do it, and prove with a build that everything still compiles")
  static let noBuild = toggle(
    "no-build", conflicts: ["write"], "Go by the index as the last build left it")
}

extension CommandSpec {
  static let extract = CommandSpec(
    "extract", "Move files of a module into a package of their own",
    discussion: [
      "What those files use, and who uses them, is read from the index that the compiler writes: the modules that the new "
        + "one depends on, those among them that the old one never declared, what has to become public and for whom, which "
        + "files must import it, and which tests go along. Where the files and what stays use one another, no two modules "
        + "can hold them: then it names those uses, and the files that have to move as well, from the bottom up.",
      "'--write' does it: makes the package by the workspace's conventions, moves the files as `git mv` does, edits manifests "
        + "and imports, writes access modifiers and initialisers, and builds the new package and all that use it, tests "
        + "included. Where that does not compile, every file is what it was before, and what was tried is kept as a patch.",
      "The packages concerned are built first, so that the index knows the files as they are.",
    ],
    positionals: [
      PositionalSpec("NAME", .text, required: true, "What the new module and its package are called")
    ],
    flags: [
      .from, .extractPath, .extractOwner, .extractWrite, .noBuild, .format(ExtractFormat.self),
    ],
    examples: [
      Example("ambit extract Pricing --from Packages/Cart/Sources/Cart/Price.swift", "what it comes to"),
      Example("ambit extract Pricing --from 'Packages/Cart/Sources/Cart/Pri*.swift' --write", "do it"),
    ]
  ) { arguments throws(UsageError) in
    let options = try ExtractOptions(arguments)
    return .run(.extract(options), GlobalOptions(arguments, json: options.format == .json))
  }
}
