import Cache
import Platform
package import Support

/// How the inputs of a build lay there before it, so that afterwards nobody takes a file for an input that was written in
/// between.
package struct InputSnapshot: Sendable {
  private let root: String
  private let jobs: Int
  private let stamps: [Stamp]

  private struct Stamp: Sendable {
    let path: RelativePath
    /// nil for a file that is not there.
    let status: FileFacts?
  }

  package static func take(root: String, paths: [RelativePath], jobs: Int) -> InputSnapshot {
    let folder = try? OpenFolder.openRoot(root)
    let stamps = concurrentMap(Chunks.cut(paths) { _ in 0 }, jobs: jobs) { paths in
      let opener = folder.map { PathOpener($0) }
      return paths.map { Stamp(path: $0, status: opener?.facts(of: $0)) }
    }
    return InputSnapshot(root: root, jobs: jobs, stamps: stamps.flatMap { $0 })
  }

  /// What was built from, with what it held. Links and what is not there are no inputs of a state, but they too must be as
  /// they were.
  package func settled() throws(StateError) -> [StateInput] { try settled(willHash: { _ in }) }

  func settled(
    willHash: @escaping @Sendable (RelativePath) -> Void
  ) throws(StateError) -> [StateInput] {
    let folder = try StateError.reading(root) { () throws(DiskError) in try OpenFolder.openRoot(root) }
    let chunks = Chunks.cut(stamps) { $0.status?.size ?? 0 }
    return try concurrentMap(chunks, jobs: jobs) { stamps throws(StateError) -> [StateInput] in
      let opener = PathOpener(folder)
      var inputs: [StateInput] = []
      for stamp in stamps {
        if let input = try Self.settled(stamp, opener, willHash) { inputs.append(input) }
      }
      return inputs
    }.flatMap { $0 }
  }

  private static func settled(
    _ stamp: Stamp, _ opener: PathOpener, _ willHash: (RelativePath) -> Void
  ) throws(StateError) -> StateInput? {
    guard opener.facts(of: stamp.path) == stamp.status else { throw changed(stamp) }
    guard let status = stamp.status, status.kind == .file else { return nil }
    willHash(stamp.path)
    let digest = try StateError.reading(stamp.path) { () throws(DiskError) in
      try opener.opened(stamp.path)?.digest()
    }
    guard let digest, opener.facts(of: stamp.path) == status else { throw changed(stamp) }
    return StateInput(path: stamp.path, size: status.size, modified: status.modified, digest: digest)
  }

  private static func changed(_ stamp: Stamp) -> StateError {
    StateError(.inputChanged, "\"\(stamp.path)\" was written while it was built from")
  }
}
