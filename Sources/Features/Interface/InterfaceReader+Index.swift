import Base
import Graph
import Runner
import Session

extension InterfaceReader {
  /// Lets compilers write the index of modules into a folder. They check sources against interfaces and build nothing.
  /// Returns the modules that need a build, each with the reason.
  func index(_ modules: [ModuleIndex], into folder: String) throws(Failure) -> [ModuleIndex: String] {
    let needed = revision.imports(from: modules)
    try emit(Set(modules.flatMap { needed[$0] ?? [] }).sorted(), wanted: [])
    let problems = concurrentMap(modules, jobs: world.processors) { module in
      self.index(module, Self.closure(of: module, needed), into: folder)
    }
    if state.look({ $0.isStopped }) {
      throw Failure(code: "stopped", message: "reading the index was stopped", hints: [])
    }
    return zip(modules, problems).reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  private func index(_ index: ModuleIndex, _ closure: [ModuleIndex], into folder: String) -> String? {
    if state.look({ $0.isStopped }) { return "it was stopped" }
    let node: InterfaceNode
    do { node = try InterfaceNode.of(index, in: revision, also: [.executable, .test]) } catch {
      return "its files cannot be read"
    }
    switch node {
    case .nothing(let reason), .unknown(let reason): return reason
    // The module has no Swift sources.
    case .system, .c: return nil
    case .swift(let sources, let generated, let flags):
      do throws(Obstacle) {
        return indexed(
          index, sources, generated, flags, try surroundings(closure), into: folder)
      } catch {
        return error.sentence
      }
    }
  }

  private func indexed(
    _ index: ModuleIndex, _ sources: [RelativePath], _ generated: String?, _ flags: [String],
    _ surroundings: Surroundings, into folder: String
  ) -> String? {
    let id = revision.graph.modules[index].id
    var files = sources.map { "\(root)/\($0)" }
    var units = sources.map { "/\(id)/\($0).o" }
    if let generated {
      // The file lies below the workspace, since its declarations need a place. A build folder shows that it is
      // generated.
      let path = "\(folder)/generated/\(Self.identifier("\(id)")).swift"
      guard LocalFiles.makeFolders(LocalFiles.folder(of: path)),
        LocalFiles.write(Array(generated.utf8), to: path)
      else { return "cannot write to \"\(folder)\"" }
      files.append(path)
      units.append("/\(id)/generated.o")
    }
    let emission = emission(
      of: index, files, flags, surroundings, folder: "\(work)/i\(index.rawValue)")
    do throws(InterfaceEmission.Problem) {
      try emission.index(into: "\(folder)/store", units: units, environment: environment)
      return nil
    } catch {
      if error.isStopped { state.with { $0.isStopped = true } }
      return error.reason
    }
  }
}
