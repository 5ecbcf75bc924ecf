/// A name or path as the system takes it. Names of files are bytes, not text.
enum ByteName {
  static func with<Result>(_ name: some Collection<UInt8>, _ body: (UnsafePointer<CChar>) -> Result) -> Result
  {
    let terminated = name.map { CChar(bitPattern: $0) } + [0]
    return terminated.withUnsafeBufferPointer { buffer in
      // Never empty: it holds the end mark.
      guard let start = buffer.baseAddress else { return "".withCString(body) }
      return body(start)
    }
  }
}
