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
      "Names: '//Packages/Core:Core', '//Packages/Core' for a whole package, globs such as "
        + "'//Features/*:*', and 'Core' when it is unique. 'all' is every module. 'tag:layer:core', "
        + "'team:payments' and 'kind:test' select by tag, team and kind.",
      "Functions: deps(E) is E and its dependencies, rdeps(E) is E and its dependents, and deps(E, 2) "
        + "follows two steps. path(A, B) is one shortest chain from A to B, and paths(A, B) is everything "
        + "between A and B. tests(E) is the test modules that depend on any of E. owner(TEAM), unowned(), "
        + "tag(TAG) and kind(KIND) select by owner, tag and kind. changed() and affected() use '--base', "
        + "'--head' and '--files'. changed(REV) and affected(REV) compare with a revision.",
      "Operators: 'A & B' is both, 'A | B' or 'A + B' is either, 'A - B' is A without B. '&' binds "
        + "tighter. Put spaces around '-' and '+', which may be parts of names. Quote names with special "
        + "characters.",
      "Other commands read the names with '--modules -'. An empty result is no error without "
        + "'--exit-code'. An unknown name is an error.",
    ],
    positionals: [
      PositionalSpec("EXPR", .text, required: true, "The expression, in quotes for the shell")
    ],
    flags: [.format(QueryFormat.self), .exitCodeWhenEmpty] + FlagSpec.change + [.platform, .allowEmpty],
    mainFlags: [.format(QueryFormat.self), .exitCodeWhenEmpty, .base],
    examples: [
      Example("ambit query 'rdeps(Core)'", "Core and all its dependents"),
      Example("ambit query 'owner(payments) & affected()'", "a team's modules that your branch affects"),
      Example(
        "ambit query 'path(//Apps/Shop, Core)' --format text",
        "one dependency chain from an app to Core"),
      Example(
        "ambit query 'all - deps(kind:test)' --format count",
        "the number of modules that no test needs"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try QueryOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
