package import Base

/// What is told of a state without reading it.
package struct StateSummary: Equatable, Sendable {
  package var line: SHA256Digest
  package var commit: String
  /// Absolute paths.
  package var workspace: String
  package var scratch: String
  package var saved = FileTime(nanoseconds: 0)
  /// The latest time of any file in it.
  package var newest = FileTime(nanoseconds: 0)
  /// Everything in the scratch folder that is no folder.
  package var files = 0
  package var inputs = 0
  /// Of the scratch folder's files.
  package var bytes = 0
  /// What the state takes in the store. States share most of it.
  package var storedBytes = 0
  /// What its save added to the store.
  package var writtenBytes = 0
}

package struct BuildStateEntry: Equatable, Sendable {
  package let key: SHA256Digest
  package let summary: StateSummary
}

/// A file that was built from, as it was then.
package struct StateInput: Equatable, Sendable {
  /// Below the workspace's root.
  package let path: RelativePath
  package let size: Int
  package let modified: FileTime
  package let digest: SHA256Digest
}

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
