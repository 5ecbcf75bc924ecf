import Arguments
import Base
import Reports
import Session

/// `ambit interface`: prints the interfaces of modules, and whether a change breaks them.
struct InterfaceCommand: AmbitCommand {
  let options: InterfaceOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    if options.check, options.since == nil {
      throw Failure(
        code: "usage", message: "'--check' needs '--diff' or '--base'",
        hints: [
          "compare with a revision: `ambit interface --diff origin/main --check`"
        ])
    }
    let preparation = try InterfacePreparation(options, world, global)
    guard options.since != nil else {
      let report = try preparation.report()
      if options.format != .json { console.warn(report.warnings) }
      switch options.format {
      case .text: console.answer(report.document.lines(width: nil))
      case .json: console.answer(InterfaceJSON.text(report))
      case .markdown: console.answer(report.document.markdown)
      }
      return .success
    }
    let report = try preparation.differences()
    if options.format != .json { console.warn(report.warnings) }
    switch options.format {
    case .text: console.answer(report.document(most: console.isVerbose ? nil : 8).lines(width: nil))
    case .json: console.answer(InterfaceJSON.text(report))
    case .markdown: console.answer(report.document(most: nil).markdown)
    }
    return options.check && report.isBreaking ? .failed : .success
  }
}

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

  init(_ arguments: ParsedArguments) throws(Failure) {
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
    "diff", "REV", .revision, conflicts: ["base"], "Compare the interfaces with this revision"
  )
  static let allInterfaces = toggle("all", "Compare every module, not only changed ones")
  static let checkInterface = toggle("check", "Exit with status 1 when a difference is breaking, or may be")
}

extension InterfaceCommand {
  static let spec = CommandSpec(
    "interface", .architecture, "Show the public API of modules, and breaking changes",
    discussion: [
      "The compiler's symbol graph shows types, members, functions, conformances, and declarations for "
        + "the same package. No build is necessary: the compiler skips function bodies. The result is cached "
        + "by the module's key.",
      "Without a module, Ambit prints all modules. '--diff' shows if each difference is breaking, with "
        + "the reason, the declaration and its uses in the workspace. Without a module, '--diff' compares "
        + "changed modules, and dependents as long as the interface below differs. '--base REV' is '--diff' "
        + "with the merge base of REV and the head.",
      "An interface is unknown if it needs a build: macros, plugins, external packages. The report says "
        + "why, and counts the interface as changed.",
    ],
    positionals: [
      PositionalSpec(
        "MODULE", .module, repeated: true,
        "Modules: '//Packages/Core:Core', '//Packages/Core' for a whole package, or 'Core' when it is unique"
      )
    ],
    flags: [
      .allInterfaces, .interfaceDiff, .base, .head, .checkInterface,
      .format(InterfaceFormat.self), .moduleList, .allowEmpty,
    ],
    examples: [
      Example("ambit interface Core", "the public API of a module"),
      Example(
        "ambit interface --diff origin/main", "how your change alters interfaces"),
      Example("ambit interface Core --diff HEAD~1 --check", "fail when a change is breaking"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(Failure) {
    options = try InterfaceOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
