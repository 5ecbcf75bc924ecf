#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open folder. Its files can be listed and looked at without resolving its path again.
package struct FolderReader: ~Copyable {
  private let stream: OpaquePointer
  private let descriptor: Int32

  /// A symbolic link is not followed.
  package init(_ path: [UInt8], followingLinks: Bool = false) throws(DiskError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
    try self.init(owning: ByteName.with(path) { open($0, flags) })
  }

  /// Takes ownership of the result of a call that opens a folder.
  init(owning descriptor: Int32) throws(DiskError) {
    guard descriptor >= 0 else { throw .last }
    guard let stream = fdopendir(descriptor) else {
      let error = DiskError.last
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.stream = OpaquePointer(UnsafeRawPointer(stream))
  }

  deinit {
    closedir(Self.native(stream))
  }

  #if canImport(Darwin)
    private typealias Stream = UnsafeMutablePointer<DIR>
  #else
    private typealias Stream = OpaquePointer
  #endif

  private static func native(_ stream: OpaquePointer) -> Stream {
    #if canImport(Darwin)
      return Stream(stream)
    #else
      return stream
    #endif
  }

  /// Calls `body` with every name except `.` and `..`, and with its kind where the file system tells it. Most file
  /// systems do, which saves a `stat` of each file.
  package func forEachName(
    _ body: (UnsafeBufferPointer<UInt8>, FileFacts.Kind?) -> Void
  ) throws(DiskError) {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    errno = 0
    while let entry = readdir(Self.native(stream)) {
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
      let length = strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      let bytes = UnsafeBufferPointer(start: name, count: length)
      if !Self.isSpecial(bytes) { body(bytes, Self.kind(Int32(entry.pointee.d_type))) }
      errno = 0
    }
    guard errno == 0 else { throw .last }
  }

  private static func isSpecial(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
  }

  private static func kind(_ type: Int32) -> FileFacts.Kind? {
    switch type {
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .folder
    case Int32(DT_LNK): .link
    case Int32(DT_UNKNOWN): nil
    default: .other
    }
  }

  /// Returns the facts of a name that `forEachName` just passed to its body, so that a NUL follows it. Links are not
  /// followed.
  package func facts(of name: UnsafeBufferPointer<UInt8>) -> FileFacts? {
    var info = stat()
    guard let start = name.baseAddress else { return nil }
    let text = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
    return fstatat(descriptor, text, &info, AT_SYMLINK_NOFOLLOW) == 0 ? FileFacts(info) : nil
  }

  /// All names, in no order.
  package func names() throws(DiskError) -> [[UInt8]] {
    var names: [[UInt8]] = []
    try forEachName { name, _ in names.append(Array(name)) }
    return names
  }
}
