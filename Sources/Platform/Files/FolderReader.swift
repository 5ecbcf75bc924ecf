#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One folder, open for listing and for looking at what it holds without walking its path again.
struct FolderReader: ~Copyable {
  private let stream: OpaquePointer
  private let descriptor: Int32

  /// nil, with `errno` set, when there is no such folder or it may not be read. A symbolic link is not
  /// followed.
  init?(_ path: [UInt8]) {
    descriptor = Disk.withPath(path) { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return nil
    }
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

  /// Hands out every name but `.`, `..` and `.git`, with its type as far as the folder knows it.
  func forEachName(_ body: (UnsafeBufferPointer<UInt8>, Int32) -> Void) {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    while let entry = readdir(Self.native(stream)) {
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
      let length = strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      let bytes = UnsafeBufferPointer(start: name, count: length)
      if Self.isSpecial(bytes) { continue }
      body(bytes, Int32(entry.pointee.d_type))
    }
  }

  private static func isSpecial(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.first == UInt8(ascii: ".") else { return false }
    return name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) || name.elementsEqual(".git".utf8)
  }

  /// `stat` of a name that `forEachName` just handed out, so that a NUL follows it; links not followed.
  func status(of name: UnsafeBufferPointer<UInt8>) -> stat? {
    var status = stat()
    guard let start = name.baseAddress else { return nil }
    let text = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
    return fstatat(descriptor, text, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }
}
