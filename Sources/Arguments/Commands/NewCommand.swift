package struct NewOptions: Sendable, Hashable {
  /// nil lists the templates.
  package var template: Argument?
  package var name: Argument?
  package var owner: String?
  /// The folder that the package's own goes into.
  package var path: Argument?
  package var depends: [Argument] = []
  package var makesContract = true
  package var makesDemo = true
  /// Print what would be written, and write nothing.
  package var isDry = false
  /// Write the template itself to the workspace.
  package var ejects = false

  package init() {}

  init(_ arguments: ParsedArguments) {
    template = arguments.positionals.first
    name = arguments.positionals.dropFirst().first
    owner = arguments.text(.owner)
    path = arguments.argument(.packagePath)
    depends = arguments.arguments(.depends)
    makesContract = !arguments.has(.noContract)
    makesDemo = !arguments.has(.noDemo)
    isDry = arguments.has(.dryWrite)
    ejects = arguments.has(.eject)
  }
}

extension FlagSpec {
  static let owner = option(
    "owner", "TEAM", .text, conflicts: ["eject"],
    "Have this team own the package: one of workspace.json, or a handle of CODEOWNERS")
  static let packagePath = option(
    "path", "DIR", .folder, default: "where packages of its kind lie", conflicts: ["eject"],
    "Put the package's folder into this one")
  static let depends = option(
    "depends", "MODULE", .module, arity: .repeated, conflicts: ["eject"],
    "Depend on this module of the workspace; may be repeated")
  static let noContract = toggle(
    "no-contract", conflicts: ["eject"], "Make no contract along with it")
  static let noDemo = toggle("no-demo", conflicts: ["eject"], "Make no program that shows it")
  static let dryWrite = toggle("dry-run", "Print what would be written, and write nothing")
  static let eject = toggle("eject", "Write a ready template to .ambit/templates instead, to be edited there")
}

extension CommandSpec {
  static let new = CommandSpec(
    "new", "Make a package by the workspace's conventions",
    discussion: [
      "Without words it lists the templates: those of the workspace in .ambit/templates, and ready ones for a core module, "
        + "a contract and a feature, which brings its contract and a demo along.",
      "Where the package lies, what its name ends with, tools version, platforms and language mode are those of its "
        + "neighbours: the packages of the same layer. What is missing in workspace.json and CODEOWNERS so that it belongs "
        + "to the workspace, to its layer and to its team is added there; nothing else in them changes.",
      "Nothing is overwritten. What was made is held against the rules of `ambit lint`; where it breaks one, and where "
        + "anything fails, all of it is taken back.",
    ],
    positionals: [
      PositionalSpec(
        "TEMPLATE", .template, "What to make: 'core', 'contract', 'feature' or one of the workspace's own"),
      PositionalSpec("NAME", .text, "What it is called: 'Wishlist', or 'WishlistFeature'"),
    ],
    flags: [.owner, .packagePath, .depends, .noContract, .noDemo, .dryWrite, .eject],
    examples: [
      Example("ambit new", "the templates"),
      Example("ambit new feature Wishlist --owner shop", "a feature with contract and demo, owned by a team"),
      Example("ambit new core Prices --depends Core --dry-run", "see first what it would write"),
      Example("ambit new feature --eject", "a template of your own, to begin with"),
    ]
  ) { arguments throws(UsageError) in
    .run(.new(NewOptions(arguments)), GlobalOptions(arguments))
  }
}
