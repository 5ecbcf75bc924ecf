package import Digests
import Support

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
    bytes.values("ambit build state line")
    bytes.unsigned(Self.version)
    bytes.values(workspace, scratch)
    bytes.count(fields.count)
    for field in fields { bytes.values(field.name, field.value) }
    digest = SHA256.digest(of: bytes.bytes)
    self.workspace = workspace
    self.scratch = scratch
  }

  /// What the state of a commit is recorded under.
  package func key(commit: String) -> SHA256Digest {
    var bytes = ByteWriter()
    bytes.values("ambit build state")
    bytes.unsigned(UInt64(Manifest.version))
    bytes.data(digest.bytes)
    bytes.values(commit)
    return SHA256.digest(of: bytes.bytes)
  }
}
