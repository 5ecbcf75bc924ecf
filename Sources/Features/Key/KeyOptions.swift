import Arguments

struct KeyOptions: Sendable, Hashable {
  /// The modules, as typed; empty means every module.
  var modules: [Argument] = []
  /// A file with more modules; `-` is standard input.
  var moduleList: Argument?
  var allowsEmpty = false
  var explain = false
  /// The revision that the keys are compared with.
  var since: Comparison?
  /// The revision to look at; nil means the working tree.
  var head: String?
  var platform: String?
  var swiftArguments = SwiftArguments()

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    modules = arguments.positionals
    moduleList = arguments.argument(.moduleList)
    allowsEmpty = arguments.has(.allowEmpty)
    explain = arguments.has(.explain)
    since = Comparison(arguments, diff: .diff)
    head = arguments.text(.head)
    platform = arguments.text(.platform)
    swiftArguments = try SwiftArguments(
      arguments.passthrough, configuration: arguments.choice(.configuration),
      engine: arguments.choice(.engine), sanitizer: arguments.choice(.sanitize))
  }
}

extension FlagSpec {
  static let explain = toggle(
    "explain", conflicts: ["diff", "base"], "List everything that the key is made from")
  static let diff = option(
    "diff", "REV", .revision, conflicts: ["explain", "base"],
    "List what changed in the key since this revision")
}

extension KeyCommand {
  static let spec = CommandSpec(
    "key", .machine, "Show the cache keys of modules, and what they are made from",
    discussion: [
      "A key names everything that decides what building and testing a module gives: files, manifests, pins, the "
        + "toolchain, the keys of what it needs. Results under an equal key are reused.",
      "Without a module the keys of all are printed, without flags those that `ambit test` would use. "
        + "'--base REV' is '--diff' against the merge base of REV and the head.",
    ],
    positionals: [
      PositionalSpec(
        "MODULE", .module, repeated: true,
        "The modules: '//Packages/Core:Core', '//Packages/Core' for all of a package, or 'Core' when it is unique"
      )
    ],
    flags: [
      .explain, .diff, .base, .head, .moduleList, .allowEmpty, .platform, .configuration, .engine, .sanitize,
    ],
    passthrough: .swift,
    examples: [
      Example("ambit key CoreTests", "the key of one module"),
      Example("ambit key CoreTests --explain", "every input of it"),
      Example("ambit key CoreTests --diff origin/main", "why nothing is cached for it"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try KeyOptions(arguments)
  }
}
