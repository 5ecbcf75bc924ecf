package import Base
package import Graph

/// A task's pattern for one place, relative to the workspace's root. It covers the paths that match and all below them.
package struct PlacedPattern: Sendable, Hashable, CustomStringConvertible {
  /// The pattern as written in workspace.json.
  package let text: String
  package let glob: Glob
  /// The deepest folder or file that holds every match.
  package let start: RelativePath
  /// True when the pattern has no wildcard, so that it covers one path and everything below.
  package let isPlain: Bool

  package var description: String { text }

  package func covers(_ path: RelativePath) -> Bool { glob.covers(path) }

  /// Returns true when the pattern may match something below `folder`. It may be wrong, but only by answering true.
  package func mayMatch(below folder: RelativePath) -> Bool {
    guard let name = String(validating: folder.bytes, as: UTF8.self) else { return true }
    return glob.mayOverlap(Glob(Glob.escaping(name)))
  }

  /// An input. As elsewhere in workspace.json, a pattern without a slash matches at any depth.
  /// Too many inputs only cost time; a missing input would give stale results.
  package init(input pattern: TaskPattern, in place: TaskPlace) {
    self.init(pattern, in: place, isFloating: !pattern.text.contains("/"))
  }

  /// An output. It matches at its exact path only, since matching files are removed.
  package init(output pattern: TaskPattern, in place: TaskPlace) {
    self.init(pattern, in: place, isFloating: false)
  }

  private init(_ pattern: TaskPattern, in place: TaskPlace, isFloating: Bool) {
    text = pattern.text
    let folder = pattern.text.hasPrefix("/") ? RelativePath.root : place.package
    // Names of folders are escaped, so that they are not read as patterns.
    let own = RelativePath(Self.filled(pattern.text, place))
    var parts = folder.components.map { Glob.escaping(String(decoding: $0, as: UTF8.self)) }
    if isFloating { parts.append("**") }
    parts += own.components.map { String(decoding: $0, as: UTF8.self) }
    glob = Glob(parts.joined(separator: "/"))
    let plain = own.components.prefix { !$0.contains(where: Glob.special.contains) }
    let fixed = isFloating ? [] : Array(plain)
    isPlain = !isFloating && plain.count == own.components.count
    start = folder.appending(RelativePath(Array(fixed.joined(separator: [UInt8(ascii: "/")]))))
  }

  /// Replaces `$AMBIT_PACKAGE` and `$AMBIT_MODULE` in a pattern.
  private static func filled(_ text: String, _ place: TaskPlace) -> String {
    TaskVariables.filled(text, with: TaskVariables.naming(place).mapValues(Glob.escaping))
  }
}
