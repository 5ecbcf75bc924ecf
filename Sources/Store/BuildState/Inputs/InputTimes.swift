package import Base

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
