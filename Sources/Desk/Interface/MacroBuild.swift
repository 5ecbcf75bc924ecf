import ContentKeys
import Edge
import ModuleGraph
import Names
import Platform
import Run
import Runner
import Support
import Workspaces

/// Builds the macros of the workspace that modules use, as `ambit build` does, and keeps their programs under their keys: the
/// same macro is built once, whichever revision asks for it.
struct MacroBuild {
  let head: InterfaceRevision
  let store: InterfaceStore
  let world: World
  let console: CommandOutput

  /// Those that `modules` need and that are not kept yet.
  func run(for modules: [ModuleIndex]) throws(Failure) -> [Warning] {
    let missing = macros(neededBy: modules).filter { macro in
      guard !head.isExternal(macro), let key = head.storeKey(macro) else { return false }
      return store.program(key) == nil
    }
    guard !missing.isEmpty else { return [] }
    guard head.isOnDisk else {
      throw Failure(
        code: "usage", message: "'--build' builds the working tree, and '--head' names a commit",
        hints: ["leave out '--head', or '--build': what was built before is kept"])
    }
    let ids = missing.map { head.graph.modules[$0].id }
    let folders = try build(ids)
    let keys = try head.keysNow(world, of: ids)
    return missing.compactMap { macro in
      let id = head.graph.modules[macro].id
      guard let program = program(id.name, in: folders) else { return Self.notFound(id) }
      // Somebody may have written to the sources meanwhile.
      if let key = head.storeKey(macro), keys.key(of: id)?.declared == key {
        store.keep(program: program, under: key)
      }
      return nil
    }
  }

  private func macros(neededBy modules: [ModuleIndex]) -> [ModuleIndex] {
    Set(head.imports(from: modules).keys.flatMap(head.macros)).sorted()
  }

  /// Where the products are then.
  private func build(_ macros: [ModuleID]) throws(Failure) -> [String] {
    let own = OwnBuild(world, head.pipeline.global, console)
    // What was built once and is on record would not be there.
    let planned = try own.plan(macros, noCache: true)
    let folders = planned.course.plan.productFolders
    let report = try own.execute(planned)
    guard report.outcome == .passed else {
      throw Failure(
        code: "build-failed",
        message: "the macros do not build" + (report.firstError.map { ": \($0)" } ?? ""),
        hints: ["`ambit build` shows all that is wrong", "without '--build' what uses them is unknown"])
    }
    return folders
  }

  /// As SwiftPM names programs that it builds for itself, and those of others.
  private func program(_ name: String, in folders: [String]) -> [UInt8]? {
    for folder in folders {
      for file in ["\(name)-tool", name] where Executables.isExecutable("\(folder)/\(file)") {
        return LocalFiles.read("\(folder)/\(file)")
      }
    }
    return nil
  }

  private static func notFound(_ macro: ModuleID) -> Warning {
    Warning(
      code: "no-macro-program",
      message:
        "the build left no program of \(macro) where macros are looked for, so what uses it stays unknown",
      hints: ["with \"run\": {\"engine\": \"native\"} in workspace.json they are found"])
  }
}
