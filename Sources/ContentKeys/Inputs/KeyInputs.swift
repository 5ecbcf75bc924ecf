package import Config
package import Digests
package import ModuleGraph
package import Support

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
  /// Whether Git keeps it: what only this clone has pins nothing elsewhere.
  package let isTracked: Bool

  package init(pins: Lockfile?, bytes: [UInt8], isTracked: Bool) {
    self.pins = pins
    self.bytes = bytes
    self.isTracked = isTracked
  }
}
