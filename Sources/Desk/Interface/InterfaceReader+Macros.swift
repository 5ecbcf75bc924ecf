import ModuleGraph
import Names
import Platform

// Macros of the workspace: programs that the compiler starts while it reads what uses them.

extension InterfaceReader {
  /// Writes the programs that are at hand to where the compiler can start them. To be called before anything is started: a
  /// program that is being written cannot be.
  func placeMacros(of modules: some Sequence<ModuleIndex>) {
    for macro in Set(modules.flatMap(revision.macros)).sorted() {
      guard state.look({ $0.macros[macro] }) == nil, let flags = macroFlags(macro) else { continue }
      state.with { $0.macros[macro] = flags }
    }
  }

  /// nil where the program of this very macro was not built yet.
  private func macroFlags(_ macro: ModuleIndex) -> [String]? {
    guard let key = revision.storeKey(macro), let program = store?.program(key) else { return nil }
    let name = Self.identifier(revision.graph.modules[macro].id.name)
    let path = "\(work)/macros/\(macro.rawValue)/\(name)"
    guard LocalFiles.makeFolders(LocalFiles.folder(of: path)),
      LocalFiles.write(program, to: path, permissions: 0o700)
    else { return nil }
    return ["-load-plugin-executable", "\(path)#\(name)"]
  }

  func absence(ofMacro macro: ModuleIndex) -> String {
    let words = "it uses the macros of \(revision.graph.modules[macro].id), which"
    if revision.isExternal(macro) { return "\(words) come from outside of the workspace as sources" }
    return revision.isOnDisk
      ? "\(words) a build has to make first: `ambit interface --build`"
      : "\(words) were never built as they are there: `ambit interface --build` builds those of the working tree"
  }
}
