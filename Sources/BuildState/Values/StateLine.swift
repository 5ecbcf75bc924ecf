package import Digests

/// The states that may stand in for one another but for their commits: those built by the same toolchain in the same way at the
/// same place. Absolute paths are baked into what a compiler writes, so the place counts.
package struct StateLine: Hashable, Sendable {
  package let digest: SHA256Digest
  /// Absolute paths.
  package let workspace: String
  package let scratch: String

  private static let version: UInt64 = 1

  /// The order of `fields` counts.
  package init(_ fields: [(name: String, value: String)], workspace: String, scratch: String) {
    var bytes = ByteWriter()
    bytes.text("ambit build state line")
    bytes.number(Self.version)
    bytes.text(workspace)
    bytes.text(scratch)
    bytes.number(UInt64(fields.count))
    for field in fields {
      bytes.text(field.name)
      bytes.text(field.value)
    }
    digest = SHA256.digest(of: bytes.bytes)
    self.workspace = workspace
    self.scratch = scratch
  }

  /// What the state of a commit is recorded under.
  func key(commit: String) -> SHA256Digest {
    var bytes = ByteWriter()
    bytes.text("ambit build state")
    bytes.number(UInt64(Manifest.version))
    bytes.data(digest.bytes)
    bytes.text(commit)
    return SHA256.digest(of: bytes.bytes)
  }
}
