import Base

extension FileKind {
  /// The kind that a mode in a tree or in the index stands for.
  init(gitMode mode: UInt32) {
    switch mode & 0o170000 {
    case 0o040000: self = .folder
    case 0o120000: self = .symbolicLink
    case 0o160000: self = .absentSubmodule
    default: self = mode & 0o100 == 0 ? .file : .executable
    }
  }
}
