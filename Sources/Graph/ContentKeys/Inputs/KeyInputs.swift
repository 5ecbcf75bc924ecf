package import Base

/// Everything that keys are computed from.
package struct KeyInputs: Sendable {
  package var graph: WorkspaceGraph
  package var config: WorkspaceConfig
  package var surroundings: KeySurroundings
  package var files: PlacedFiles
  /// The lockfiles of the packages that need one, by path.
  package var lockfiles: [RelativePath: KeyedLockfile]
  /// By module.
  package var systemLibraries: [ModuleIndex: SystemLibrary]
  /// By module; sorted by path.
  package var outside: [ModuleIndex: [OutsideFile]]
  /// Sorted by name.
  package var flagFiles: [FlagFile] = []

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

/// A file that the flags of a run name and Git does not know.
package struct FlagFile: Sendable, Hashable {
  /// Its path: absolute, or relative to the workspace.
  package let name: String
  package let digest: SHA256Digest

  package init(name: String, digest: SHA256Digest) {
    self.name = name
    self.digest = digest
  }
}

/// A lockfile, as far as keys go.
package struct KeyedLockfile: Sendable, Hashable {
  /// nil when the text is no lockfile.
  package let pins: Lockfile?
  package let bytes: [UInt8]

  package init(pins: Lockfile?, bytes: [UInt8]) {
    self.pins = pins
    self.bytes = bytes
  }
}

/// The modules that are asked for and all that they need.
package struct KeyScope: Sendable {
  /// Whether a module is among them.
  package let isInside: Indexed<ModuleIndex, Bool>
  /// Knots of modules that need one another, each after all that it needs; usually of one module.
  let components: [[ModuleIndex]]
  /// The edges that count, of each module.
  let edges: Indexed<ModuleIndex, [ModuleEdge]>

  /// nil asks for all.
  package init(_ wanted: [ModuleIndex]?, in graph: WorkspaceGraph, platforms: Set<String>?) {
    // SwiftPM takes no package in the place of another when it builds one alone.
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

/// An input that is no file of the repository: a file that lies elsewhere, or the names in a folder.
package struct OutsideFile: Sendable, Hashable {
  /// Absolute; of a folder as seen from the workspace, with a slash at its end.
  package let path: String
  /// nil when nothing is there.
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

/// What surrounds every module of a run alike: the toolchain, the machine's system, and how SwiftPM is called.
package struct KeySurroundings: Sendable, Hashable {
  /// What `swiftc -version` says, the target triple included.
  package var toolchain: String
  package var host: HostIdentity
  /// The platforms whose conditional dependencies count; nil: all.
  package var platforms: Set<String>?
  /// Of its traits, what follows for a module is in that one's key.
  package var build: BuildSettings
  /// The variables whose values can decide a result.
  package var environment: [String: String]
  /// What tests see besides.
  package var testEnvironment: [String: String]
  /// Everything that is set: the modules' own `env` names are looked up in it.
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
