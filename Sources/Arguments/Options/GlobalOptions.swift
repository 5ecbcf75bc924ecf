package import Support

/// What the flags of every command say.
package struct GlobalOptions: Sendable, Hashable {
  package enum Verbosity: Sendable, Hashable {
    case quiet, normal, verbose
  }

  package var directory: Argument?
  package var workspaceFile: Argument?
  /// Whether the answer is JSON, by `--json` or `--format json`; errors then are JSON too.
  package var json = false
  package var color = ColorChoice.auto
  package var verbosity = Verbosity.normal
  package var timings = false

  package init() {}

  init(_ arguments: ParsedArguments, json: Bool? = nil) {
    directory = arguments.argument(.directory)
    workspaceFile = arguments.argument(.workspace)
    self.json = json ?? arguments.has(.json)
    color = arguments.choice(.color) ?? .auto
    verbosity = arguments.has(.quiet) ? .quiet : arguments.has(.verbose) ? .verbose : .normal
    timings = arguments.has(.timings)
  }
}
