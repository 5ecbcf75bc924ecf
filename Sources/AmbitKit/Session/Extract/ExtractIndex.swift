import Arguments
import IndexStore
import ModuleGraph
import Names
import Platform
import Reports
import Runner
import Support

/// Brings the index of some modules up to date, and reads it.
struct ExtractIndex {
  let world: World
  let global: GlobalOptions
  let console: CommandOutput

  /// Builds them as `ambit build` does, tests included; with `builds` false it only says where that would have left what.
  func stores(of modules: [ModuleID], builds: Bool) throws(Failure) -> [String] {
    let (report, stores) = try build(modules, executes: builds)
    guard let report, report.outcome != .passed else { return stores }
    throw Failure(
      code: "build-failed",
      message: "the packages concerned do not build as they are, and what does not compile has no index"
        + (report.firstError.map { ": \($0)" } ?? ""),
      hints: ["`ambit build` shows all that is wrong; mend it first"])
  }

  /// nil where nothing was executed.
  func build(
    _ modules: [ModuleID], executes: Bool = true
  ) throws(Failure) -> (report: RunReport?, stores: [String]) {
    var options = RunOptions()
    options.selection.all = true
    options.selection.modules = modules.map { Argument($0.description) }
    let command = RunCommand(action: .build, options: options)
    let planned = try command.prepare(world, global, console).run.plan()
    let stores = planned.course.plan.indexStores
    guard executes else { return (nil, stores) }
    try planned.adopt()
    let report = try planned.claim().restore().execute().record().save().report
    return (report, stores)
  }

  /// What the stores have of sources below a folder.
  func sources(
    in stores: [String], below root: String, compiler: String, modules: Set<String>
  ) throws(Failure) -> [IndexedSource] {
    world.progressLine.begin("Reading the index")
    let processors = world.processors
    return try Failure.wrapping {
      let library = try IndexLibrary(besideCompiler: compiler)
      let present = stores.filter(LocalFiles.isFolder)
      return try IndexedSource.all(
        in: try present.map { try IndexStore(library, at: $0) }, below: root, jobs: processors,
        modules: { modules.contains($0) })
    }
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
