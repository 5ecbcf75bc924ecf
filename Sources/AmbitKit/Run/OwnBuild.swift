import Arguments
import Names
import Runner

/// A build of some modules that another command needs, done as `ambit build` does it.
struct OwnBuild {
  let world: World
  let global: GlobalOptions
  let console: CommandOutput

  /// - `noCache`: whether what is on record as built is built all the same, since its outputs are wanted.
  func plan(_ modules: [ModuleID], noCache: Bool = false) throws(Failure) -> PlannedRun {
    var options = RunOptions()
    options.selection.all = true
    options.selection.modules = modules.map { Argument($0.description) }
    options.noCache = noCache
    return try PreparedRun.open(.build, options, world, global, console).run.plan()
  }

  func execute(_ planned: consuming PlannedRun) throws(Failure) -> RunReport {
    try planned.adopt()
    return try planned.claim().restore().execute().record().save().report
  }
}

extension RunReport {
  /// The first thing that a compiler had to say.
  var firstError: String? {
    packages.flatMap(\.errors).first?.sentence
  }
}

extension BuildDiagnostic {
  var sentence: String { (file.map { "\($0):\(line ?? 1): " } ?? "") + message }
}
