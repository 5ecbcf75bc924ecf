/// A group of commands. The overview, `ambit help GROUP` and README show the commands by these groups.
///
/// A new command is a file in `Commands`, and a word in one group here.
package enum CommandGroup: String, Sendable, Hashable, CaseIterable {
  case everyday, automation, architecture, dependencies, machine

  package var title: String {
    switch self {
    case .everyday: "Every day"
    case .automation: "Automation"
    case .architecture: "Architecture"
    case .dependencies: "Dependencies and releases"
    case .machine: "This machine"
    }
  }

  /// `run, ci, hook`
  var names: String { commands.map(\.name).joined(separator: ", ") }

  package var commands: [CommandSpec] {
    switch self {
    case .everyday:
      [.initialize, .affected, .test, .build, .watch, .why, .plan, .owners, .report, .doctor]
    case .automation: [.run, .ci, .hook, .audit, .mcp]
    case .architecture: [.graph, .query, .show, .metrics, .interface, .lint, .extract, .new]
    case .dependencies: [.local, .released, .status, .release]
    case .machine: [.cache, .history, .insights, .key, .trust, .completions, .help]
    }
  }
}

/// All commands.
package enum CommandTable {
  package static let all = CommandGroup.allCases.flatMap(\.commands)

  package static func command(named name: String) -> CommandSpec? {
    all.first { $0.name == name }
  }
}
