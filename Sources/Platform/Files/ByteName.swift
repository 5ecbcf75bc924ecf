/// A name or path as the system takes it. Names of files are bytes, not text.
package enum ByteName {
  package static func with<Result>(_ name: some Collection<UInt8>, _ body: (UnsafePointer<CChar>) -> Result)
    -> Result
  {
    var terminated = Array(name)
    terminated.append(0)
    return terminated.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { buffer in
        // Never empty: it holds the end mark.
        guard let start = buffer.baseAddress else { return "".withCString(body) }
        return body(start)
      }
    }
  }

  /// What the system gives back, up to the end mark.
  static func bytes(at start: UnsafePointer<CChar>) -> [UInt8] {
    var count = 0
    while start[count] != 0 { count += 1 }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
