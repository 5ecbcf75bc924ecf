/// A path below some root, as raw bytes.
///
/// Git paths are bytes, not text, so nothing here assumes UTF-8. Components are joined by single slashes. A path has no
/// slash at its front or end, and no `.` component. The empty path is the root itself. `..` stands only at the front,
/// for paths outside the root.
package struct RelativePath: Hashable, Sendable {
  package let bytes: [UInt8]

  package static let root = RelativePath(unchecked: [])

  /// Takes bytes that are known to be normal: made from a path, or read back after a path was written.
  package init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Normalises `bytes`: `a//b/./c/../d/` becomes `a/b/d`.
  package init(_ bytes: [UInt8]) {
    if Self.isNormal(bytes) {
      self.init(unchecked: bytes)
      return
    }
    var parts: [ArraySlice<UInt8>] = []
    for part in bytes.split(separator: Self.slash) {
      if part.elementsEqual([Self.dot]) { continue }
      if part.elementsEqual([Self.dot, Self.dot]), let last = parts.last,
        !last.elementsEqual([Self.dot, Self.dot])
      {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    self.init(unchecked: Array(parts.joined(separator: [Self.slash])))
  }

  package init(_ bytes: ArraySlice<UInt8>) {
    self.init(Array(bytes))
  }

  package init(_ text: String) {
    self.init(Array(text.utf8))
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// Returns true when no component is empty or begins with a dot. Other paths need a closer look.
  private static func isNormal(_ bytes: [UInt8]) -> Bool {
    var atStart = true
    for byte in bytes {
      if atStart && (byte == slash || byte == dot) { return false }
      atStart = byte == slash
    }
    return bytes.isEmpty || !atStart
  }
}

extension RelativePath {
  package var isRoot: Bool { bytes.isEmpty }

  /// True when the path leads out of its root.
  package var escapesRoot: Bool {
    bytes.starts(with: [Self.dot, Self.dot]) && (bytes.count == 2 || bytes[2] == Self.slash)
  }

  /// True for `..`, `../..` and so on: a folder around the root.
  package var isAboveRoot: Bool { escapesRoot && components.allSatisfy { $0.elementsEqual("..".utf8) } }

  package var components: [ArraySlice<UInt8>] { bytes.split(separator: Self.slash) }

  /// The last component, empty for the root.
  package var lastComponent: ArraySlice<UInt8> {
    bytes[(bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0)...]
  }

  /// The folder that holds this path. The root's parent is the root.
  package var parent: RelativePath {
    RelativePath(unchecked: Array(bytes[..<(bytes.lastIndex(of: Self.slash) ?? 0)]))
  }

  package func appending(_ other: RelativePath) -> RelativePath {
    if isRoot { return other }
    if other.isRoot { return self }
    if other.escapesRoot { return RelativePath(bytes + [Self.slash] + other.bytes) }
    return RelativePath(unchecked: bytes + [Self.slash] + other.bytes)
  }

  package func appending(_ text: String) -> RelativePath {
    appending(RelativePath(text))
  }

  /// Returns true when this path is `folder` or lies below it.
  package func isInside(_ folder: RelativePath) -> Bool {
    if folder.isRoot { return !escapesRoot }
    guard bytes.count >= folder.bytes.count, bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || bytes[folder.bytes.count] == Self.slash
  }

  /// True when `folder` is the path's parent.
  package func lies(in folder: RelativePath) -> Bool {
    bytes[..<(bytes.lastIndex(of: Self.slash) ?? 0)].elementsEqual(folder.bytes)
  }

  /// Returns this path as seen from `folder`, or nil when it does not lie in `folder`.
  package func relative(to folder: RelativePath) -> RelativePath? {
    guard isInside(folder) else { return nil }
    if folder.isRoot { return self }
    return RelativePath(unchecked: Array(bytes.dropFirst(folder.bytes.count + 1)))
  }
}

extension RelativePath {
  /// Hashes all bytes at once. Arrays hash them one by one, which is measurable in large workspaces.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension RelativePath: Comparable {
  package static func < (left: RelativePath, right: RelativePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension RelativePath: CustomStringConvertible {
  /// The path as text. Bytes that are not UTF-8 appear as `\xNN`.
  package var description: String { Text.escapingInvalidUTF8(bytes) }
}

extension RelativePath: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self.init(value)
  }
}

extension RelativePath {
  /// The root, every folder on the way, and the path itself.
  package var withAncestors: [RelativePath] {
    var result = [self]
    while let last = result.last, !last.isRoot { result.append(last.parent) }
    return result.reversed()
  }
}
