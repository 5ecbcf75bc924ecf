import Base

/// A private temporary folder that is deleted after its last use.
final class ScratchFolder: Sendable {
  let path: String

  /// Makes the folder in `parent`, else in `/tmp`. The path has no symbolic links, since SwiftPM reports resolved
  /// paths.
  convenience init?(in parent: String?) {
    guard let path = parent.flatMap(Self.make) ?? Self.make(in: "/tmp") else { return nil }
    self.init(path: path)
  }

  private init(path: String) {
    self.path = path
  }

  private static func make(in parent: String) -> String? {
    guard parent.hasPrefix("/"), let parent = LocalFiles.resolved(parent) else { return nil }
    return LocalFiles.makeTemporaryFolder(named: "ambit-manifests", in: parent)
  }

  deinit {
    LocalFiles.removeTree(path)
  }
}
