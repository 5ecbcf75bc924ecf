import Base
import GitBridge
import Store

/// Finds what modules were seen to look at and Git does not see: ignored files, and empty folders. No list of changes has
/// these.
struct UnseenByGit {
  /// Names that Git, SwiftPM, editors and the system make at any time.
  private static let made = [".git", ".build", ".swiftpm", ".DS_Store", ".vscode", ".idea", "xcuserdata"].map
  {
    Array($0.utf8)
  }

  private let workspace: OpenWorkspace
  private let tree: SubTree
  /// The places that tests made, whose names do not count in folders.
  private let outputs: IgnoredOutputs
  /// The first unseen place in each folder. Many modules list the same folders.
  private var known: [RelativePath: RelativePath?] = [:]
  /// The same with all that lies deeper.
  private var knownBelow: [RelativePath: RelativePath?] = [:]

  /// `tree` has the working tree's files with paths relative to the workspace.
  init(_ workspace: OpenWorkspace, tree: SubTree, besides outputs: IgnoredOutputs) {
    self.workspace = workspace
    self.tree = tree
    self.outputs = outputs
  }

  /// Returns the first such place. A module that looks at more places than are kept has none: all changes select it.
  mutating func first(of places: Footprint.Places) throws(Failure) -> RelativePath? {
    guard places != .everything else { return nil }
    for file in places.files.sorted() where try isUnseen(file) { return file }
    for folder in places.folders.sorted() {
      if let place = try first(in: folder) { return place }
    }
    for folder in places.trees.sorted() {
      if let place = try first(below: folder) { return place }
    }
    return nil
  }

  private mutating func first(in folder: RelativePath) throws(Failure) -> RelativePath? {
    if let place = known[folder] { return place }
    var place: RelativePath?
    for child in children(of: folder) where try isUnseen(child) {
      place = child
      break
    }
    known[folder] = place
    return place
  }

  private mutating func first(below folder: RelativePath) throws(Failure) -> RelativePath? {
    if let place = knownBelow[folder] { return place }
    var place = try first(in: folder)
    for child in children(of: folder) where place == nil {
      // A link may lead back here.
      let facts = FileFacts(of: workspace.location.absolutePath(of: child))
      if facts?.kind == .folder { place = try first(below: child) }
    }
    knownBelow[folder] = place
    return place
  }

  private func children(of folder: RelativePath) -> [RelativePath] {
    ByteFiles.names(in: Array(workspace.location.absolutePath(of: folder).utf8))
      .filter { !Self.made.contains($0) }.map { folder.appending(RelativePath($0)) }
      .filter { !outputs.places.contains($0) }.sorted()
  }

  private func isUnseen(_ path: RelativePath) throws(Failure) -> Bool {
    guard LocalFiles.isThere(workspace.location.absolutePath(of: path)) else { return false }
    return try tree.files(below: path).isEmpty
  }
}
