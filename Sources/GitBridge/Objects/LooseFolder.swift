import CGit2
import Platform
import Support

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
    let bytes: [UInt8]
    do throws(DiskError) {
      bytes = try ByteFiles.contents(of: file, followingLinks: true)
    } catch {
      return error.isAbsence ? .absent : .unreadable(error.words)
    }
    return LooseObject(file: bytes).map(Answer.object) ?? .unreadable("its file is damaged")
  }

  func has(_ id: ObjectID) -> Bool { ByteFiles.exists(file(of: id)) }

  /// The ids that start with the first `digits` hexadecimal digits of `id`.
  func ids(startingWith id: ObjectID, digits: Int) -> [ObjectID] {
    let start = id.hex.prefix(digits)
    guard digits >= 2 else { return [] }
    return ByteFiles.names(in: path + Array("/\(start.prefix(2))".utf8)).compactMap { name in
      let hex = start.prefix(2) + String(decoding: name, as: UTF8.self)
      return hex.hasPrefix(start) ? ObjectID(hex: hex) : nil
    }
  }

  private func file(of id: ObjectID) -> [UInt8] {
    let hex = id.hex
    return path + Array("/\(hex.prefix(2))/\(hex.dropFirst(2))".utf8)
  }
}
