import Arguments

enum QueryFormat: String, OutputFormat {
  case names, text, count, json
}

struct QueryOptions: Sendable, Hashable {
  var expression = ""
  /// The change that `changed()` and `affected()` refer to.
  var selection = SelectionOptions()
  var format = QueryFormat.names
  var exitCode = false

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    expression = arguments.positionals.first?.text ?? ""
    selection = try SelectionOptions(arguments, modules: [])
    format = try arguments.format()
    exitCode = arguments.has(.exitCodeWhenEmpty)
  }
}

extension FlagSpec {
  static let exitCodeWhenEmpty = toggle("exit-code", "Exit with status 3 when no module is found")
}

extension QueryCommand {
  static let spec = CommandSpec(
    "query", .architecture, "List the modules that match an expression",
    discussion: [
      "Names are those of module arguments: '//Packages/Core:Core', '//Packages/Core' for all of a package, globs like "
        + "'//Features/*:*', and 'Core' when it is unique. 'all' is every module; 'tag:layer:core', 'team:payments' and "
        + "'kind:test' are those with a tag, of a team, of a kind.",
      "Functions: deps(E) is E and what it needs, rdeps(E) is E and what needs it, and deps(E, 2) goes "
        + "two steps far. path(A, B) is one shortest chain from A to B, and paths(A, B) is all that lies "
        + "between. tests(E) is the test modules that need any of E. owner(TEAM), unowned(), tag(TAG) and "
        + "kind(KIND) choose by owner, tag and kind. changed() and affected() go by '--base', '--head' and "
        + "'--files'; changed(REV) and affected(REV) compare with a revision.",
      "Operators: 'A & B' for what is in both, 'A | B' or 'A + B' for either, 'A - B' for A without B; '&' holds closer. "
        + "Within a name '-' and '+' belong to it, so put spaces around them. Quotes make a name of anything.",
      "The names go well with '--modules -' of other commands. No module is an answer too, unless '--exit-code' is given; "
        + "a name that nothing has is an error.",
    ],
    positionals: [
      PositionalSpec("EXPR", .text, required: true, "The expression, in quotes for the shell")
    ],
    flags: [.format(QueryFormat.self), .exitCodeWhenEmpty] + FlagSpec.change + [.platform, .allowEmpty],
    mainFlags: [.format(QueryFormat.self), .exitCodeWhenEmpty, .base],
    examples: [
      Example("ambit query 'rdeps(Core)'", "what needs Core, however far"),
      Example("ambit query 'owner(payments) & affected()'", "what your branch reaches of a team's modules"),
      Example("ambit query 'path(//Apps/Shop, Core)' --format text", "one way in which an app needs Core"),
      Example("ambit query 'all - deps(kind:test)' --format count", "how many modules no test needs"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try QueryOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
