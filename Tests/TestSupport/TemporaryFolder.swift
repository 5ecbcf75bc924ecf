import Foundation

/// A folder of a test's own, removed with its last reference.
package final class TemporaryFolder: Sendable {
  /// The real path, without symbolic links.
  package let path: String

  package init() throws {
    let name = "ambit-tests-\(UUID().uuidString)"
    let made = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    path = made.resolvingSymlinksInPath().path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  package func path(_ relative: String) -> String { "\(path)/\(relative)" }

  /// Writes a file, with the folders above it.
  package func write(_ text: String, to relative: String) throws {
    let url = URL(fileURLWithPath: path(relative))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}
