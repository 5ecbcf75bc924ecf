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
  static let affectedOnly = toggle("affected", "Leave out unaffected modules")
  static let reduce = toggle("reduce", "Leave out dependencies that longer chains imply")
}

extension GraphCommand {
  static let spec = CommandSpec(
    "graph", .architecture, "Draw the module dependency graph",
    discussion: [
      "Each package is a box. Affected modules are coloured, changed ones more strongly. Dashed arrows "
        + "are plugins and platform-specific dependencies, thick blue arrows macros, dotted red arrows "
        + "undeclared imports.",
      "'svg' and 'html' need no other tool; each module is to the left of its dependencies. The HTML page "
        + "is one file that loads nothing, with zoom and search. It shows why a module is affected, its "
        + "dependencies and its dependents.",
      "Module arguments and tags keep matching modules and the arrows between them. '--depth' counts the "
        + "steps from the change, and implies '--affected'.",
    ],
    positionals: [.modules],
    flags: [.format(GraphFormat.self), .affectedOnly, .reduce] + FlagSpec.selection,
    examples: [
      Example("ambit graph --reduce > ../graph.dot", "everything, for Graphviz: dot -Tsvg ../graph.dot"),
      Example("ambit graph --format html > ../graph.html", "everything, for a browser"),
      Example("ambit graph --affected --format mermaid", "affected modules, for a pull request"),
      Example("ambit graph --tag layer:core --format json", "for a script: modules, edges, owners"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try GraphOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
