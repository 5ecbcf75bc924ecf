import CGit2
import Support

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The objects of one `objects` folder that have files of their own.
struct LooseFolder: Sendable {
  let path: [UInt8]

  enum Answer {
    case object(LooseObject)
    case absent
    /// The file is there; the words say what is wrong with it.
    case unreadable(String)
  }

  func read(_ id: ObjectID) -> Answer {
    let file = file(of: id)
    guard let bytes = Disk.contents(of: file, followingLinks: true) else {
      let reason = errno
      return [ENOENT, ENOTDIR].contains(reason) ? .absent : .unreadable(String(cString: strerror(reason)))
    }
    return LooseObject(file: bytes).map(Answer.object) ?? .unreadable("its file is damaged")
  }

  func has(_ id: ObjectID) -> Bool { Disk.withPath(file(of: id)) { access($0, F_OK) } == 0 }

  /// The ids that start with the first `digits` hexadecimal digits of `id`.
  func ids(startingWith id: ObjectID, digits: Int) -> [ObjectID] {
    let start = id.hex.prefix(digits)
    guard digits >= 2, let reader = FolderReader(path + Array("/\(start.prefix(2))".utf8)) else { return [] }
    var found: [ObjectID] = []
    reader.forEachName { name, _ in
      let hex = start.prefix(2) + String(decoding: name, as: UTF8.self)
      if hex.hasPrefix(start), let id = ObjectID(hex: hex) { found.append(id) }
    }
    return found
  }

  private func file(of id: ObjectID) -> [UInt8] {
    let hex = id.hex
    return path + Array("/\(hex.prefix(2))/\(hex.dropFirst(2))".utf8)
  }
}
