import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package struct OpenedFile: ~Copyable {
  let descriptor: Int32

  deinit {
    close(descriptor)
  }

  /// Takes ownership of the result of a call that opens a file.
  static func opened(_ descriptor: Int32) throws(DiskError) -> OpenedFile {
    guard descriptor >= 0 else { throw .last }
    return OpenedFile(descriptor: descriptor)
  }

  package func facts() throws(DiskError) -> FileFacts {
    var info = stat()
    try DiskError.check(fstat(descriptor, &info))
    return FileFacts(info)
  }

  /// Closes the file and checks the result. Some file systems report only at this point that the bytes did not fit.
  package consuming func finish() throws(DiskError) {
    let result = close(descriptor)
    let code = errno
    discard self
    guard result == 0 else { throw DiskError(code: code) }
  }
}

// MARK: Reading

extension OpenedFile {
  /// Returns all bytes of a plain file that is not longer than `limit`.
  package func contents(limit: Int = .max) throws(DiskError) -> [UInt8] {
    let facts = try facts()
    guard facts.kind == .file, facts.size <= limit else {
      throw facts.kind == .folder ? DiskError(code: EISDIR) : .unexpected
    }
    var bytes: [UInt8] = []
    // A file that reports the size 0 may have content, as in /proc. One byte more lets the usual file end after one
    // read.
    var size = max(facts.size + 1, 4096)
    while true {
      let before = bytes.count
      try append(size, to: &bytes)
      if bytes.count - before < size { return bytes }
      size = max(size, 1 << 16)
    }
  }

  /// Appends the next `size` bytes, or fewer at the end of the file.
  package func append(_ size: Int, to bytes: inout [UInt8]) throws(DiskError) {
    var failure: DiskError?
    let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
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
    bytes = bytes.isEmpty ? piece : bytes + piece
  }

  /// Calls `body` with each piece of the bytes from here to the end.
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) throws(DiskError) {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { piece.deallocate() }
    while true {
      let count = try read(into: piece)
      if count == 0 { return }
      body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) throws(DiskError) -> Int {
    while true {
      let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }
}

// MARK: Writing

extension OpenedFile {
  package func write(_ bytes: ArraySlice<UInt8>) throws(DiskError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  package func setTime(_ time: FileTime) throws(DiskError) {
    try DiskError.check(futimens(descriptor, [time.systemTime, time.systemTime]))
  }

  package func setPermissions(_ permissions: UInt16) throws(DiskError) {
    try DiskError.check(fchmod(descriptor, mode_t(permissions)))
  }

  /// Returns when the bytes are on the disk.
  package func sync() throws(DiskError) {
    try DiskError.check(ambit_sync(descriptor))
  }
}
