/// The form of files that Ambit keeps: a mark of the form and its version, a digest, and the content. The digest covers
/// the mark, the key and the content.
///
/// The key is the name that the file is looked up by, where that matters. A file under the wrong name is detected like
/// a flipped bit. A file that is not exactly as written counts as missing.
package struct SealedForm: Sendable {
  private let mark: [UInt8]

  package init(mark: String) { self.mark = Array(mark.utf8) }

  /// `version` grows with every change to the meaning of the content.
  package init(_ name: String, version: Int) { self.init(mark: "\(name) \(version)\n") }

  package func seal(_ content: [UInt8], for key: SHA256Digest? = nil) -> [UInt8] {
    mark + digest(of: content[...], key).bytes + content
  }

  package func seal(_ value: some ByteCodable, for key: SHA256Digest? = nil) -> [UInt8] {
    seal(value.encoded, for: key)
  }

  /// Returns the content, or nil when the bytes were not sealed in this form.
  package func open(_ bytes: [UInt8]?, for key: SHA256Digest? = nil) -> ArraySlice<UInt8>? {
    guard let bytes, bytes.starts(with: mark) else { return nil }
    let rest = bytes[mark.count...]
    let content = rest.dropFirst(SHA256Digest.length)
    return digest(of: content, key) == SHA256Digest(bytes: rest.prefix(SHA256Digest.length)) ? content : nil
  }

  package func value<Value: ByteCodable>(
    _: Value.Type = Value.self, in bytes: [UInt8]?, for key: SHA256Digest? = nil
  ) -> Value? {
    open(bytes, for: key).flatMap { Value(decoding: $0) }
  }

  private func digest(of content: ArraySlice<UInt8>, _ key: SHA256Digest?) -> SHA256Digest {
    let hash = SHA256()
    hash.update(mark)
    if let key { hash.update(key.bytes) }
    hash.update(content)
    return hash.finish()
  }
}
