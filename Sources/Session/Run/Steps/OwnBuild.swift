package import Arguments
package import Base
package import Runner

/// A build of some modules that another command needs. It works as `ambit build`.
package struct OwnBuild {
  package let world: World
  package let global: GlobalOptions
  package let console: CommandOutput

  package init(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) {
    self.world = world
    self.global = global
    self.console = console
  }

  package func plan(_ modules: [ModuleID]) throws(Failure) -> PlannedRun {
    var options = RunOptions()
    options.selection.all = true
    options.selection.modules = modules.map { Argument($0.description) }
    return try PreparedRun.open(.build, options, world, global, console).run.plan()
  }

  package func execute(_ planned: consuming PlannedRun) throws(Failure) -> RunReport {
    try planned.carryOut().report
  }
}

extension RunReport {
  /// The first error of a compiler.
  package var firstError: String? {
    packages.flatMap(\.errors).first?.sentence
  }
}

extension BuildDiagnostic {
  package var sentence: String { (file.map { "\($0):\(line ?? 1): " } ?? "") + message }
}
