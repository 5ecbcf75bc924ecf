import Arguments
import Base
import GitBridge
import Reports
import Session

/// `ambit hook`: installs, removes and runs a pre-push hook that tests the pushed commits.
struct HookCommand: AmbitCommand {
  let options: HookOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    switch options.action {
    case .run:
      return try PushTest(remote: options.remote ?? "origin", world: world, global: global, console: console)
        .run()
    case .install: try Self.show(Self.install(world, global), global, console)
    case .uninstall: try Self.show(Self.hookFile(world, global).file.uninstall(), global, console)
    }
    return .success
  }

  private static func show(_ report: HookReport, _ global: GlobalOptions, _ console: CommandOutput) {
    console.answer(json: report.json, text: report.lines)
  }

  private static func install(_ world: World, _ global: GlobalOptions) throws(Failure) -> HookReport {
    let (file, workspace) = try hookFile(world, global)
    return try file.install(
      HookScript(
        ambit: world.executable ?? "", workspaceFolder: workspace.folderInRepository,
        configuration: workspace.configuration))
  }

  private static func hookFile(
    _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> (file: HookFile, workspace: WorkspaceLocation) {
    let start = world.workingFolder
    let repository = try Failure.wrapping {
      try Repository.open(containing: start, environment: world.environment)
    }
    let folder = try Failure.wrapping { try repository.hooksFolder(home: world.environment["HOME"]) }
    let location = try WorkspaceLocation.find(
      repositoryRoot: repository.workingFolder, from: start,
      explicitFile: global.workspaceFile.map { world.absoluteText($0.bytes) })
    return (try HookFile(in: folder), location)
  }
}
