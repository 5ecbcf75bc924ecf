import Base
import Graph
import Session
import SwiftSources

/// Reads the interfaces of modules. Stored ones come from the store.
/// For others the compiler emits each needed module without bodies, dependencies first. Nothing is built.
final class InterfaceReader: Sendable {
  let revision: InterfaceRevision
  let world: World
  let store: InterfaceStore?
  /// True when programs are compiled too, for tests that import them.
  private let programs: Bool
  /// The folder in which compilers write, and find modules to import.
  let work: String
  let moduleCache: String
  let compiler: SwiftFrontend

  /// The result for a module that others may need.
  enum Outcome: Sendable {
    /// A Swift module, with its emitted file.
    case module(name: String, path: String)
    /// A C module, with its flags for Clang.
    case clang([String])
    case absent
    case unknown(String)
  }

  struct State: Sendable {
    var outcomes: [ModuleIndex: Outcome] = [:]
    var answers: [ModuleIndex: ModuleInterface] = [:]
    /// Interfaces to store.
    var made: [ModuleIndex: (PublicSurface, [UInt8])] = [:]
    /// The number of modules that each one still waits for.
    var waiting: [ModuleIndex: Int] = [:]
    var isStopped = false
  }

  let state = Guarded(State())

  /// nil where nothing can be written.
  init?(
    _ revision: InterfaceRevision, _ world: World, _ store: InterfaceStore?, programs: Bool = false
  ) {
    let parent = world.temporaryFolder
    guard let work = LocalFiles.makeTemporaryFolder(named: "ambit-interface", in: parent) else { return nil }
    self.revision = revision
    self.world = world
    self.store = store
    self.programs = programs
    self.work = LocalFiles.resolved(work) ?? work
    compiler = SwiftFrontend(beside: revision.session.toolchain.swiftCompiler)
    moduleCache = world.cacheFolder.map { $0 + "/clang-modules" } ?? "\(work)/clang-modules"
  }

  deinit { LocalFiles.removeTree(work) }

  func read(_ wanted: Set<ModuleIndex>) throws(Failure) -> [ModuleIndex: ModuleInterface] {
    let sorted = wanted.sorted()
    let kept = concurrentMap(sorted, jobs: world.processors) { index in
      self.revision.storeKey(index).flatMap { self.store?.surface($0) }
    }
    var answers: [ModuleIndex: ModuleInterface] = [:]
    var missing: [ModuleIndex] = []
    for (index, surface) in zip(sorted, kept) {
      if let surface { answers[index] = .surface(surface) } else { missing.append(index) }
    }
    guard !missing.isEmpty else { return answers }
    let found = try emit(missing, wanted: Set(missing))
    for index in missing {
      answers[index] = found[index] ?? .unknown("it is in a dependency cycle")
    }
    return answers
  }
}

// MARK: The order

extension InterfaceReader {
  /// Emits `missing` and all that they need. For modules that are not `wanted`, only the compiled module is needed.
  @discardableResult
  func emit(
    _ missing: [ModuleIndex], wanted: Set<ModuleIndex>
  ) throws(Failure) -> [ModuleIndex: ModuleInterface] {
    let needed = revision.imports(from: missing)
    var users: [ModuleIndex: [ModuleIndex]] = [:]
    for (module, imports) in needed { for one in Set(imports) { users[one, default: []].append(module) } }
    state.with { state in
      for (module, imports) in needed { state.waiting[module] = Set(imports).count }
    }
    let queue = WorkQueue(needed.keys.filter { needed[$0]?.isEmpty ?? true }.sorted())
    let followers = users
    _ = concurrentMap(Array(0..<max(1, world.processors)), jobs: max(1, world.processors)) { _ in
      while let module = queue.next() {
        self.settle(module, isWanted: wanted.contains(module), Self.closure(of: module, needed))
        let ready = self.state.with { state in
          (followers[module] ?? []).filter { user in
            state.waiting[user, default: 0] -= 1
            return state.waiting[user] == 0
          }
        }
        queue.finish(adding: ready)
      }
    }
    let result = state.look { $0 }
    if result.isStopped {
      throw Failure(code: "stopped", message: "reading interfaces was stopped", hints: [])
    }
    try keep(result.made)
    return result.answers
  }
}

// MARK: One module

extension InterfaceReader {
  private func settle(_ index: ModuleIndex, isWanted: Bool, _ closure: [ModuleIndex]) {
    if state.look({ $0.isStopped }) { return }
    let name = revision.graph.modules[index].id.name
    if !isWanted, let key = revision.storeKey(index), let module = store?.module(key) {
      let path = "\(work)/m\(index.rawValue)/\(Self.identifier(name)).swiftmodule"
      if Self.write(module, to: path) {
        state.with { $0.outcomes[index] = .module(name: Self.identifier(name), path: path) }
        return
      }
    }
    let node: InterfaceNode
    do { node = try InterfaceNode.of(index, in: revision, also: programs ? [.executable] : []) } catch {
      return tell(index, unknown: "its files cannot be read")
    }
    switch node {
    case .nothing(let reason): tell(index, .nothing(reason), .absent)
    case .unknown(let reason): tell(index, unknown: reason)
    case .system(let map, let files):
      tell(
        index, .unknown("it is a system library"),
        .clang(["-Xcc", "-fmodule-map-file=\(root)/\(map)"]), placing: files)
    case .c(let folder, let headers, let map): settleC(index, folder, headers, map)
    case .swift(let sources, let generated, let flags): settleSwift(index, sources, generated, flags, closure)
    }
  }

  private func tell(_ index: ModuleIndex, unknown reason: String) {
    tell(index, .unknown(reason), .unknown(reason))
  }

  private func tell(
    _ index: ModuleIndex, _ answer: ModuleInterface, _ outcome: Outcome, placing files: [RelativePath] = []
  ) {
    if !files.isEmpty, !place(files) {
      return tell(index, unknown: "its files cannot be written")
    }
    state.with {
      $0.answers[index] = answer
      $0.outcomes[index] = outcome
    }
  }

  /// The workspace's folder with the files of the revision.
  var root: String { revision.isOnDisk ? revision.session.workspace.location.root : "\(work)/tree" }

  /// Writes files for the compiler, if the revision is not on the disk.
  private func place(_ files: [RelativePath]) -> Bool {
    guard !revision.isOnDisk else { return true }
    let (tree, root) = (revision.workspaceTree, root)
    return files.allSatisfy { file in
      guard let bytes = try? tree.contents(of: file) else { return false }
      return Self.write(bytes, to: "\(root)/\(file)")
    }
  }

  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    LocalFiles.makeFolders(LocalFiles.folder(of: path)) && LocalFiles.write(bytes, to: path)
  }

  static func identifier(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  private func settleC(
    _ index: ModuleIndex, _ folder: RelativePath, _ headers: [RelativePath], _ map: RelativePath?
  ) {
    let name = Self.identifier(revision.graph.modules[index].id.name)
    let tree = revision.workspaceTree
    let declarations = headers.map { header -> (SurfaceDeclaration, SurfacePlace?) in
      let bytes = (try? tree.contents(of: header)) ?? []
      let path = header.relative(to: folder).map { "\($0)" } ?? "\(header)"
      return (
        SurfaceDeclaration(.header, [path], "\(path) \(SHA256.digest(of: bytes).description.prefix(16))"),
        SurfacePlace(file: "\(header)", line: 1)
      )
    }
    var mapPath = "\(root)/\(folder)/module.modulemap"
    if map == nil {
      mapPath = "\(work)/m\(index.rawValue)/module.modulemap"
      let inside = ["\(name).h", "\(name)/\(name).h"].first { header in
        headers.contains(folder.appending(header))
      }
      let umbrella = inside.map { "header \"\(root)/\(folder)/\($0)\"" } ?? "\"\(root)/\(folder)\""
      let text = "module \(name) {\n  umbrella \(umbrella)\n  export *\n}\n"
      guard Self.write(Array(text.utf8), to: mapPath) else {
        return tell(index, unknown: "its module map cannot be written")
      }
    }
    tell(
      index, .surface(PublicSurface(declarations)),
      .clang(["-Xcc", "-fmodule-map-file=\(mapPath)", "-Xcc", "-I\(root)/\(folder)"]), placing: headers)
  }

  private func settleSwift(
    _ index: ModuleIndex, _ sources: [RelativePath], _ generated: String?, _ flags: [String],
    _ closure: [ModuleIndex]
  ) {
    let surroundings: Surroundings
    do throws(Obstacle) { surroundings = try self.surroundings(closure) } catch {
      return tell(index, .unknown(error.sentence), .unknown(error.cause))
    }
    let folder = "\(work)/m\(index.rawValue)"
    var files = sources.map { "\($0)" }
    if let generated {
      files.append("\(folder)/generated.swift")
      guard Self.write(Array(generated.utf8), to: files[files.count - 1]) else {
        return tell(index, unknown: "cannot write to the temporary folder")
      }
    }
    guard place(sources) else {
      return tell(index, unknown: "its sources cannot be written")
    }
    let declared = declarations(in: sources)
    let emission = emission(
      of: index, files, flags, surroundings, folder: folder,
      expands: declared.contains { !$0.found.attributes.isSubset(of: Self.plainAttributes) })
    do throws(Failure) {
      let output = try emission.run(environment: environment)
      let surface = try surface(of: output, declared, placedIn: root)
      state.with {
        $0.outcomes[index] = .module(name: emission.module, path: emission.modulePath)
        $0.answers[index] = .surface(surface)
        $0.made[index] = (surface, output.module)
      }
    } catch {
      if error.isStop { state.with { $0.isStopped = true } }
      tell(index, unknown: error.message)
    }
  }
}
