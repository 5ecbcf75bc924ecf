package import Base

/// A file, link or empty folder that an instance made.
package struct TaskOutput: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    case file(SHA256Digest, size: Int, permissions: UInt16)
    case link([UInt8])
    /// An empty folder.
    case folder
  }

  /// Relative to the workspace.
  package let path: RelativePath
  package let form: Form

  package init(_ path: RelativePath, _ form: Form) {
    self.path = path
    self.form = form
  }

  /// Kind and content, as the keys of later instances hold them.
  package var words: String {
    switch form {
    case .file(let digest, _, let permissions): "file \(String(permissions, radix: 8)) \(digest)"
    case .link(let target): "link \(Text.escapingInvalidUTF8(target))"
    case .folder: "folder"
    }
  }

  package var isFolder: Bool { form == .folder }

  /// True for a link that may lead out of the workspace, or to a path of this machine alone.
  /// A `..` after a name may leave the folder that another link leads to. Leading `..` and then names are safe.
  package var leadsOut: Bool {
    guard case .link(let target) = form else { return false }
    let parts = target.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
    let down = parts.drop { $0.elementsEqual("..".utf8) }
    return target.first == UInt8(ascii: "/") || down.contains { $0.elementsEqual("..".utf8) }
      || path.parent.appending(RelativePath(target)).escapesRoot
  }
}

// MARK: As bytes

extension TaskOutput: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.values(path)
    switch form {
    case .file(let digest, let size, let permissions):
      writer.byte(0)
      writer.values(digest, size, Int(permissions))
    case .link(let target):
      writer.byte(1)
      writer.data(target)
    case .folder: writer.byte(2)
    }
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let path: RelativePath = try reader.value()
    // The bytes may come from anybody, and files will be written at this path.
    guard RelativePath(path.bytes) == path, !path.isRoot, !path.escapesRoot, !path.bytes.contains(0) else {
      throw .invalid
    }
    switch try reader.byte() {
    case 0:
      let (digest, size, permissions): (SHA256Digest, Int, Int) = (
        try reader.value(), try reader.value(), try reader.value()
      )
      guard size >= 0, (0...0o777).contains(permissions) else { throw .invalid }
      self.init(path, .file(digest, size: size, permissions: UInt16(permissions)))
    case 1:
      let target = Array(try reader.data())
      guard !target.isEmpty, !target.contains(0) else { throw .invalid }
      self.init(path, .link(target))
    case 2: self.init(path, .folder)
    default: throw .invalid
    }
  }
}
