import Support

/// A tracked file whose content must be looked at.
struct Suspect: Sendable {
  let entry: Int
  /// What stands on disk, as Git would record it.
  let kind: FileKind
  let stamp: FileStamp
}

struct UntrackedFile: Sendable {
  let path: [UInt8]
  let kind: FileKind
}

/// What the walk over the work tree found, by one thread or by all.
struct ScanFindings: Sendable {
  /// Positions of the entries that stand on disk: gitlinks with a folder, and files.
  var present: [Int] = []
  var suspects: [Suspect] = []
  var untracked: [UntrackedFile] = []
  /// Ignored files, and ignored folders that hold nothing tracked and were not looked into.
  var ignored: [UntrackedFile] = []
  /// Positions of gitlinks with a folder on disk.
  var gitlinks: [Int] = []
  var failure: GitError?

  mutating func add(_ other: ScanFindings) {
    present += other.present
    suspects += other.suspects
    untracked += other.untracked
    ignored += other.ignored
    gitlinks += other.gitlinks
    failure = failure ?? other.failure
  }
}
