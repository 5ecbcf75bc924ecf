package import Base

/// The inputs of a build as they were before it. A file that was written during the build must not count as an input
/// afterwards.
package struct InputSnapshot: Sendable {
  private let root: String
  private let jobs: Int
  private let stamps: [Stamp]
  /// The same files after the build, or nil when nobody looked then.
  private var afterBuild: [Stamp]?

  private struct Stamp: Sendable, Equatable {
    let path: RelativePath
    /// The file's facts, or nil for a missing file.
    let status: FileFacts?
  }

  package static func take(root: String, paths: [RelativePath], jobs: Int) -> InputSnapshot {
    InputSnapshot(root: root, jobs: jobs, stamps: look(root, paths, jobs))
  }

  /// Records the files at the end of the build, before any test runs. A file that a test writes later was not built
  /// from. It is left out of the inputs, so it looks changed wherever the state is restored.
  package func buildEnded() -> InputSnapshot {
    var snapshot = self
    snapshot.afterBuild = Self.look(root, stamps.map(\.path), jobs)
    return snapshot
  }

  private static func look(_ root: String, _ paths: [RelativePath], _ jobs: Int) -> [Stamp] {
    let folder = try? OpenFolder.openRoot(root)
    let stamps = concurrentMap(Chunks.cut(paths) { _ in 0 }, jobs: jobs) { paths in
      let opener = folder.map { PathOpener($0) }
      return paths.map { Stamp(path: $0, status: opener?.facts(of: $0)) }
    }
    return stamps.flatMap { $0 }
  }

  /// Returns the files that were built from, with their digests. Links and missing files are no inputs of a state. They
  /// too must be the same as at the end of the build.
  package func settled() throws(Failure) -> [StateInput] { try settled(willHash: { _ in }) }

  func settled(willHash: @escaping @Sendable (RelativePath) -> Void) throws(Failure) -> [StateInput] {
    if let afterBuild, let (stamp, _) = zip(stamps, afterBuild).first(where: { $0 != $1 }) {
      throw Self.changed(stamp)
    }
    let folder = try Failure.reading(root) { () throws(DiskError) in try OpenFolder.openRoot(root) }
    let mayChange = afterBuild != nil
    let chunks = Chunks.cut(stamps) { $0.status?.size ?? 0 }
    return try concurrentMap(chunks, jobs: jobs) { stamps throws(Failure) -> [StateInput] in
      let opener = PathOpener(folder)
      var inputs: [StateInput] = []
      for stamp in stamps {
        switch try Self.settled(stamp, opener, willHash) {
        case .input(let input): inputs.append(input)
        case .none: continue
        case .written: guard mayChange else { throw Self.changed(stamp) }
        }
      }
      return inputs
    }.flatMap { $0 }
  }

  private enum Look {
    case input(StateInput)
    /// The path has no file.
    case none
    /// The file was written, so the content that was built from is unknown.
    case written
  }

  private static func settled(
    _ stamp: Stamp, _ opener: PathOpener, _ willHash: (RelativePath) -> Void
  ) throws(Failure) -> Look {
    guard opener.facts(of: stamp.path) == stamp.status else { return .written }
    guard let status = stamp.status, status.kind == .file else { return .none }
    willHash(stamp.path)
    let digest = try Failure.reading(stamp.path) { () throws(DiskError) in
      try opener.opened(stamp.path)?.digest()
    }
    guard let digest, opener.facts(of: stamp.path) == status else { return .written }
    return .input(
      StateInput(path: stamp.path, size: status.size, modified: status.modified, digest: digest))
  }

  private static func changed(_ stamp: Stamp) -> Failure {
    Failure.state(.inputChanged, "\"\(stamp.path)\" changed during the build")
  }
}

extension OpenedFile {
  func digest() throws(DiskError) -> SHA256Digest {
    let hash = SHA256()
    try forEachPiece { hash.update($0) }
    return hash.finish()
  }
}
