import Arguments

struct WhyOptions: Sendable, Hashable {
  var selection = SelectionOptions()
  var module: Argument

  init(module: Argument) {
    self.module = module
  }

  init(_ arguments: ParsedArguments) throws(UsageError) {
    module = try arguments.positional(at: 0)
    selection = try SelectionOptions(arguments, modules: [])
    // A module that does not exist is an error in any case.
    selection.allowsEmpty = true
  }
}

extension WhyCommand {
  static let spec = CommandSpec(
    "why", .everyday, "Explain why a module is affected, or why it is not",
    discussion: ["Prints the shortest dependency chain from the module to a changed file."],
    positionals: [
      PositionalSpec(
        "MODULE", .module, required: true, "The module: '//Packages/Core:Core', or 'Core' when it is unique")
    ],
    flags: FlagSpec.change + [.platform], mainFlags: [.base, .head, .files],
    examples: [
      Example("ambit why //Apps/Shop:ShopTests", "the chain from a test module"),
      Example("ambit why Core --base origin/main", "against a base of your choice"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try WhyOptions(arguments)
  }
}
