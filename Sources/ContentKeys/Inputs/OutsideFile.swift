package import Digests

/// A file that lies outside of the repository and is an input all the same.
package struct OutsideFile: Sendable, Hashable {
  /// Absolute.
  package let path: String
  /// nil when nothing can be read there.
  package let content: SHA256Digest?

  package init(path: String, content: SHA256Digest?) {
    self.path = path
    self.content = content
  }
}

extension KeyWriter {
  mutating func outside(_ files: [OutsideFile]) {
    for file in files {
      input(.input, .text(file.path), file.content.map { .digest($0) } ?? .text("absent"))
    }
  }
}
