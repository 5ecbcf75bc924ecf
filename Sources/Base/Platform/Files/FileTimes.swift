/// The times when a file was written and when anything about it changed, in nanoseconds since 1970. Anybody can set the
/// first to any time. Nobody can set the second.
package struct FileTimes: Sendable, Hashable {
  package let written: Int64
  package let changed: Int64

  package init(written: Int64, changed: Int64) {
    self.written = written
    self.changed = changed
  }

  /// Reads the times of the file at `path`, or returns nil when nothing is there. For a link it takes the later times
  /// of the link and its target.
  package init?(of path: String) {
    guard let facts = FileFacts(of: path) else { return nil }
    let target = facts.kind == .link ? FileFacts(of: path, followingLinks: true) : nil
    self.init(
      written: max(facts.modified, target?.modified ?? facts.modified).nanoseconds,
      changed: max(facts.changed, target?.changed ?? facts.changed).nanoseconds)
  }
}
