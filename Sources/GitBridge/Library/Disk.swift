import Platform
import Support

/// What lies on the disk, in Git's terms.
enum Disk {
  /// What stands at an absolute path, if it is something that Git would record.
  static func kind(of path: [UInt8], followingLinks: Bool = false) -> FileKind? {
    FileFacts(of: path, followingLinks: followingLinks)?.recordedKind
  }

  /// A plain file's bytes; nil when it cannot be read.
  static func contents(of path: [UInt8], followingLinks: Bool = false) -> [UInt8]? {
    try? ByteFiles.contents(of: path, followingLinks: followingLinks)
  }

  /// `path` as it is when absolute, else below `folder`.
  static func absolute(_ path: String, in folder: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : folder + "/" + path
  }
}

extension FileFacts {
  /// nil for sockets, pipes and devices, which Git ignores.
  var recordedKind: FileKind? { kind.recorded(isExecutable: isExecutable) }
}

extension FileFacts.Kind {
  func recorded(isExecutable: Bool) -> FileKind? {
    switch self {
    case .file: isExecutable ? .executable : .file
    case .link: .symbolicLink
    case .folder: .folder
    case .other: nil
    }
  }
}
