package import Digests
package import Platform
package import Support

/// A file that was built from, as it was then.
package struct StateInput: Equatable, Sendable {
  /// Below the workspace's root.
  package let path: RelativePath
  package let size: Int
  package let modified: FileTime
  package let digest: SHA256Digest
}
