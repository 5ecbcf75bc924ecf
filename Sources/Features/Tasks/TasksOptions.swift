import Arguments

extension TasksCommand {
  static let spec = CommandSpec(
    "run", .automation, "Run tasks of workspace.json for the affected packages",
    discussion: [
      "A task is run for every package or module that it is for and that the change reaches, after what "
        + "it depends on. A task that is cached for the same inputs is not run again: its outputs are put "
        + "back. Without a task's name the tasks are listed.",
      "Outputs that lie here from earlier runs are looked after whatever the change: none of them stays stale.",
    ],
    positionals: [
      PositionalSpec(
        "TASK", .task, repeated: true,
        "The tasks, and with two slashes in front the packages and modules to keep: lint //Packages/Core")
    ],
    flags: [.taskJobs, .keepGoing, .failFast, .taskTimeout, .noCache, .dryRun, .jsonReport, .junit]
      + FlagSpec.selection,
    mainFlags: [.base, .all, .failFast, .noCache, .dryRun],
    examples: [
      Example("ambit run", "the tasks that there are"),
      Example("ambit run lint", "for what your branch and working tree reach"),
      Example("ambit run gen docs //Packages/Core", "two tasks for one package"),
      Example("ambit run package --all --dry-run", "what would be run, and why"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try TasksOptions(arguments)
  }
}
