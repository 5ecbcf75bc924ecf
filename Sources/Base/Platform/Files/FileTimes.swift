/// When a file was written, and when anything about it changed, in nanoseconds since 1970. The first can be set to
/// any time by anybody, the second cannot.
package struct FileTimes: Sendable, Hashable {
  package let written: Int64
  package let changed: Int64

  package init(written: Int64, changed: Int64) {
    self.written = written
    self.changed = changed
  }

  /// Of what stands at `path`; where that is a link, the later times of the link and of what it leads to. nil when
  /// nothing is there.
  package init?(of path: String) {
    guard let facts = FileFacts(of: path) else { return nil }
    let target = facts.kind == .link ? FileFacts(of: path, followingLinks: true) : nil
    self.init(
      written: max(facts.modified, target?.modified ?? facts.modified).nanoseconds,
      changed: max(facts.changed, target?.changed ?? facts.changed).nanoseconds)
  }
}
