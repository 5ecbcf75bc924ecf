package import Digests

/// An input that is no file of the repository: a file that lies elsewhere, or the names in a folder.
package struct OutsideFile: Sendable, Hashable {
  /// Absolute; of a folder as seen from the workspace, with a slash at its end.
  package let path: String
  /// nil when nothing is there.
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
