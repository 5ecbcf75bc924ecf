package import Base

/// Gives the files of a fresh clone the times that they had when a state was built from them.
package enum InputTimes {
  package enum Mode: Sendable {
    /// Equal files get their recorded times: only where nobody else built from these files.
    case recorded
    /// No file is made to look older than it does: another scratch folder was built from these files, and would take an
    /// edit for an old file.
    case asTheyAre
  }

  /// Every file that holds what the state was built from gets its recorded time, every other one the present time, which is
  /// made later than `newest`, the state's latest, whatever the clocks say. To be called before a restored scratch folder is
  /// published, and only then.
  @discardableResult
  package static func restore(
    _ inputs: [StateInput], after newest: FileTime, root: String, paths: [RelativePath],
    mode: Mode = .recorded,
    jobs: Int
  ) -> (equal: Int, other: Int) {
    restore(inputs, after: newest, root: root, paths: paths, mode: mode, jobs: jobs) { _ in }
  }

  static func restore(
    _ inputs: [StateInput], after newest: FileTime, root: String, paths: [RelativePath],
    mode: Mode = .recorded,
    jobs: Int, didSet: @escaping @Sendable (RelativePath) -> Void
  ) -> (equal: Int, other: Int) {
    guard let folder = try? OpenFolder.openRoot(root) else { return (0, paths.count) }
    let known = Dictionary(inputs.map { ($0.path, $0) }) { first, _ in first }
    // Times on disk are a clock tick coarse.
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

/// For one thread.
private struct TimeSetter {
  let opener: PathOpener
  let newest: FileTime
  let later: FileTime
  let mode: InputTimes.Mode
  let didSet: (RelativePath) -> Void

  /// Whether the file is as it was recorded, with its time.
  func restore(_ path: RelativePath, _ input: StateInput?) -> Bool {
    if let input, isEqual(path, input) { return true }
    setPresentTime(of: path)
    return false
  }

  /// The time is set first and the content read then: whoever writes in between changes the time himself, or is seen.
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

  /// A file whose time cannot be set is another user's; it has a time that is not the recorded one.
  private func setPresentTime(of path: RelativePath) {
    guard let status = opener.facts(of: path), status.kind != .folder else { return }
    if mode == .asTheyAre, status.modified > newest { return }
    try? opener.setTime(of: path, to: max(.now, later))
  }
}
