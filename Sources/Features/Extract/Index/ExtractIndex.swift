import Arguments
import Base
import Graph
import Runner
import Session
import SwiftSources

/// Brings the index of some modules up to date, and reads it.
struct ExtractIndex {
  let world: World
  let global: GlobalOptions
  let console: CommandOutput
  let pipeline: SelectionPipeline
  let graph: WorkspaceGraph

  /// Returns the stores that hold the index of `modules`.
  /// An index that a build left is used as far as it is up to date. Compilers write the rest without building.
  /// Modules for which that is not possible are built as `ambit build` does, tests included.
  /// With `writes` false, it only returns the places of the stores.
  func stores(of modules: [ModuleIndex], writes: Bool) throws(Failure) -> [String] {
    let ids = modules.map { graph.modules[$0].id }
    let indexing = ModuleIndexing(pipeline: pipeline, graph: graph)
    let built = try build(ids, executes: false).stores
    let stores = built + [indexing.store]
    guard writes else { return stores }
    world.progressLine.begin("Checking the index")
    let fresh = try BuiltIndex(graph, pipeline, try units(in: built)).fresh(among: modules)
    let missing = modules.filter { !fresh.contains($0) }
    guard !missing.isEmpty else { return stores }
    let unknown = try indexing.write(missing, knownUnits: try units(in: [indexing.store]))
    guard !unknown.isEmpty else { return stores }
    tell(unknown)
    let (report, others) = try build(unknown.keys.sorted())
    guard let report, report.outcome != .passed else { return Set(stores + others).sorted() }
    throw Failure(
      code: "build-failed",
      message: "the packages do not build, so their index is missing"
        + (report.firstError.map { ": \($0)" } ?? ""),
      hints: ["fix the errors that `ambit build` shows"])
  }

  private func tell(_ unknown: [ModuleID: String]) {
    let sorted = unknown.sorted { $0.key < $1.key }
    guard let first = sorted.first else { return }
    let others = sorted.count > 1 ? " and \(Wording.count(sorted.count - 1, "other"))" : ""
    console.note(
      "building \(first.key)\(others) first, to index the sources: \(first.value)")
  }

  /// The report is nil where nothing was executed.
  func build(
    _ modules: [ModuleID], executes: Bool = true
  ) throws(Failure) -> (report: RunReport?, stores: [String]) {
    let own = OwnBuild(world, global, console)
    let planned = try own.plan(modules)
    let stores = planned.course.plan.indexStores
    guard executes else { return (nil, stores) }
    return (try own.execute(planned), stores)
  }

  /// Returns the entries of the stores about the workspace's sources.
  func sources(in stores: [String], modules: Set<String>) throws(Failure) -> [IndexedSource] {
    world.progressLine.begin("Reading the index")
    let (root, jobs) = (pipeline.workspace.location.root, world.processors)
    return try Failure.wrapping {
      try IndexedSource.all(in: try opened(stores), below: root, jobs: jobs) { modules.contains($0) }
    }
  }

  private func units(in stores: [String]) throws(Failure) -> [IndexUnit] {
    let (root, jobs) = (pipeline.workspace.location.root, world.processors)
    return try Failure.wrapping { try IndexedSource.units(in: try opened(stores), below: root, jobs: jobs) }
  }

  private func opened(_ stores: [String]) throws -> [IndexStore] {
    let library = try IndexLibrary(besideCompiler: pipeline.toolchain.swiftCompiler)
    return try stores.filter(LocalFiles.isFolder).map { try IndexStore(library, at: $0) }
  }
}
