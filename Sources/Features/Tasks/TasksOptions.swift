import Arguments

extension TasksCommand {
  static let spec = CommandSpec(
    "run", .automation, "Run tasks of workspace.json for the affected packages",
    discussion: [
      "A task runs for each affected package or module that it is for, after its dependencies. If a task "
        + "is cached for the same inputs, Ambit restores its outputs instead. Without a task's name, Ambit "
        + "lists the tasks.",
      "Ambit also checks all outputs of earlier runs, so that no output stays stale.",
    ],
    positionals: [
      PositionalSpec(
        "TASK", .task, repeated: true,
        "Tasks, and a filter of packages and modules with '//': lint //Packages/Core")
    ],
    flags: [.taskJobs, .keepGoing, .failFast, .taskTimeout, .noCache, .dryRun, .jsonReport, .junit]
      + FlagSpec.selection,
    mainFlags: [.base, .all, .failFast, .noCache, .dryRun],
    examples: [
      Example("ambit run", "list the tasks"),
      Example("ambit run lint", "for packages affected by your branch and working tree"),
      Example("ambit run gen docs //Packages/Core", "two tasks for one package"),
      Example("ambit run package --all --dry-run", "tasks that would run, and why"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try TasksOptions(arguments)
  }
}
