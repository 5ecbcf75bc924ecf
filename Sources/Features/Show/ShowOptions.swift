import Arguments

struct ShowOptions: Sendable, Hashable {
  enum Subject: Sendable, Hashable {
    /// All teams, for a comparison.
    case teams
    /// A module, a package or a team.
    case named(Argument)
  }

  var subject = Subject.teams
  /// The revision to look at; nil means the working tree.
  var head: String?
  var platform: String?

  init() {}

  init(_ arguments: ParsedArguments) {
    if let name = arguments.positionals.first, name != "teams" { subject = .named(name) }
    head = arguments.text(.head)
    platform = arguments.text(.platform)
  }
}

extension ShowCommand {
  static let spec = CommandSpec(
    "show", .architecture, "Show the details of a module, a package or a team",
    discussion: [
      "Module: owners, layer, tags, dependencies, dependents, tests, rules, broken rules, key, cached "
        + "results, last results, slow and flaky cases. Package: products, version requirements, modules. "
        + "Team: modules, teams it depends on, dependent teams.",
      "'teams' is a table of all teams, and a matrix with the number of dependencies between their "
        + "modules. If a module and a team have the same name, use '//Packages/Core:Core' or 'team:core'.",
      "On a terminal long lists are cut; '-v' and '--json' show all of them.",
    ],
    positionals: [
      PositionalSpec(
        "SUBJECT", .subject, required: true,
        "A module or package as '//Packages/Core:Core', '//Packages/Core' or 'Core', a team as 'core' or 'team:core', "
          + "or 'teams'")
    ],
    flags: [.head, .platform], mainFlags: [.head],
    examples: [
      Example("ambit show Core", "a module with a unique name"),
      Example("ambit show //Packages/Core", "a package"),
      Example("ambit show team:core", "a team"),
      Example("ambit show teams", "dependencies between teams"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    options = ShowOptions(arguments)
  }
}
