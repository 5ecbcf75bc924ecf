import Base

/// Follows a path as the system does, and reports the links on the way.
struct LinkWalk {
  /// The limit of the system.
  private static let mostLinks = 40
  private static let slash = UInt8(ascii: "/")

  struct Walked {
    /// The path without links, `.` and `..`.
    var path: [UInt8]
    /// The links on the way. Their own paths have links only as the last component.
    var links: [[UInt8]] = []
  }

  /// The folders that were walked, by their path as it was asked for.
  private var folders: [[UInt8]: Walked] = [:]

  /// Returns nil for a circle of links. When `follows` is false, a link as the last component is not followed.
  mutating func walk(_ path: [UInt8], follows: Bool) -> Walked? {
    var room = Self.mostLinks
    return walk(path, follows, &room)
  }

  private mutating func walk(_ path: [UInt8], _ follows: Bool, _ room: inout Int) -> Walked? {
    var end = path.count
    while end > 1, path[end - 1] == Self.slash { end -= 1 }
    // A slash behind a link means the target of the link.
    let follows = follows || end < path.count
    let start = path[..<end].lastIndex(of: Self.slash) ?? 0
    let name = path[(start + 1)..<max(end, start + 1)]
    guard var walked = start == 0 ? Walked(path: [Self.slash]) : folder(Array(path[..<start]), &room) else {
      return nil
    }
    if name.isEmpty || name.elementsEqual([UInt8(ascii: ".")]) { return walked }
    if name.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")]) {
      walked.path = Self.parent(of: walked.path)
      return walked
    }
    let here = walked.path == [Self.slash] ? [Self.slash] + name : walked.path + [Self.slash] + name
    guard follows, let target = ByteFiles.linkTarget(at: here) else {
      walked.path = here
      return walked
    }
    room -= 1
    guard room > 0 else { return nil }
    let absolute = target.first == Self.slash ? target : walked.path + [Self.slash] + target
    guard let behind = walk(absolute, true, &room) else { return nil }
    return Walked(path: behind.path, links: walked.links + [here] + behind.links)
  }

  private mutating func folder(_ path: [UInt8], _ room: inout Int) -> Walked? {
    if let known = folders[path] { return known }
    guard let walked = walk(path, true, &room) else { return nil }
    folders[path] = walked
    return walked
  }

  private static func parent(of path: [UInt8]) -> [UInt8] {
    let start = path.lastIndex(of: slash) ?? 0
    return start == 0 ? [slash] : Array(path[..<start])
  }
}
