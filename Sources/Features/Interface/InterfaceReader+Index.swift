import Base
import Graph
import Runner
import Session
import SwiftSources

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
      guard Self.write(Array(generated.utf8), to: path) else { return "cannot write to \"\(folder)\"" }
      files.append(path)
      units.append("/\(id)/generated.o")
    }
    let emission = emission(
      of: index, files, flags, surroundings, folder: "\(work)/i\(index.rawValue)")
    do throws(Failure) {
      try emission.index(into: "\(folder)/store", units: units, environment: environment)
      return nil
    } catch {
      if error.isStop { state.with { $0.isStopped = true } }
      return error.message
    }
  }
}

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
    Set.reached(from: imports[module] ?? []) { imports[$0] ?? [] }.sorted()
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

// The compiler's arguments, and the surface from its output.

extension InterfaceReader {
  func surface(
    of output: InterfaceEmission.Output, _ sources: [(path: RelativePath, found: SourceDeclarations)],
    placedIn root: String
  ) throws(Failure) -> PublicSurface {
    var graph = SymbolGraph()
    for bytes in output.graphs { try graph.add(bytes) }
    for bytes in output.extracted { try graph.add(bytes, isOwn: true) }
    var statements: [(SurfaceDeclaration, SurfacePlace)] = []
    var marks: [String: Set<String>] = [:]
    for (source, found) in sources {
      marks.merge(found.marks) { $0.union($1) }
      statements += found.statements.map { text in
        (SurfaceDeclaration(.statement, [text], text), SurfacePlace(file: "\(source)", line: 1))
      }
    }
    let unique = Dictionary(statements.map { ($0.0.text, $0) }, uniquingKeysWith: { one, _ in one })
    return graph.surface().marking(marks).adding(unique.values.map { ($0.0, $0.1) }, keepingPlacesBelow: root)
  }

  func declarations(in sources: [RelativePath]) -> [(path: RelativePath, found: SourceDeclarations)] {
    let tree = revision.workspaceTree
    return sources.map { ($0, SourceDeclarations(in: (try? tree.contents(of: $0)) ?? [])) }
  }

  /// Attributes that are no macros, and that many sources use.
  static let plainAttributes: Set = ["MainActor", "Sendable"]

  var environment: [String: String] {
    RunEnvironment.of(revision.config, toolchain: revision.session.toolchain, world.environment).swiftPM
  }

  var platformFlags: [String] {
    let toolchain = revision.session.toolchain
    guard let sdk = toolchain.sdk else { return [] }
    return ["-sdk", sdk.path]
  }

  /// Flags for every compiler, from `run.swiftArguments` of the configuration.
  var userFlags: [String] {
    var words = revision.settings.allArguments[...]
    var flags: [String] = []
    while let word = words.popFirst() {
      if word == "-Xswiftc", let value = words.popFirst() { flags.append(value) }
    }
    return SwiftModuleFlags.frontend(flags)
  }

  /// Stores the interfaces, unless their sources changed meanwhile.
  func keep(_ made: [ModuleIndex: (PublicSurface, [UInt8])]) throws(Failure) {
    guard let store, !made.isEmpty else { return }
    let ids = made.keys.map { revision.graph.modules[$0].id }
    let keys = revision.isOnDisk ? try revision.keysNow(world, of: ids) : revision.keys
    for (index, made) in made {
      let id = revision.graph.modules[index].id
      // A program has no interface, so its record would be wrong.
      guard revision.graph.modules[index].kind == .library, let key = revision.storeKey(index) else {
        continue
      }
      // The sources may have changed since they were read.
      guard keys.key(of: id)?.digest == key else { continue }
      store.keep(made.0, made.1, under: key)
    }
  }
}
