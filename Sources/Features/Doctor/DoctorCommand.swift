import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session

/// `ambit doctor`: checks everything that Ambit needs. Later checks need the results of earlier ones.
struct DoctorCommand: AmbitCommand {
  let onlyHarmless: Bool

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    if onlyHarmless {
      let harmless = try OpenWorkspace.open(world, global, headRevision: nil).config.inputs.harmless
      console.answer(
        json: HarmlessReport.json(harmless), text: HarmlessReport.lines(harmless, width: console.output.width)
      )
      return .success
    }
    let report = DoctorReport(checks: try checks(world, global))
    console.answer(json: DoctorJSON.text(report), text: DoctorText.lines(report, width: console.output.width))
    return report.hasErrors ? .failed : .success
  }

  private func checks(_ world: World, _ global: GlobalOptions) throws(Failure) -> [DoctorReport.Check] {
    world.progressLine.begin("Checking the toolchain")
    let (toolchain, toolchainChecks) = DoctorChecks.toolchain(world)
    var checks =
      toolchainChecks + DoctorChecks.cache(world) + [
        DoctorChecks.observing(), DoctorChecks.worktrees(world), DoctorChecks.sandbox(world),
      ]
    world.progressLine.begin("Checking the repository")
    let start = world.workingFolder
    let repository: Repository
    do throws(Failure) {
      repository = try Failure.wrapping {
        try Repository.open(containing: start, environment: world.environment)
      }
    } catch {
      return checks + [DoctorChecks.failed("git", error)]
    }
    checks += DoctorChecks.repository(repository)
    let workspace: OpenWorkspace
    do throws(Failure) {
      workspace = try OpenWorkspace.open(world, global, headRevision: nil)
    } catch {
      return checks + [DoctorChecks.failed("workspace", error)]
    }
    checks += DoctorChecks.configuration(workspace) + DoctorChecks.base(workspace, world)
    checks += DoctorChecks.quarantine(workspace.config, now: world.date())
    world.progressLine.begin("Checking the remote cache")
    checks += DoctorChecks.remote(workspace, world)
    guard let toolchain else { return checks }
    checks.append(DoctorChecks.engine(workspace.config, toolchain))
    do throws(Failure) {
      let (loaded, statistics) = try workspace.load(.nothing(), toolchain, world)
      checks += DoctorChecks.manifests(workspace, loaded, statistics)
      checks += DoctorChecks.projects(loaded)
      let graph = loaded.headWithProjects
      checks += DoctorChecks.patterns(workspace.config, graph)
      checks += try DoctorChecks.owners(workspace, graph)
      checks += DoctorChecks.ignoredFolders(workspace, loaded.head)
      checks += try DoctorChecks.unowned(workspace, loaded, world)
    } catch {
      checks.append(DoctorChecks.failed("manifests", error))
    }
    return checks
  }
}
