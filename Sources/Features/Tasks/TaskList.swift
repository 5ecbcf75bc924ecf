import Arguments
import Base
import Graph
import Reports
import Runner
import Session

/// `ambit run` without a name: lists the tasks.
struct TaskList {
  let options: TasksOptions

  init(_ options: TasksOptions) { self.options = options }

  func show(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure)
    -> ExitCode
  {
    // Completions ask for the names while somebody types, so this path is short.
    if global.verbosity == .quiet, !global.json {
      let workspace = try OpenWorkspace.open(world, global, headRevision: nil)
      console.answer(workspace.config.tasks.map { $0.name + "\n" }.joined())
      return .success
    }
    let pipeline = try SelectionPipeline.open(world, global, options.selection)
    let workspace = pipeline.workspace
    let loaded = try workspace.load(.nothing(), pipeline.toolchain, world, ahead: pipeline.ahead).loaded
    if !options.selection.allowsEmpty { try workspace.refuseEmpty(loaded.head) }
    let instances = TaskInstances(workspace.config, in: loaded.head)
    let tasks = workspace.config.tasks.map { task in
      TaskListing.Task(
        config: task, places: instances.positions(of: task.name).map { instances.all[$0].id.place })
    }
    console.answer(
      json: TaskListing.json(tasks), text: TaskListing.lines(tasks, width: console.output.width))
    return .success
  }
}
