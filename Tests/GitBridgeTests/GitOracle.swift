import Base
import Foundation
import GitBridge
import TestSupport

/// What the real `git` says, in a shape that can be compared with ours: path, then what stood there before
/// and after, as `kind:id`.
enum GitOracle {
  struct Line: Hashable, Comparable, CustomStringConvertible {
    let path: RelativePath
    let old: String
    let new: String
    var description: String { "\(path) \(old) -> \(new)" }
    static func < (left: Line, right: Line) -> Bool { left.path < right.path }
  }

  /// The net difference from a commit to the work tree, found by staging everything in a copy of the index.
  static func workingTree(_ sandbox: GitSandbox, _ place: String, since base: String) throws -> [Line] {
    let index = sandbox.path("oracle-index-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: index) }
    let real = String(
      decoding: try sandbox.git(in: place, ["rev-parse", "--absolute-git-dir"]), as: UTF8.self
    ).trimmingCharacters(in: .newlines)
    if FileManager.default.fileExists(atPath: real + "/index") {
      try FileManager.default.copyItem(atPath: real + "/index", toPath: index)
      // An old index makes `git` look into every file instead of trusting whole seconds.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: index)
    }
    let environment = ["GIT_INDEX_FILE": index]
    try sandbox.git(in: place, ["add", "-A"], environment: environment)
    let raw = try sandbox.git(
      in: place, ["diff-index", "--cached", "--no-renames", "--raw", "-z", "--no-abbrev", base],
      environment: environment)
    return lines(raw)
  }

  static func commits(_ sandbox: GitSandbox, _ place: String, _ old: String, _ new: String) throws -> [Line] {
    lines(
      try sandbox.git(
        in: place, ["diff-tree", "-r", "--no-renames", "--raw", "-z", "--no-abbrev", old, new]))
  }

  /// Parses `:oldmode newmode oldid newid status NUL path NUL`.
  private static func lines(_ raw: Data) -> [Line] {
    let parts = Array(raw).split(separator: 0)
    return stride(from: 0, to: parts.count - 1, by: 2).map { at in
      let fields = String(decoding: parts[at].dropFirst(), as: UTF8.self).split(separator: " ")
      return Line(
        path: RelativePath(parts[at + 1]), old: side(fields[0], fields[2]), new: side(fields[1], fields[3]))
    }.sorted()
  }

  private static func side(_ mode: Substring, _ id: Substring) -> String {
    mode == "000000" ? "none" : "\(mode):\(id)"
  }

  static func lines(_ changes: [FileChange]) -> [Line] {
    changes.map { Line(path: $0.path, old: side($0.old), new: side($0.new)) }
  }

  private static func side(_ version: FileVersion?) -> String {
    guard let version else { return "none" }
    let mode =
      switch version.kind {
      case .file: "100644"
      case .executable: "100755"
      case .symbolicLink: "120000"
      case .folder: "040000"
      case .absentSubmodule: "160000"
      }
    return "\(mode):\(version.contentID.map(\.description) ?? "?")"
  }

  /// Whether ours equals theirs; what was not hashed equals any content.
  static func agree(_ ours: [Line], _ theirs: [Line]) -> Bool {
    ours.count == theirs.count
      && zip(ours, theirs).allSatisfy { our, their in
        our.path == their.path && our.old == their.old
          && (our.new == their.new || (our.new.hasSuffix("?") && our.new.prefix(6) == their.new.prefix(6)))
      }
  }
}
