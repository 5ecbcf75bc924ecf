import Base
import Graph
import Runner

// MARK: Surroundings of a module

extension InterfaceReader {
  /// The modules that a module may import.
  struct Surroundings {
    /// Paths of Swift modules by name.
    var imports: [String: String] = [:]
    /// Flags for Clang.
    var clang: [String] = []
  }

  struct Obstacle: Error {
    let sentence: String
    let cause: String
  }

  static func closure(of module: ModuleIndex, _ imports: [ModuleIndex: [ModuleIndex]]) -> [ModuleIndex] {
    var found: Set<ModuleIndex> = []
    var pending = imports[module] ?? []
    while let next = pending.popLast() {
      if found.insert(next).inserted { pending += imports[next] ?? [] }
    }
    return found.sorted()
  }

  /// - `closure`: all modules that the module needs, directly or not.
  func surroundings(_ closure: [ModuleIndex]) throws(Obstacle) -> Surroundings {
    var found = Surroundings()
    let outcomes = state.look { $0.outcomes }
    for other in closure {
      switch outcomes[other] {
      case .module(let name, let path): found.imports[name] = path
      case .clang(let words): found.clang += words
      case .absent: break
      case .unknown(let reason):
        throw Obstacle(
          sentence: "it needs \(revision.graph.modules[other].id), whose interface is unknown: \(reason)",
          cause: reason)
      case nil: throw Obstacle(sentence: "a dependency was not read", cause: "a dependency was not read")
      }
    }
    return found
  }

  func emission(
    of index: ModuleIndex, _ files: [String], _ flags: [String], _ surroundings: Surroundings, folder: String,
    expands: Bool = false
  ) -> InterfaceEmission {
    InterfaceEmission(
      compiler: compiler, module: Self.identifier(revision.graph.modules[index].id.name),
      sources: files, workingFolder: root,
      flags: flags + surroundings.clang + platformFlags + userFlags,
      imports: surroundings.imports,
      // Module maps in a temporary folder must not fill a module cache that stays.
      moduleCache: surroundings.clang.isEmpty ? moduleCache : "\(work)/clang-modules", folder: folder,
      expands: expands)
  }
}
