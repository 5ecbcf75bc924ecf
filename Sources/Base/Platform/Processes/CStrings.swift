/// Passes texts to functions of C as an array.
package enum CStrings {
  /// Calls `body` with the texts and a null pointer at the end.
  package static func with<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { text -> UnsafeMutablePointer<CChar>? in
      let bytes = text.utf8CString
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      for (place, byte) in bytes.enumerated() { copy[place] = byte }
      return copy
    }
    defer { for copy in copies { copy?.deallocate() } }
    return body(copies + [nil])
  }
}
