import Arguments

enum GraphFormat: String, OutputFormat {
  case dot, mermaid, json, svg, html
}

struct GraphOptions: Sendable, Hashable {
  var selection = SelectionOptions()
  var format = GraphFormat.dot
  /// True to leave out the modules that the change does not reach.
  var affectedOnly = false
  var reduce = false
  /// True when the command line names a change. Otherwise a workspace without a base is drawn too, without marks.
  var namesChange = false

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    selection = try SelectionOptions(arguments, modules: arguments.positionals)
    // The names choose the drawn modules, and the change chooses the colours.
    selection.namesOnlyFilter = selection.namesModules
    format = try arguments.format()
    // Steps are counted from a change.
    affectedOnly = arguments.has(.affectedOnly) || selection.depth != nil
    reduce = arguments.has(.reduce)
    namesChange = affectedOnly || FlagSpec.change.contains(where: arguments.has)
  }
}

extension FlagSpec {
  static let affectedOnly = toggle("affected", "Leave out the modules that the change does not reach")
  static let reduce = toggle("reduce", "Leave out the dependencies that longer chains imply")
}

extension GraphCommand {
  static let spec = CommandSpec(
    "graph", .architecture, "Draw the dependency graph of the modules",
    discussion: [
      "Modules stand in a box for each package; what the change reaches is coloured, stronger where it "
        + "changed itself. Dashed arrows are plugins and dependencies of some platforms only, thick blue ones "
        + "macros, dotted red ones imports that the manifest does not declare.",
      "'svg' and 'html' lay the modules out themselves, each to the left of what it depends on. The "
        + "HTML page holds that drawing in one file that loads nothing. It zooms, searches, and says why "
        + "each module is affected, what it needs and who needs it.",
      "Module arguments and tags keep what matches, and the arrows between. '--depth' counts the steps from the "
        + "change, and so means '--affected' too.",
    ],
    positionals: [.modules],
    flags: [.format(GraphFormat.self), .affectedOnly, .reduce] + FlagSpec.selection,
    examples: [
      Example("ambit graph --reduce > ../graph.dot", "everything, for Graphviz: dot -Tsvg ../graph.dot"),
      Example("ambit graph --format html > ../graph.html", "everything, to look around in with a browser"),
      Example("ambit graph --affected --format mermaid", "what your branch reaches, for a pull request"),
      Example("ambit graph --tag layer:core --format json", "for a script: modules, edges, owners"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try GraphOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
