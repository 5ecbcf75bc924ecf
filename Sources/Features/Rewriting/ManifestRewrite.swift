import Base
import Session

/// The old and the new text of one manifest.
struct ManifestRewrite {
  /// Relative to the workspace.
  let path: RelativePath
  let before: [UInt8]
  let after: [UInt8]
}

extension [ManifestRewrite] {
  /// Writes all manifests or none.
  func write(in location: WorkspaceLocation) throws(Failure) {
    for (index, rewrite) in enumerated() {
      let file = location.absolutePath(of: rewrite.path)
      // Somebody may have edited the file since it was read.
      guard !LocalFiles.isLink(file), LocalFiles.read(file) == rewrite.before,
        let facts = FileFacts(of: file),
        LocalFiles.replace(file, with: rewrite.after, permissions: UInt32(facts.permissions))
      else {
        for done in self[..<index] { done.restore(in: location) }
        throw Failure(
          code: "manifest-unwritable",
          message: "cannot write \"\(rewrite.path)\", so nothing was changed",
          hints: ["check its permissions, and close programs that edit the file"])
      }
    }
  }
}

extension ManifestRewrite {
  fileprivate func restore(in location: WorkspaceLocation) {
    let file = location.absolutePath(of: path)
    guard let facts = FileFacts(of: file) else { return }
    LocalFiles.replace(file, with: before, permissions: UInt32(facts.permissions))
  }
}
