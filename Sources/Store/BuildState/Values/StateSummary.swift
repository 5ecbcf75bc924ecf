package import Base

/// The facts about a state that are known without reading it.
package struct StateSummary: Equatable, Sendable {
  package var line: SHA256Digest
  package var commit: String
  /// The absolute paths of the workspace and of the scratch folder.
  package var workspace: String
  package var scratch: String
  package var saved = FileTime(nanoseconds: 0)
  /// The latest time of any file in the state.
  package var newest = FileTime(nanoseconds: 0)
  /// The number of entries of the scratch folder that are no folders.
  package var files = 0
  package var inputs = 0
  /// The size of the scratch folder's files.
  package var bytes = 0
  /// The space of the state in the store. States share most of it.
  package var storedBytes = 0
  /// The bytes that the save added to the store.
  package var writtenBytes = 0
}

package struct BuildStateEntry: Equatable, Sendable {
  package let key: SHA256Digest
  package let summary: StateSummary
}

/// A file that was built from, as it was then.
package struct StateInput: Equatable, Sendable {
  /// The path, relative to the workspace's root.
  package let path: RelativePath
  package let size: Int
  package let modified: FileTime
  package let digest: SHA256Digest
}

/// The states that differ only in their commits. The same toolchain built them in the same way at the same place. The
/// place counts, since compilers write absolute paths into their outputs.
package struct StateLine: Hashable, Sendable {
  package let digest: SHA256Digest
  /// The absolute paths of the workspace and of the scratch folder.
  package let workspace: String
  package let scratch: String

  private static let version: UInt64 = 1

  /// The order of `fields` matters.
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

  /// Returns the key under which the state of a commit is recorded.
  package func key(commit: String) -> SHA256Digest {
    var bytes = ByteWriter()
    bytes.values("ambit build state")
    bytes.unsigned(UInt64(Manifest.version))
    bytes.data(digest.bytes)
    bytes.values(commit)
    return SHA256.digest(of: bytes.bytes)
  }
}
