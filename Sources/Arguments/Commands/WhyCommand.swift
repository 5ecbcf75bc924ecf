package struct WhyOptions: Sendable, Hashable {
  package var selection = SelectionOptions()
  package var module: Argument

  package init(module: Argument) {
    self.module = module
  }

  init(_ arguments: ParsedArguments, module: Argument) throws(UsageError) {
    selection = try SelectionOptions(arguments, modules: [])
    self.module = module
    // A module that does not exist is an error in any case.
    selection.allowsEmpty = true
  }
}

extension CommandSpec {
  static let why = CommandSpec(
    "why", "Explain why a module is affected, or why it is not",
    discussion: ["Prints the shortest chain from the module down to a changed file."],
    positionals: [
      PositionalSpec(
        "MODULE", .module, required: true, "The module: '//Packages/Core:Core', or 'Core' when it is unique")
    ],
    flags: FlagSpec.change + [.platform], mainFlags: [.base, .head, .files],
    examples: [
      Example("ambit why //Apps/Shop:ShopTests", "the chain that reaches a test module"),
      Example("ambit why Core --base origin/main", "against a base of your choice"),
    ]
  ) { arguments throws(UsageError) in
    guard let module = arguments.positionals.first else { return .help(.command(arguments.command)) }
    let options = try WhyOptions(arguments, module: module)
    return .run(.why(options), GlobalOptions(arguments))
  }
}
