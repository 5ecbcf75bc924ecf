import Base
import CGit2

/// Gives the library our reader of loose objects in place of its own. The library's reader (1.5) trusts the files. It
/// never returns at a truncated one, and writes past its buffer when an object is longer than its header says
/// (https://github.com/libgit2/libgit2/issues/7342 and 7177).
enum LooseBackend {
  private final class Reader {
    let folder: LooseFolder
    init(_ folder: LooseFolder) { self.folder = folder }
  }

  /// Makes a backend. The database that it is added to frees it.
  static func make(_ folder: LooseFolder) -> UnsafeMutablePointer<git_odb_backend> {
    let backend = UnsafeMutablePointer<ambit_git_backend>.allocate(capacity: 1)
    backend.initialize(to: ambit_git_backend())
    backend.pointee.reader = Unmanaged.passRetained(Reader(folder)).toOpaque()
    backend.pointee.base.version = UInt32(GIT_ODB_BACKEND_VERSION)
    backend.pointee.base.read = { LooseBackend.read($0, $1, $2, $3, $4) }
    backend.pointee.base.read_prefix = { LooseBackend.readPrefix($0, $1, $2, $3, $4, $5, $6) }
    backend.pointee.base.exists = { LooseBackend.exists($0, $1) }
    backend.pointee.base.exists_prefix = { LooseBackend.existsPrefix($0, $1, $2, $3) }
    backend.pointee.base.free = { LooseBackend.free($0) }
    return UnsafeMutableRawPointer(backend).assumingMemoryBound(to: git_odb_backend.self)
  }

  private typealias Backend = UnsafeMutablePointer<git_odb_backend>

  /// Converts the pointer that the library passes to every call, which is the result of `make`.
  private static func memory(_ backend: Backend) -> UnsafeMutablePointer<ambit_git_backend> {
    UnsafeMutableRawPointer(backend).assumingMemoryBound(to: ambit_git_backend.self)
  }

  private static func folder(_ backend: Backend?) -> LooseFolder? {
    guard let backend, let reader = memory(backend).pointee.reader else { return nil }
    return Unmanaged<Reader>.fromOpaque(reader).takeUnretainedValue().folder
  }

  private static func free(_ backend: Backend?) {
    guard let backend else { return }
    let memory = memory(backend)
    if let reader = memory.pointee.reader { Unmanaged<Reader>.fromOpaque(reader).release() }
    memory.deallocate()
  }
}

// MARK: What the library asks

extension LooseBackend {
  private static func read(
    _ content: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ size: UnsafeMutablePointer<Int>?,
    _ type: UnsafeMutablePointer<git_object_t>?, _ backend: Backend?, _ id: UnsafePointer<git_oid>?
  ) -> Int32 {
    guard let folder = folder(backend), let content, let size, let type, let id else {
      return GIT_ERROR.rawValue
    }
    switch folder.read(ObjectID(id.pointee)) {
    case .absent: return GIT_ENOTFOUND.rawValue
    case .unreadable(let reason):
      git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), reason)
      return GIT_ERROR.rawValue
    case .object(let object):
      // Even an empty object needs an address.
      guard let memory = git_odb_backend_data_alloc(backend, max(object.content.count, 1)) else {
        return GIT_ERROR.rawValue
      }
      object.content.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: bytes)
      }
      content.pointee = memory
      size.pointee = object.content.count
      type.pointee = object.type
      return 0
    }
  }

  private static func exists(_ backend: Backend?, _ id: UnsafePointer<git_oid>?) -> Int32 {
    guard let folder = folder(backend), let id else { return 0 }
    return folder.has(ObjectID(id.pointee)) ? 1 : 0
  }

  private static func existsPrefix(
    _ found: UnsafeMutablePointer<git_oid>?, _ backend: Backend?, _ prefix: UnsafePointer<git_oid>?,
    _ digits: Int
  ) -> Int32 {
    guard let folder = folder(backend), let prefix else { return GIT_ERROR.rawValue }
    let ids = folder.ids(startingWith: ObjectID(prefix.pointee), digits: digits)
    guard let id = ids.first else { return GIT_ENOTFOUND.rawValue }
    found?.pointee = id.gitOid
    return ids.count == 1 ? 0 : GIT_EAMBIGUOUS.rawValue
  }

  private static func readPrefix(
    _ found: UnsafeMutablePointer<git_oid>?, _ content: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ size: UnsafeMutablePointer<Int>?, _ type: UnsafeMutablePointer<git_object_t>?, _ backend: Backend?,
    _ prefix: UnsafePointer<git_oid>?, _ digits: Int
  ) -> Int32 {
    let code = existsPrefix(found, backend, prefix, digits)
    return code == 0 ? read(content, size, type, backend, found) : code
  }
}

/// Reads the disk in Git's terms.
enum Disk {
  /// Returns the kind of the file or folder at an absolute path, or nil when Git would not record it.
  static func kind(of path: [UInt8], followingLinks: Bool = false) -> FileKind? {
    FileFacts(of: path, followingLinks: followingLinks)?.recordedKind
  }

  /// Returns a plain file's bytes, or nil when it cannot be read.
  static func contents(of path: [UInt8], followingLinks: Bool = false) -> [UInt8]? {
    try? ByteFiles.contents(of: path, followingLinks: followingLinks)
  }

  /// Returns `path` when it is absolute, else the path below `folder`.
  static func absolute(_ path: String, in folder: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : folder + "/" + path
  }
}

extension FileFacts {
  /// The kind in Git's terms. nil for sockets, pipes and devices, which Git ignores.
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
