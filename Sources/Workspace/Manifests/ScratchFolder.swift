import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A private temporary folder that goes away with its last user.
final class ScratchFolder: Sendable {
  let path: String

  /// In `parent`, else in `/tmp`. The path has no symbolic links: SwiftPM reports resolved paths.
  convenience init?(in parent: String?) {
    guard let path = parent.flatMap(Self.make) ?? Self.make(in: "/tmp") else { return nil }
    self.init(path: path)
  }

  private init(path: String) {
    self.path = path
  }

  private static func make(in parent: String) -> String? {
    guard parent.hasPrefix("/"), let parent = LocalFiles.resolved(parent) else { return nil }
    var template = Array("\(parent)/ambit-manifests.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(validating: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    LocalFiles.removeTree(path)
  }
}
