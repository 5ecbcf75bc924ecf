import CProcess
import Cache
import Digests

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file held open.
struct OpenedFile: ~Copyable {
  private let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  func status() throws(DiskError) -> DiskStatus {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw DiskError(code: errno) }
    return DiskStatus(info)
  }

  func digest() throws(DiskError) -> SHA256Digest {
    let hash = SHA256()
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { piece.deallocate() }
    while true {
      let count = try read(into: piece)
      if count == 0 { return hash.finish() }
      hash.update(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }

  /// Fewer bytes than `size` when there are no more.
  func append(_ size: Int, to bytes: inout [UInt8]) throws(DiskError) {
    var failure: DiskError?
    let read = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      do throws(DiskError) {
        while filled < size {
          let count = try self.read(
            into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[filled..<size])))
          if count == 0 { return }
          filled += count
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    bytes += read
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) throws(DiskError) -> Int {
    while true {
      let count = Glue.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw DiskError(code: errno) }
    }
  }

  func write(_ bytes: ArraySlice<UInt8>) throws(DiskError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glue.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw DiskError(code: errno)
      }
    }
  }

  func setTime(_ time: FileTime) throws(DiskError) {
    guard futimens(descriptor, [time.systemTime, time.systemTime]) == 0 else { throw DiskError(code: errno) }
  }

  func setPermissions(_ permissions: UInt16) throws(DiskError) {
    guard fchmod(descriptor, mode_t(permissions)) == 0 else { throw DiskError(code: errno) }
  }

  /// Some file systems say only at the end that the bytes did not fit.
  consuming func finish() throws(DiskError) {
    let result = close(descriptor)
    let code = errno
    discard self
    guard result == 0 else { throw DiskError(code: code) }
  }
}

/// Functions of the C library, which the members of those names hide.
private enum Glue {
  static func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.read(descriptor, bytes, count)
    #else
      Darwin.read(descriptor, bytes, count)
    #endif
  }

  static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes, count)
    #else
      Darwin.write(descriptor, bytes, count)
    #endif
  }
}
