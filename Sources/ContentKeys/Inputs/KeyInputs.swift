package import Support
package import Workspace

/// Everything that keys are computed from.
package struct KeyInputs: Sendable {
  package var graph: WorkspaceGraph
  package var config: WorkspaceConfig
  package var surroundings: KeySurroundings
  package var files: PlacedFiles
  /// The lockfiles of the packages that need one, by path.
  package var lockfiles: [RelativePath: KeyedLockfile]
  /// By module.
  package var systemLibraries: [Int: SystemLibrary]
  /// By module; sorted by path.
  package var outside: [Int: [OutsideFile]]

  package init(
    graph: WorkspaceGraph, config: WorkspaceConfig, surroundings: KeySurroundings, files: PlacedFiles,
    lockfiles: [RelativePath: KeyedLockfile] = [:], systemLibraries: [Int: SystemLibrary] = [:],
    outside: [Int: [OutsideFile]] = [:]
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
