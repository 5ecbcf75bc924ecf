#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// Reading and writing whole files through descriptors, past interruptions and short counts.
enum OpenFile {
  /// The file's bytes, fewer than `size` when it has become shorter meanwhile.
  static func contents(of file: Int32, size: Int) throws(DiskError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        let count = read(file, buffer.baseAddress.map { $0 + filled }, size - filled)
        if count == 0 { return }
        if count > 0 { filled += count } else if errno != EINTR { return code = errno }
      }
    }
    guard code == 0 else { throw DiskError(code: code) }
    return bytes
  }

  /// False with `errno` set when not everything could be written.
  static func append(_ bytes: [UInt8], to file: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = write(file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
        if count >= 0 { written += count } else if errno != EINTR { return false }
      }
      return true
    }
  }
}
