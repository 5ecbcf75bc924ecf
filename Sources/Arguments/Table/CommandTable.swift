/// Every command there is. A new one is a file in `Commands` and a line here.
package enum CommandTable {
  package static let all: [CommandSpec] = [
    .initialize, .affected, .why, .query, .show, .metrics, .graph, .build, .test, .watch, .plan, .run,
    .owners,
    .report, .lint, .new, .extract,
    .key, .interface, .local, .released, .status, .release, .cache,
    .history, .insights,
    .hook,
    .trust,
    .doctor,
    .completions,
    .help,
  ]

  package static func command(named name: String) -> CommandSpec? {
    all.first { $0.name == name }
  }
}
