package import Base

/// Where a target's files lie. All paths are relative to the workspace.
package struct TargetLayout: Sendable, Hashable {
  /// nil for a binary target fetched from a URL: it has no files here.
  package var folder: RelativePath?
  /// The parts of the folder that count as sources; nil: all of it.
  package var sources: [RelativePath]?
  package var excluded: [RelativePath]
  /// Resources and public headers: the target's even when `sources` leaves them out.
  package var declared: [RelativePath]
  /// Files and folders elsewhere that the target's build reads: what links lead to, resources and sources
  /// outside the folder, header search paths, `-I` flags.
  package var inputs: [RelativePath]
  /// Those of the inputs that symbolic links make part of the sources.
  package var linked: [RelativePath]
  /// Whether a build-tool plugin runs for the target; it may read any file of the package.
  package var readsWholePackage: Bool
  /// True when SwiftPM looks for sources in catalogs of documentation (`.docc`), as it did before tools version 5.3.
  package var opensCatalogs: Bool
  /// Names of files, in lower case, that are looked for in literals of the target's sources: what tests of its package
  /// exclude, and a workspace's own harmless names. Sorted.
  package var soughtNames: [String] = []
  /// Names that its literals, or its package's manifest, say. Sorted.
  package var namedFiles: [String] = []

  package init(
    folder: RelativePath?, sources: [RelativePath]? = nil, excluded: [RelativePath] = [],
    declared: [RelativePath] = [], inputs: [RelativePath] = [], linked: [RelativePath] = [],
    readsWholePackage: Bool = false, opensCatalogs: Bool = false
  ) {
    self.folder = folder
    self.sources = sources
    self.excluded = excluded
    self.declared = declared
    self.inputs = inputs
    self.linked = linked
    self.readsWholePackage = readsWholePackage
    self.opensCatalogs = opensCatalogs
  }

  /// SwiftPM's names for a main program of tests that a package writes itself.
  static let testEntryPoints = ["XCTMain.swift", "LinuxMain.swift"]

  /// True when a main program of the package's own starts the target's tests.
  package var hasTestEntryPoint: Bool {
    inputs.contains { Self.isTestEntryPoint($0.lastComponent) }
  }

  static func isTestEntryPoint(_ name: some Sequence<UInt8>) -> Bool {
    testEntryPoints.contains { name.elementsEqual($0.utf8) }
  }

  package mutating func add(inputs more: some Sequence<RelativePath>) {
    inputs = Set(inputs).union(more).sorted()
  }
  /// The layout of a package that is not there. A file in its folder may decide it, and stays with whoever else it belongs to.
  static let nothing = TargetLayout(folder: nil, readsWholePackage: true)

  /// Whether `path` is one of the target's own files.
  package func owns(_ path: RelativePath) -> Bool {
    guard let folder, path.isInside(folder) else { return false }
    if excluded.contains(where: { path.isInside($0) }) { return false }
    guard let sources else { return true }
    return sources.contains { path.isInside($0) } || declared.contains { path.isInside($0) }
  }

  /// Whether `path` is not the target's own but is read by its build.
  package func reads(_ path: RelativePath) -> Bool {
    inputs.contains { path.isInside($0) }
  }
}
