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
      "A module has owners, layer, tags, dependencies and dependents, and the tests that reach it. Its "
        + "rules follow, and those that it breaks. Then come its key with the results kept under it, its "
        + "last results, and slow and flaky cases. A package has products, version requirements and "
        + "modules. A team has modules, the teams that it needs, and the teams that need it.",
      "'teams' is a table of all teams, and a matrix of how many dependencies lead from the modules of one to those of "
        + "another. Where a name is that of a module and of a team, '//Packages/Core:Core' is the one and 'team:core' the "
        + "other.",
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
      Example("ambit show Core", "a module, when its name is unique"),
      Example("ambit show //Packages/Core", "a package"),
      Example("ambit show team:core", "a team"),
      Example("ambit show teams", "who depends on whom"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    options = ShowOptions(arguments)
  }
}
