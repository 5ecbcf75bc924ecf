package import Base

/// The values of the flags that every command has.
package struct GlobalOptions: Sendable, Hashable {
  package enum Verbosity: Sendable, Hashable {
    case quiet, normal, verbose
  }

  package var directory: Argument?
  package var workspaceFile: Argument?
  /// True when the answer is JSON, by `--json` or `--format json`. Errors are JSON too then.
  package var json = false
  package var color = ColorChoice.auto
  package var verbosity = Verbosity.normal
  package var timings = false

  package init() {}

  package init(_ arguments: ParsedArguments) {
    directory = arguments.argument(.directory)
    workspaceFile = arguments.argument(.workspace)
    json = arguments.asksForJSON
    color = arguments.choice(.color) ?? .auto
    verbosity = arguments.has(.quiet) ? .quiet : arguments.has(.verbose) ? .verbose : .normal
    timings = arguments.has(.timings)
  }
}

extension FlagSpec {
  package static let directory = option(
    "directory", short: "C", "DIR", .folder, group: .global, "Run as if started in this folder")
  package static let workspace = option(
    "workspace", "FILE", .file, group: .global, "Use this workspace.json instead of looking for one")
  package static let json = toggle("json", group: .global, "Print the answer as JSON, errors included")
  package static let color = option(
    "color", "WHEN", .choice(ColorChoice.allCases.map(\.rawValue)), group: .global, default: "auto",
    "Colour the output")
  package static let quiet = toggle(
    "quiet", short: "q", group: .global, conflicts: ["verbose"], "Print only the answer and errors")
  package static let verbose = toggle(
    "verbose", short: "v", group: .global, conflicts: ["quiet"], "Print more details and reasons")
  package static let timings = toggle("timings", group: .global, "Print how long each stage took")
  package static let version = toggle("version", group: .global, "Print the version")
  package static let help = toggle(
    "help", short: "h", group: .global, "Print help; '-h' prints only the main flags")

  /// The flags of every command. They may also come before its name.
  package static let allGlobal: [FlagSpec] = [
    directory, workspace, json, color, quiet, verbose, timings, version, help,
  ]
}
