import Base

extension FileKind {
  /// Converts a mode of a tree or of the index.
  init(gitMode mode: UInt32) {
    switch mode & 0o170000 {
    case 0o040000: self = .folder
    case 0o120000: self = .symbolicLink
    case 0o160000: self = .absentSubmodule
    default: self = mode & 0o100 == 0 ? .file : .executable
    }
  }
}
