import Platform

/// Tells whether an input was written since all inputs were looked at, so that something else may have been built.
struct InputWrites: Sendable {
  /// In nanoseconds since 1970.
  let since: Int64
  /// nil where nobody else may move a folder.
  let moved: MovedFolders?

  /// True when the file or the folder was written, or a folder that it lies in was moved.
  func include(_ path: String) -> Bool {
    (FileTimes(of: path).map { $0.changed >= since } ?? true) || moved?.contain(Array(path.utf8)) ?? false
  }
}
