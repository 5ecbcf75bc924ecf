import Base
import Graph
import Runner
import Store

/// Compares the files that a build read with the declared ones.
struct UndeclaredReads {
  let graph: WorkspaceGraph
  let inputs: BuildInputs
  let compilerReads: CompilerReads
  /// The workspace's folder in the repository.
  let folder: RelativePath
  /// The workspace's files as they were built.
  let tree: SubTree
  /// Sorted by module.
  private(set) var undeclared: [Undeclared] = []

  init(
    _ compilerReads: CompilerReads, _ graph: WorkspaceGraph, _ inputs: BuildInputs, folder: RelativePath,
    tree: SubTree
  ) {
    self.graph = graph
    self.inputs = inputs
    self.compilerReads = compilerReads
    self.folder = folder
    self.tree = tree
    undeclared = found()
  }

  /// A file that a module's build read, although neither the module nor its dependencies declare it.
  struct Undeclared: Hashable {
    let module: ModuleID
    let file: Place

    enum Place: Hashable {
      case inside(RelativePath)
      case outside(String)
      /// The names in a folder.
      case listed(RelativePath)

      var text: String {
        switch self {
        case .inside(let path): path.description
        case .outside(let path): Text.escapingControls(path)
        case .listed(let path): path.isRoot ? "./" : "\(path)/"
        }
      }
    }
  }

  /// Adds the files that the build's programs were observed to read.
  func adding(_ others: [Undeclared]) -> UndeclaredReads {
    var compilerReads = self
    compilerReads.undeclared = Set(undeclared + others.filter { !isKnown($0) }).sorted {
      ($0.module, $0.file.text) < ($1.module, $1.file.text)
    }
    return compilerReads
  }

  /// Returns true when the module's key at build time holds the file. A declared input that was missing counts as well.
  private func isKnown(_ found: Undeclared) -> Bool {
    guard let index = graph.index(of: found.module) else { return true }
    let closure = graph.modules(neededBy: [index]).nodes
    if isDeclared(found.file, closure) { return true }
    guard case .inside(let path) = found.file,
      !LocalFiles.isThere("\(inputs.root)/\(String(decoding: path.bytes, as: UTF8.self))")
    else { return false }
    return closure.contains { graph.modules[$0].layout.inputs.contains(path) }
  }

  /// Returns the first undeclared read that counts for a test module: its own, or one of a dependency.
  func undeclaredRead(for test: ModuleID) -> Undeclared? {
    guard !undeclared.isEmpty, let index = graph.index(of: test) else { return nil }
    let needed = graph.modules(neededBy: [index])
    return undeclared.first { graph.index(of: $0.module).map(needed.contains) ?? false }
  }

  private func found() -> [Undeclared] {
    compilerReads.modules.sorted { $0.key < $1.key }.flatMap { module, reads -> [Undeclared] in
      guard !reads.files.isEmpty, let index = graph.index(of: module) else { return [] }
      let own = Set(inputs.modules[module]?.files.map(\.path) ?? [])
      let doubtful = reads.files.filter { !isBelowRoot($0, among: own) }
      guard !doubtful.isEmpty else { return [] }
      let closure = graph.modules(neededBy: [index]).nodes
      let places = Set(doubtful.compactMap(place)).filter { !isDeclared($0, closure) }
      return places.sorted { $0.text < $1.text }.map { Undeclared(module: module, file: $0) }
    }
  }

  private func isBelowRoot(_ file: String, among paths: Set<RelativePath>) -> Bool {
    file.path(below: inputs.root).map { paths.contains(RelativePath($0)) } ?? false
  }

  /// The absolute path of the repository that was built in.
  private var repositoryRoot: String {
    folder.isRoot
      ? inputs.root : String(decoding: inputs.root.utf8.dropLast(folder.bytes.count + 1), as: UTF8.self)
  }

  /// Returns nil for a file that is gone, and for a file that another build wrote.
  private func place(of file: String) -> Undeclared.Place? {
    guard let path = LocalFiles.resolved(file), LocalFiles.isFile(path) else { return nil }
    guard let inside = path.path(below: repositoryRoot) else { return .outside(file) }
    let place = RelativePath(inside)
    guard !place.components.contains(where: { $0.elementsEqual(".build".utf8) }) else { return nil }
    return .inside(place.seen(from: folder))
  }

  private func isDeclared(_ place: Undeclared.Place, _ closure: [ModuleIndex]) -> Bool {
    closure.contains { index in
      guard let known = inputs.modules[graph.modules[index].id] else { return false }
      switch place {
      case .inside(let path): return known.files.contains { $0.path == path }
      case .outside(let path):
        return known.outside.contains { $0.path == path }
          || known.headerFolders.contains { path.path(below: $0) != nil }
      case .listed(let path): return known.outside.contains { $0.path == "\(path)/" }
      }
    }
  }
}

// MARK: Imports

extension UndeclaredReads {
  /// Returns the modules that certainly compiled no undeclared import when they were built for the package `root`.
  /// Each was compiled without reading the imported module.
  /// The build must also make no module that its sources ask for with `canImport`, since another order could find it.
  func freed(_ modules: [ModuleID], builtFor root: RelativePath) throws(Failure) -> Set<ModuleID> {
    let own = graph.modules.indices.filter { graph.modules[$0].id.package == root }
    let made = graph.modules(neededBy: own, by: \.kind.isDeclared)
    let sites = ImportSites(tree)
    var freed: Set<ModuleID> = []
    for id in modules {
      guard let reads = compilerReads.modules[id], let index = graph.index(of: id) else { continue }
      let asked = try sites.askedFor(in: graph.modules[index])
      let isFree = graph.modules[index].edges.filter { $0.kind == .undeclaredImport }.allSatisfy { edge in
        let names = ModuleName.names(of: graph.modules[edge.target].id.name)
        return reads.imports.isDisjoint(with: names) && !isRead(edge.target, reads)
          && (asked.isDisjoint(with: names) || !made.contains(edge.target))
      }
      if isFree { freed.insert(id) }
    }
    return freed
  }

  /// Returns true when a header or a module map of a module was read.
  private func isRead(_ module: ModuleIndex, _ reads: CompilerReads.Reads) -> Bool {
    guard let folder = graph.modules[module].layout.folder else { return false }
    let path = "\(inputs.root)/\(String(decoding: folder.bytes, as: UTF8.self))"
    return reads.files.contains { $0.path(below: path) != nil }
  }
}

extension Footprints {
  /// The places that a build was seen to read. Nothing is forgotten when a build reads it no more: it is only an input too
  /// many, and forgetting it could make a result unrecordable at every second build.
  init(_ undeclared: some Sequence<UndeclaredReads.Undeclared>) {
    let read = undeclared.reduce(into: [ModuleID: Footprint.Places]()) { read, found in
      switch found.file {
      case .inside(let path): read[found.module, default: .init()].files.insert(path)
      case .outside(let path): read[found.module, default: .init()].outside.insert(path)
      case .listed(let path): read[found.module, default: .init()].folders.insert(path)
      }
    }
    self.init(read.mapValues { Footprint(builds: $0) })
  }
}

/// Compares the files that the build's programs read with the keys of the modules that use their results.
struct UndeclaredToolReads {
  private(set) var undeclared: [UndeclaredReads.Undeclared] = []
  /// For people, by module and program.
  private(set) var inputs: [TestInputs] = []

  init(_ reads: [ToolReads], _ graph: WorkspaceGraph, _ gates: RunGates?) {
    guard let gates else { return }
    // Many modules use results of the same programs.
    let memory = DiskMemory()
    for module in Set(reads.flatMap(\.modules)).sorted() {
      // A module without a key has nothing to compare with.
      guard gates.hasKey(of: module), let index = graph.index(of: module) else { continue }
      let node = graph.modules[index]
      let user = ProgramUser(node: node, package: graph.packages[node.package].folder)
      var obstacles: [String] = []
      var seen: [TestInputs.Input] = []
      for read in reads where read.modules.contains(module) {
        let (met, obstacle) = gates.observation(of: read, for: module, memory)
        let sights = met.sights.filter(user.counts)
        if let obstacle {
          obstacles.append("\(read.tool) \(obstacle.text)")
        } else {
          seen += sights.map { TestInputs.Input($0, reader: read.tool) }
        }
        undeclared += sights.compactMap { sight in
          user.place(of: sight).map { UndeclaredReads.Undeclared(module: module, file: $0) }
        }
      }
      guard !obstacles.isEmpty || !seen.isEmpty else { continue }
      inputs.append(
        TestInputs(
          module, obstacle: obstacles.isEmpty ? nil : obstacles.joined(separator: "; "), inputs: seen,
          isOfBuild: true))
    }
  }
}

/// A module whose build runs programs.
private struct ProgramUser {
  let node: ModuleNode
  let package: RelativePath

  /// Folders of the system. Keys hold the system's version instead.
  private static let system = ["/etc/", "/var/", "/usr/", "/bin/", "/sbin/", "/lib/", "/lib64/"]
  private static let local = "/usr/local/"

  /// Returns true for a sight that may differ between machines. A folder's mere existence and the system's files do not
  /// count.
  func counts(_ sight: Observation.Sight) -> Bool {
    switch (sight.place, sight.aspect) {
    case (.workspace(let path), .names): !isOwn(path)
    case (.workspace(let path), _):
      sight.state != .folder && !path.components.contains { $0.elementsEqual(".build".utf8) }
    case (.outside, .content): sight.state != .folder && !isOfSystem(sight.place.text)
    case (.home, _), (.outside, _), (.beside, _), (.product, _): false
    }
  }

  /// Returns the place if nothing declares it, or nil if the key holds it.
  func place(of sight: Observation.Sight) -> UndeclaredReads.Undeclared.Place? {
    guard sight.cover == .foreign else { return nil }
    return switch (sight.place, sight.aspect) {
    case (.workspace(let path), .names): .listed(path)
    case (.workspace(let path), _): .inside(path)
    case (.outside, _): .outside(sight.place.text)
    case (.home, _), (.beside, _), (.product, _): nil
    }
  }

  private func isOfSystem(_ path: String) -> Bool {
    !path.hasPrefix(Self.local) && Self.system.contains { path.hasPrefix($0) }
  }

  /// A plugin's user already has all names in its package as input.
  private func isOwn(_ folder: RelativePath) -> Bool {
    node.layout.readsWholePackage && folder.isInside(package)
  }
}
