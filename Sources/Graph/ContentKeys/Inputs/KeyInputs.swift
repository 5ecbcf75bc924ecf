package import Base

/// Everything that keys are computed from.
package struct KeyInputs: Sendable {
  package var graph: WorkspaceGraph
  package var config: WorkspaceConfig
  package var surroundings: KeySurroundings
  package var files: PlacedFiles
  /// The lockfiles of packages that need one, by path.
  package var lockfiles: [RelativePath: KeyedLockfile]
  package var systemLibraries: [ModuleIndex: SystemLibrary]
  /// The inputs outside of the repository by module, sorted by path.
  package var outside: [ModuleIndex: [OutsideFile]]
  /// The files that flags of the run name, sorted by name.
  package var flagFiles: [FlagFile] = []
  /// A folder that flags of the run name and that has too many files for `flagFiles`.
  package var crowdedFlagFolder: String?
  /// The absolute paths of the workspace and of its repository, as manifests saw them.
  package var manifestRoots: [String] = []

  package init(
    graph: WorkspaceGraph, config: WorkspaceConfig, surroundings: KeySurroundings, files: PlacedFiles,
    lockfiles: [RelativePath: KeyedLockfile] = [:], systemLibraries: [ModuleIndex: SystemLibrary] = [:],
    outside: [ModuleIndex: [OutsideFile]] = [:]
  ) {
    self.graph = graph
    self.config = config
    self.surroundings = surroundings
    self.files = files
    self.lockfiles = lockfiles
    self.systemLibraries = systemLibraries
    self.outside = outside
  }
}

/// A file that the flags of a run name and Git does not contain.
package struct FlagFile: Sendable, Hashable {
  /// The file's path: absolute, or relative to the workspace.
  package let name: String
  package let digest: SHA256Digest

  package init(name: String, digest: SHA256Digest) {
    self.name = name
    self.digest = digest
  }
}

/// A lockfile in the form that keys need.
package struct KeyedLockfile: Sendable, Hashable {
  /// The pins; nil when the text is no lockfile.
  package let pins: Lockfile?
  package let bytes: [UInt8]

  package init(pins: Lockfile?, bytes: [UInt8]) {
    self.pins = pins
    self.bytes = bytes
  }
}

/// The modules that keys are wanted for, and all that they need.
package struct KeyScope: Sendable {
  /// True for the modules in the scope.
  package let isInside: Indexed<ModuleIndex, Bool>
  /// Groups of modules that need one another, each after all groups that it needs. A group usually has one module.
  let components: [[ModuleIndex]]
  /// The edges of each module that count.
  let edges: Indexed<ModuleIndex, [ModuleEdge]>

  /// Makes the scope of `wanted`; nil stands for all modules.
  package init(_ wanted: [ModuleIndex]?, in graph: WorkspaceGraph, platforms: Set<String>?) {
    // SwiftPM puts no package in the place of another when it builds one alone.
    let counts = { (edge: ModuleEdge) in edge.kind != .standIn && edge.counts(on: platforms) }
    let edges = graph.modules.mapped { $0.edges.filter(counts) }
    let roots = wanted ?? Array(edges.indices)
    let isInside = graph.modules(neededBy: roots, by: counts).isInside
    self.edges = edges
    self.isInside = isInside
    let needed = Indexed<ModuleIndex, _>(edges.indices.map { isInside[$0] ? edges[$0].map(\.target) : [] })
    components = StrongComponents.find(needed).filter { isInside[$0[0]] }
  }
}

/// An input that is no file of the repository: a file elsewhere, or the names in a folder.
package struct OutsideFile: Sendable, Hashable {
  /// The absolute path of a file. For a folder it is the path from the workspace, with a slash at the end.
  package let path: String
  /// The digest of the content; nil when nothing is there.
  package let content: SHA256Digest?

  package init(path: String, content: SHA256Digest?) {
    self.path = path
    self.content = content
  }
}

extension KeyWriter {
  mutating func outside(_ files: [OutsideFile]) {
    for file in files {
      input(.input, .text(file.path), file.content.map { .digest($0) } ?? .text("absent"))
    }
  }
}

/// The surroundings that all modules of a run share: the toolchain, the machine's system, and the settings for SwiftPM.
package struct KeySurroundings: Sendable, Hashable {
  /// The output of `swiftc -version`, with the target triple.
  package var toolchain: String
  package var host: HostIdentity
  /// The platforms whose conditional dependencies count; nil for all.
  package var platforms: Set<String>?
  /// The settings for SwiftPM. The effect of its traits on a module is in the module's own key.
  package var build: BuildSettings
  /// The variables whose values can decide a result.
  package var environment: [String: String]
  /// Further variables that tests see.
  package var testEnvironment: [String: String]
  /// All variables of the run. The names in `env` of modules are looked up here.
  package var variables: [String: String]

  package init(
    toolchain: String, host: HostIdentity, platforms: Set<String>? = nil,
    build: BuildSettings = BuildSettings(), environment: [String: String] = [:],
    testEnvironment: [String: String] = [:],
    variables: [String: String] = [:]
  ) {
    self.toolchain = toolchain
    self.host = host
    self.platforms = platforms
    self.build = build
    self.environment = environment
    self.testEnvironment = testEnvironment
    self.variables = variables
  }
}

/// All files that the keys of a scope contain, by module and package. The rules of the selection place them, so a file
/// that affects a module is in its key.
package struct PlacedFiles: Sendable {
  /// Returns the same files with their current kind and content.
  package typealias Settle = ([TreeFile]) throws(Failure) -> [TreeFile]

  /// The own files of each module. `inputs` has the files elsewhere that each module reads.
  private(set) var own: Indexed<ModuleIndex, [TreeFile]>
  private(set) var inputs: Indexed<ModuleIndex, [TreeFile]>
  /// Files of no module, which all modules of the package may read.
  private(set) var ofPackage: Indexed<PackageIndex, [TreeFile]>
  private(set) var global: [TreeFile] = []
  /// The paths in all targets of each package that has any module in the scope, and of all packages below those.
  private(set) var targetPaths: Indexed<PackageIndex, [(module: ModuleIndex, path: RelativePath)]>
  /// Files of no package.
  private(set) var ofWorkspace: [TreeFile] = []
  /// Files of Git's attributes, of which only some lines count.
  private var attributes: Set<RelativePath> = []
  /// The number of files that one thread places at a time.
  private static let piece = 400

  /// `files` are sorted. `ignored` has files of each module that Git ignores and the build reads.
  package init(
    _ files: [TreeFile], ignored: [ModuleIndex: [TreeFile]] = [:], graph: WorkspaceGraph, map: ModuleMap,
    scope: KeyScope, jobs: Int = 1
  ) {
    own = Indexed(repeating: [], count: graph.modules.count)
    inputs = own
    ofPackage = Indexed(repeating: [], count: graph.packages.count)
    targetPaths = Indexed(repeating: [], count: graph.packages.count)
    let packages = Set(graph.modules.indices.filter { scope.isInside[$0] }.map { graph.modules[$0].package })
    let loaded = graph.packages(neededBy: packages)
    let placements = concurrentMap(files.pieces(of: Self.piece), jobs: jobs) { files in
      var folder = map.folder(.root)
      return files.map { file in
        if !file.path.lies(in: folder.path) { folder = map.folder(file.path.parent) }
        return map.place(file.path, in: folder)
      }
    }
    for (file, placement) in zip(files, placements.joined()) {
      add(file, placement, graph, scope, packages, loaded)
    }
    for (module, files) in ignored where scope.isInside[module] {
      add(files, readBy: module, graph.modules[module].layout)
    }
  }

  /// Adds files that Git ignores. Files elsewhere are inputs, since SwiftPM does not watch them.
  private mutating func add(_ files: [TreeFile], readBy module: ModuleIndex, _ layout: TargetLayout) {
    for file in files {
      let isOwn = layout.owns(file.path) || layout.linked.contains { file.path.isInside($0) }
      if isOwn { own[module].append(file) } else { inputs[module].append(file) }
    }
    own[module].sort { $0.path < $1.path }
    inputs[module].sort { $0.path < $1.path }
  }

  private mutating func add(
    _ file: TreeFile, _ placement: Placement, _ graph: WorkspaceGraph, _ scope: KeyScope,
    _ packages: Set<PackageIndex>, _ loaded: Reach<PackageIndex>
  ) {
    if placement.pathClass == .attributes { attributes.insert(file.path) }
    for placed in placement.modules {
      let (module, package) = (placed.module, graph.modules[placed.module].package)
      switch placed.role {
      case .own:
        if scope.isInside[module] { own[module].append(file) }
        if loaded.contains(package) { targetPaths[package].append((module, file.path)) }
      case .input:
        if scope.isInside[module] { inputs[module].append(file) }
      }
    }
    switch (placement.pathClass, placement.scope) {
    // The values of manifests and lockfiles are in the key, not their texts.
    case (.manifest, _), (.lockfile, _), (_, .nothing): break
    case (.global, .everything): global.append(file)
    case (_, .everything): ofWorkspace.append(file)
    case (_, .packages(let places)):
      for package in places where packages.contains(package) { ofPackage[package].append(file) }
    }
  }
}

extension PlacedFiles {
  package func read(by module: ModuleIndex) -> [TreeFile] { own[module] + inputs[module] }

  /// Returns the files for which `isWanted` is true, each once.
  package func all(where isWanted: (TreeFile) -> Bool = { _ in true }) -> [TreeFile] {
    var seen = Set<RelativePath>()
    let lists = own.elements + inputs.elements + ofPackage.elements + [global, ofWorkspace]
    return lists.flatMap { $0.filter(isWanted) }.filter { seen.insert($0.path).inserted }
  }

  /// Replaces the files for which `isOpen` is true by the result of `settle`.
  package mutating func settle(where isOpen: (TreeFile) -> Bool, by settle: Settle) throws(Failure) {
    let open = all(where: isOpen)
    guard !open.isEmpty else { return }
    let settled = Dictionary(
      zip(open.map(\.path), try settle(open)), uniquingKeysWith: { first, _ in first })
    replace { settled[$0.path] ?? $0 }
  }

  /// Replaces files of which only some lines count by those. A file without such a part is removed.
  package mutating func reduceAttributes(_ reduce: (TreeFile) throws(Failure) -> TreeFile?) throws(Failure) {
    guard !attributes.isEmpty else { return }
    let reduced = try Dictionary(
      uniqueKeysWithValues: all { attributes.contains($0.path) }.map { file throws(Failure) in
        (file.path, try reduce(file))
      })
    replace { file in reduced[file.path] ?? file }
  }

  private mutating func replace(_ change: (TreeFile) -> TreeFile?) {
    func replace(in files: inout [TreeFile]) { files = files.compactMap(change) }
    for module in own.indices {
      replace(in: &own[module])
      replace(in: &inputs[module])
    }
    for package in ofPackage.indices { replace(in: &ofPackage[package]) }
    replace(in: &global)
    replace(in: &ofWorkspace)
  }
}

/// The modules that the pins of lockfiles decide, and those whose needs the pins do not cover.
struct PinnedDependencies {
  /// The lockfiles that decide the pins of each package, sorted.
  let served: Indexed<PackageIndex, [RelativePath]>
  /// True for a module that uses packages outside the workspace, directly or through others.
  let isReached: Indexed<ModuleIndex, Bool>
  /// The identities of those packages, for each module that uses any.
  private let identities: [ModuleIndex: Set<String>]

  init(_ graph: WorkspaceGraph, _ config: WorkspaceConfig, _ scope: KeyScope) {
    served = graph.packages.mapped { config.lockfiles(serving: $0.folder) }
    isReached = ExternalReach.modules(in: graph).isInside
    var identities: [ModuleIndex: Set<String>] = [:]
    for component in scope.components {
      var found = Set(component.flatMap { graph.modules[$0].externalPackages })
      for edge in component.flatMap({ scope.edges[$0] }) { found.formUnion(identities[edge.target] ?? []) }
      if !found.isEmpty { for module in component { identities[module] = found } }
    }
    self.identities = identities
  }

  /// Returns the reason why the module's result cannot be repeated: an unpinned package may have another version next
  /// time.
  func obstacle(
    for module: ModuleIndex, package: PackageIndex, _ lockfiles: [RelativePath: KeyedLockfile]
  ) -> KeyObstacle? {
    guard let needed = identities[module] else { return nil }
    var pinned = Set<String>()
    for path in served[package] {
      pinned.formUnion(lockfiles[path]?.pins?.pins.keys.map { $0 } ?? [])
    }
    guard let loose = needed.subtracting(pinned).sorted().first else { return nil }
    return KeyObstacle(
      .unpinnedDependency,
      "no \(PackageFile.lockfile) of its package in Git pins its dependency \"\(loose)\"")
  }
}

extension WorkspaceConfig {
  /// Returns the lockfiles that decide a package's pins, sorted: its own, and those configured to serve it.
  package func lockfiles(serving folder: RelativePath) -> [RelativePath] {
    let configured = lockfiles.filter { entry in entry.packages.contains { $0.matches(package: folder) } }
    return Set(configured.map(\.path) + [folder.appending(PackageFile.lockfile)]).sorted()
  }
}
