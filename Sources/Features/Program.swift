import Arguments
import Base
import Runner
package import Session

extension Ambit {
  /// Runs the program in `world`, and returns the exit code.
  package static func run(_ world: World) -> Int32 {
    do throws(Failure) {
      switch try request(world.arguments) {
      case .version:
        world.output.write(Array("ambit \(version)\n".utf8))
        return ExitCode.success.rawValue
      case .run(let command, let options):
        return run(command, world, options).rawValue
      }
    } catch {
      var options = GlobalOptions()
      options.json = ArgumentParser.asksForJSON(world.arguments)
      CommandOutput(world, options).fail(error)
      return ExitCode.noVerdict.rawValue
    }
  }

  private static func run(_ command: any AmbitCommand, _ world: World, _ options: GlobalOptions) -> ExitCode {
    var world = world
    let progressLine = ProgressLine.make(for: world, options)
    world.progressLine = progressLine
    world.onAbruptEnd { progressLine.end() }
    let output = CommandOutput(world, options)
    defer { output.showTimings() }
    do throws(Failure) {
      world = try world.entering(options.directory)
      if command.usesCache { try world.refusePlantedLinks() }
      if command.concernsBuilds { try PlaceChange(world)?.followScratch(options, output) }
      return try command.run(world, options, output)
    } catch {
      output.fail(error)
      return .noVerdict
    }
  }
}
