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
    "explain", conflicts: ["diff", "base"], "List all inputs of the key")
  static let diff = option(
    "diff", "REV", .revision, conflicts: ["explain", "base"],
    "List inputs of the key that changed since this revision")
}

extension KeyCommand {
  static let spec = CommandSpec(
    "key", .machine, "Show the cache keys of modules, and their inputs",
    discussion: [
      "A key covers everything that affects the build and tests of a module: files, manifests, pins, the "
        + "toolchain, and the keys of its dependencies. Results with an equal key are reused.",
      "Without a module, Ambit prints all keys. Without flags, the keys are those of a plain `ambit "
        + "test`. '--base REV' is '--diff' with the merge base of REV and the head.",
    ],
    positionals: [
      PositionalSpec(
        "MODULE", .module, repeated: true,
        "Modules: '//Packages/Core:Core', '//Packages/Core' for a whole package, or 'Core' when it is unique"
      )
    ],
    flags: [
      .explain, .diff, .base, .head, .moduleList, .allowEmpty, .platform, .configuration, .engine, .sanitize,
    ],
    passthrough: .swift,
    examples: [
      Example("ambit key CoreTests", "the key of one module"),
      Example("ambit key CoreTests --explain", "all inputs of the key"),
      Example("ambit key CoreTests --diff origin/main", "why the module is not cached"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try KeyOptions(arguments)
  }
}
