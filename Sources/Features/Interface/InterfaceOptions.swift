import Arguments

enum InterfaceFormat: String, OutputFormat {
  case text, json, markdown
}

struct InterfaceOptions: Sendable, Hashable {
  /// The modules, as typed. Empty means every module, or with a comparison every changed module.
  var modules: [Argument] = []
  /// A file with more modules; `-` is standard input.
  var moduleList: Argument?
  var allowsEmpty = false
  var all = false
  /// The revision that the interfaces are compared with.
  var since: Comparison?
  /// The revision to look at; nil means the working tree.
  var head: String?
  var format = InterfaceFormat.text
  /// True when a breaking difference fails the command.
  var check = false

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    modules = arguments.positionals
    moduleList = arguments.argument(.moduleList)
    allowsEmpty = arguments.has(.allowEmpty)
    all = arguments.has(.allInterfaces)
    since = Comparison(arguments, diff: .interfaceDiff)
    head = arguments.text(.head)
    format = try arguments.format()
    check = arguments.has(.checkInterface)
  }
}

extension FlagSpec {
  static let interfaceDiff = option(
    "diff", "REV", .revision, conflicts: ["base"], "Say how the interfaces differ from those of this revision"
  )
  static let allInterfaces = toggle("all", "Compare every module, not only what the change touches")
  static let checkInterface = toggle("check", "Exit with status 1 when a difference breaks others, or may")
}

extension InterfaceCommand {
  static let spec = CommandSpec(
    "interface", .architecture, "Show the public API of modules, and what a change breaks in it",
    discussion: [
      "Prints the public surface of a module, from the symbol graph that the compiler writes. It holds "
        + "types, members, functions, conformances, and what modules of the same package may use. Nothing "
        + "has to be built: the compiler reads the module and its dependencies without the bodies of "
        + "functions. The result is kept under the module's key.",
      "Without a module all are printed. '--diff REV' compares with a revision. Each difference is "
        + "breaking or compatible, with the reason, the declaration, and the places in the workspace that "
        + "mention it. Without a module it compares those that the change touches, and their dependents for "
        + "as long as the interface below differs. '--base REV' is '--diff' against the merge base of REV "
        + "and the head.",
      "An interface is unknown where only a build could show it: macros, plugins, packages from outside "
        + "of the workspace. The report says why, and counts the interface as changed.",
    ],
    positionals: [
      PositionalSpec(
        "MODULE", .module, repeated: true,
        "The modules: '//Packages/Core:Core', '//Packages/Core' for all of a package, or 'Core' when it is unique"
      )
    ],
    flags: [
      .allInterfaces, .interfaceDiff, .base, .head, .checkInterface,
      .format(InterfaceFormat.self), .moduleList, .allowEmpty,
    ],
    examples: [
      Example("ambit interface Core", "what a module offers"),
      Example(
        "ambit interface --diff origin/main", "what your change does to the interfaces of what it touches"),
      Example("ambit interface Core --diff HEAD~1 --check", "fail when it breaks those who use the module"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try InterfaceOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
