import Base
import CGit2
import CZlib

/// An object in a file of its own. The file has `type SP size NUL content`, compressed.
struct LooseObject {
  let type: git_object_t
  let content: [UInt8]

  /// The longest header: `commit`, a space, twenty digits and the NUL.
  private static let headerLimit = 32
  /// The most bytes that one byte of zlib's input can expand to.
  private static let expansionLimit = 1032

  /// Returns nil unless the file's bytes are one complete, undamaged object.
  init?(file: [UInt8]) {
    let object = file.withUnsafeBytes { bytes -> LooseObject? in
      guard var inflater = Inflater(bytes) else { return nil }
      return LooseObject(&inflater, sizeLimit: bytes.count * Self.expansionLimit)
    }
    guard let object else { return nil }
    self = object
  }

  private init?(_ inflater: inout Inflater, sizeLimit: Int) {
    guard let start = inflater.read(Self.headerLimit), let end = start.firstIndex(of: 0),
      let (type, size) = Self.header(start[..<end]), size <= sizeLimit
    else { return nil }
    let first = start[(end + 1)...]
    guard first.count <= size, let rest = inflater.read(size - first.count),
      first.count + rest.count == size, inflater.isAtEnd()
    else { return nil }
    self.type = type
    content = first + rest
  }

  private static func header(_ bytes: ArraySlice<UInt8>) -> (git_object_t, size: Int)? {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[1].utf8.allSatisfy(\.isASCIIDigit),
      let size = Int(words[1])
    else { return nil }
    switch words[0] {
    case "commit": return (GIT_OBJECT_COMMIT, size)
    case "tree": return (GIT_OBJECT_TREE, size)
    case "blob": return (GIT_OBJECT_BLOB, size)
    case "tag": return (GIT_OBJECT_TAG, size)
    default: return nil
    }
  }
}

/// The objects of one `objects` folder that are in files of their own.
struct LooseFolder: Sendable {
  let path: [UInt8]

  enum Answer {
    case object(LooseObject)
    case absent
    /// The file exists, and the text says what is wrong with it.
    case unreadable(String)
  }

  func read(_ id: ObjectID) -> Answer {
    let file = file(of: id)
    let bytes: [UInt8]
    do throws(DiskError) {
      bytes = try ByteFiles.contents(of: file, followingLinks: true)
    } catch {
      return error.isAbsence ? .absent : .unreadable(error.words)
    }
    return LooseObject(file: bytes).map(Answer.object) ?? .unreadable("its file is damaged")
  }

  func has(_ id: ObjectID) -> Bool { ByteFiles.exists(file(of: id)) }

  /// Returns the ids that begin with the first `digits` hexadecimal digits of `id`.
  func ids(startingWith id: ObjectID, digits: Int) -> [ObjectID] {
    let start = id.hex.prefix(digits)
    guard digits >= 2 else { return [] }
    return ByteFiles.names(in: path + Array("/\(start.prefix(2))".utf8)).compactMap { name in
      let hex = start.prefix(2) + String(decoding: name, as: UTF8.self)
      return hex.hasPrefix(start) ? ObjectID(hex: hex) : nil
    }
  }

  private func file(of id: ObjectID) -> [UInt8] {
    let hex = id.hex
    return path + Array("/\(hex.prefix(2))/\(hex.dropFirst(2))".utf8)
  }
}

/// Decompresses zlib data in memory, piece by piece.
///
/// It never returns more bytes than asked for, and always ends: truncated input counts as damaged.
struct Inflater: ~Copyable {
  /// The stream is allocated separately, since zlib keeps its address.
  private let stream: UnsafeMutablePointer<z_stream>
  private var rest: UnsafeMutableRawBufferPointer
  private var hasEnded = false
  /// zlib counts in 32 bits.
  private static let pieceLimit = 1 << 30

  /// `input` must outlive the inflater. Returns nil when there is no memory.
  init?(_ input: UnsafeRawBufferPointer) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // zlib does not write to its input, but its type does not say so.
    rest = UnsafeMutableRawBufferPointer(mutating: input)
    guard ambit_inflate_init(stream) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Returns the next bytes, fewer than `count` only at the end. Returns nil when the input is damaged.
  mutating func read(_ count: Int) -> [UInt8]? {
    var isIntact = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, produced in
      while isIntact, !hasEnded, produced < count {
        isIntact = step(into: UnsafeMutableBufferPointer(rebasing: buffer[produced..<count]), &produced)
      }
    }
    return isIntact ? bytes : nil
  }

  private mutating func step(into room: UnsafeMutableBufferPointer<UInt8>, _ produced: inout Int) -> Bool {
    if stream.pointee.avail_in == 0 { refill() }
    let limit = min(room.count, Self.pieceLimit)
    stream.pointee.next_out = room.baseAddress
    stream.pointee.avail_out = UInt32(limit)
    let code = inflate(stream, Z_NO_FLUSH)
    produced += limit - Int(stream.pointee.avail_out)
    hasEnded = code == Z_STREAM_END
    // zlib returns `Z_BUF_ERROR` when it makes no progress: the input ended before the stream did.
    return hasEnded || code == Z_OK
  }

  private mutating func refill() {
    let piece = UnsafeMutableRawBufferPointer(rebasing: rest.prefix(Self.pieceLimit))
    stream.pointee.next_in = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(piece.count)
    rest = UnsafeMutableRawBufferPointer(rebasing: rest.dropFirst(piece.count))
  }

  /// Returns true when there are no more bytes, and no input behind the end of the stream.
  mutating func isAtEnd() -> Bool {
    guard let more = read(1), more.isEmpty else { return false }
    return hasEnded && stream.pointee.avail_in == 0 && rest.isEmpty
  }
}

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
