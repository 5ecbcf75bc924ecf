package import Base

/// Everything that keys are computed from.
package struct KeyInputs: Sendable {
  package var graph: WorkspaceGraph
  package var config: WorkspaceConfig
  package var surroundings: KeySurroundings
  package var files: PlacedFiles
  /// The lockfiles of packages that need one, by path.
  package var lockfiles: [RelativePath: KeyedLockfile]
  /// The system libraries by module.
  package var systemLibraries: [ModuleIndex: SystemLibrary]
  /// The inputs outside of the repository by module, sorted by path.
  package var outside: [ModuleIndex: [OutsideFile]]
  /// The files that flags of the run name, sorted by name.
  package var flagFiles: [FlagFile] = []
  /// A folder that flags of the run name and that has too many files for `flagFiles`.
  package var crowdedFlagFolder: String?

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
