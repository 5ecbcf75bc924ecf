/// A group of commands. The overview, `ambit help GROUP` and README show the commands by these groups.
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
}

/// The commands of the program, in the order of the overview.
package struct CommandTable: Sendable {
  package let commands: [CommandSpec]

  package init(_ commands: [CommandSpec]) {
    self.commands = commands
  }

  package func command(named name: String) -> CommandSpec? {
    commands.first { $0.name == name }
  }

  package func commands(in group: CommandGroup) -> [CommandSpec] {
    commands.filter { $0.group == group }
  }

  /// `run, ci, hook`
  func names(in group: CommandGroup) -> String {
    commands(in: group).map(\.name).joined(separator: ", ")
  }
}
