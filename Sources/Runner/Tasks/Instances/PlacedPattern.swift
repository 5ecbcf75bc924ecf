package import Base
package import Graph

/// A pattern of a task in one place, as seen from the workspace's root. It stands for what it matches and for all below.
package struct PlacedPattern: Sendable, Hashable, CustomStringConvertible {
  /// As it is written in workspace.json.
  package let text: String
  package let glob: Glob
  /// All that it can match is this or lies in here.
  package let start: RelativePath
  /// Whether it can only be one path, and what lies below.
  package let isPlain: Bool

  package var description: String { text }

  package func covers(_ path: RelativePath) -> Bool { glob.covers(path) }

  /// Whether it could match something below a folder. It may say yes where there is nothing.
  package func mayMatch(below folder: RelativePath) -> Bool {
    guard let name = String(validating: folder.bytes, as: UTF8.self) else { return true }
    return glob.mayOverlap(Glob(Glob.escaping(name)))
  }

  /// An input: as elsewhere in workspace.json, what has no slash is meant at any depth. Too many inputs cost time, too few
  /// would cost more.
  package init(input pattern: TaskPattern, in place: TaskPlace) {
    self.init(pattern, in: place, isFloating: !pattern.text.contains("/"))
  }

  /// An output is meant exactly where it is said to be, since what matches is removed.
  package init(output pattern: TaskPattern, in place: TaskPlace) {
    self.init(pattern, in: place, isFloating: false)
  }

  private init(_ pattern: TaskPattern, in place: TaskPlace, isFloating: Bool) {
    text = pattern.text
    let folder = pattern.text.hasPrefix("/") ? RelativePath.root : place.package
    // Escaped, so that a folder's name is no pattern.
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

  /// `$AMBIT_PACKAGE` and `$AMBIT_MODULE` in a pattern.
  private static func filled(_ text: String, _ place: TaskPlace) -> String {
    TaskVariables.filled(text, with: TaskVariables.naming(place).mapValues(Glob.escaping))
  }
}
