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
  package func settled(
    willHash: @escaping @Sendable (RelativePath) -> Void = { _ in }
  ) throws(Failure) -> [StateInput] {
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

/// Gives the files of a fresh clone the times that they had when a state was built from them.
package enum InputTimes {
  package enum Mode: Sendable {
    /// Equal files get their recorded times. This is only safe when no other scratch folder was built from these files.
    case recorded
    /// No file gets an earlier time. Another scratch folder was built from these files, and would take an edited file
    /// for an old one.
    case asTheyAre
  }

  /// Gives each file that equals its recorded input the recorded time. Every other file gets the present time, or one
  /// later than `newest`, the state's latest time. It may only be called before a restored scratch folder is published.
  @discardableResult
  package static func restore(
    _ inputs: [StateInput], after newest: FileTime, root: String, paths: [RelativePath],
    mode: Mode = .recorded,
    jobs: Int, didSet: @escaping @Sendable (RelativePath) -> Void = { _ in }
  ) -> (equal: Int, other: Int) {
    guard let folder = try? OpenFolder.openRoot(root) else { return (0, paths.count) }
    let known = Dictionary(inputs.map { ($0.path, $0) }) { first, _ in first }
    // Times on disk are as coarse as a clock tick.
    let later = newest.advanced(by: 10_000_000)
    let chunks = Chunks.cut(paths) { known[$0]?.size ?? 0 }
    let counts = concurrentMap(chunks, jobs: jobs) { paths in
      let setter = TimeSetter(
        opener: PathOpener(folder), newest: newest, later: later, mode: mode, didSet: didSet)
      return paths.count { setter.restore($0, known[$0]) }
    }
    let equal = counts.reduce(0, +)
    return (equal, paths.count - equal)
  }
}

/// Sets the times of files. A setter belongs to one thread.
private struct TimeSetter {
  let opener: PathOpener
  let newest: FileTime
  let later: FileTime
  let mode: InputTimes.Mode
  let didSet: (RelativePath) -> Void

  /// Returns true when the file equals its recorded input and has the recorded time.
  func restore(_ path: RelativePath, _ input: StateInput?) -> Bool {
    if let input, isEqual(path, input) { return true }
    setPresentTime(of: path)
    return false
  }

  /// The time is set before the content is read. A write in between either changes the time or is seen in the content.
  private func isEqual(_ path: RelativePath, _ input: StateInput) -> Bool {
    do throws(DiskError) {
      guard let status = opener.facts(of: path), status.kind == .file, status.size == input.size,
        let file = try opener.opened(path)
      else { return false }
      if mode == .recorded { try file.setTime(input.modified) }
      didSet(path)
      return try file.digest() == input.digest
    } catch {
      return false
    }
  }

  /// Sets the present time. When that fails, the file belongs to another user and does not have the recorded time
  /// anyway.
  private func setPresentTime(of path: RelativePath) {
    guard let status = opener.facts(of: path), status.kind != .folder else { return }
    if mode == .asTheyAre, status.modified > newest { return }
    try? opener.setTime(of: path, to: max(.now, later))
  }
}
