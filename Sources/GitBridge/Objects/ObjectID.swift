import Base
import CGit2

/// A SHA-1 object name. Commits, trees and blobs all have one.
typealias ObjectID = ContentID

extension ObjectID {
  static var byteCount: Int { length }

  /// Reads twenty bytes at `offset`. The caller has checked that they exist.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) { self.init(in: bytes, at: offset) }

  var hex: String { description }
}

/// The id of a commit. As text it has forty hexadecimal digits.
package struct CommitID: Hashable, Sendable, CustomStringConvertible {
  let object: ObjectID

  init(_ object: ObjectID) {
    self.object = object
  }

  package init?(_ hex: some StringProtocol) {
    guard let object = ObjectID(hex: hex) else { return nil }
    self.object = object
  }

  package var description: String { object.hex }
}

/// The parts of a commit that walks need.
struct CommitHeader: Sendable {
  let tree: ObjectID
  let parents: [CommitID]
  /// The committer's time, in seconds since 1970.
  let time: Int

  /// Parses the header lines of a raw commit object.
  init?(_ bytes: [UInt8]) {
    var tree: ObjectID?
    var parents: [CommitID] = []
    var time = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.isEmpty { break }
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
      let value = String(decoding: line[(space + 1)...], as: UTF8.self)
      switch String(decoding: line[..<space], as: UTF8.self) {
      case "tree": tree = ObjectID(hex: value)
      case "parent": if let id = CommitID(value) { parents.append(id) }
      case "committer": time = Self.time(in: value)
      default: continue
      }
    }
    guard let tree else { return nil }
    self.tree = tree
    self.parents = parents
    self.time = time
  }

  /// Parses `Name <mail> 1700000000 +0100`, which ends in the time and the zone.
  private static func time(in signature: String) -> Int {
    let parts = signature.split(separator: " ")
    return parts.count >= 2 ? Int(parts[parts.count - 2]) ?? 0 : 0
  }
}

extension GitHandle {
  /// Returns nil when the database does not have the commit.
  func commit(_ id: CommitID) throws(Failure) -> CommitHeader? {
    guard let object = try object(id.object) else { return nil }
    guard object.type == GIT_OBJECT_COMMIT, let header = CommitHeader(object.bytes) else {
      throw Failure.git(.corruptRepository, "the object \(id) is not a readable commit")
    }
    return header
  }
}

/// The first paragraph of a commit's message on one line, as in `git log --format=%s`.
enum CommitSubject {
  static func of(_ bytes: [UInt8]) -> String {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let message = lines.drop { !$0.isEmpty }.drop(while: isBlank)
    return message.prefix { !isBlank($0) }.map(trimmed).joined(separator: " ")
  }

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy(\.isASCIISpace) }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> String {
    let kept = line.reversed().drop(while: \.isASCIISpace).reversed()
    return String(decoding: Array(kept), as: UTF8.self)
  }
}
