/// The files, links and folders that a worker sees when an action begins. The API wants one message for each folder,
/// named by its digest.
package struct ActionTree: Sendable {
  package enum Entry: Sendable, Hashable {
    case file(ContentDigest, isExecutable: Bool)
    case link(target: [UInt8])
    /// A folder, which is empty unless other entries are added to it.
    case folder
  }

  private var root = Folder()

  package init() {}

  /// Adds an entry at a path relative to the root, which must not lead out of it. An existing entry stays, and a folder
  /// remains a folder. Returns true when the entry is in the tree now.
  @discardableResult
  package mutating func add(_ entry: Entry, at path: some Collection<UInt8>) -> Bool {
    let names = path.split(separator: UInt8(ascii: "/")).map { Array($0) }
    let steps: [[UInt8]] = [[UInt8(ascii: ".")], [UInt8(ascii: "."), UInt8(ascii: ".")]]
    guard !names.contains(where: steps.contains) else { return false }
    return root.add(entry, at: names[...])
  }

  /// Returns the messages of all folders, and the digest of the root's message. Returns nil when a name or a target is
  /// not UTF-8, since the API requires that.
  func encoded() -> (root: ContentDigest, folders: [ContentDigest: [UInt8]])? {
    var folders: [ContentDigest: [UInt8]] = [:]
    return root.encode(&folders).map { ($0, folders) }
  }
}

private struct Folder: Sendable, Equatable {
  private enum Node: Sendable, Equatable {
    case file(ContentDigest, isExecutable: Bool)
    case link(target: [UInt8])
    case folder(Folder)

    init(_ entry: ActionTree.Entry) {
      switch entry {
      case .file(let digest, let isExecutable): self = .file(digest, isExecutable: isExecutable)
      case .link(let target): self = .link(target: target)
      case .folder: self = .folder(Folder())
      }
    }
  }

  /// The entries by their names. Names are bytes, so names that look alike stay different.
  private var nodes: [[UInt8]: Node] = [:]

  mutating func add(_ entry: ActionTree.Entry, at path: ArraySlice<[UInt8]>) -> Bool {
    guard let name = path.first else { return entry == .folder }
    if path.count == 1 {
      let node = Node(entry)
      guard let known = nodes[name] else {
        nodes[name] = node
        return true
      }
      if case (.folder, .folder) = (known, node) { return true }
      return known == node
    }
    var folder: Folder
    switch nodes[name] {
    case .folder(let known): folder = known
    case nil: folder = Folder()
    case .file, .link: return false
    }
    // The folder is taken out while it changes. With a second reference it would be copied.
    nodes[name] = nil
    defer { nodes[name] = .folder(folder) }
    return folder.add(entry, at: path.dropFirst())
  }

  func encode(_ folders: inout [ContentDigest: [UInt8]]) -> ContentDigest? {
    typealias Field = DirectoryField
    var (files, subfolders, links) = (ProtobufWriter(), ProtobufWriter(), ProtobufWriter())
    for (bytes, node) in nodes.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard let name = String(validating: bytes, as: UTF8.self) else { return nil }
      switch node {
      case .file(let digest, let isExecutable):
        files.message(Field.files) { writer in
          writer.string(Field.name, name)
          writer.digest(Field.digest, digest)
          writer.flag(Field.isExecutable, isExecutable)
        }
      case .link(let target):
        guard let target = String(validating: target, as: UTF8.self) else { return nil }
        links.message(Field.links) { writer in
          writer.string(Field.name, name)
          writer.string(Field.target, target)
        }
      case .folder(let folder):
        guard let digest = folder.encode(&folders) else { return nil }
        subfolders.message(Field.folders) { writer in
          writer.string(Field.name, name)
          writer.digest(Field.digest, digest)
        }
      }
    }
    let message = files.bytes + subfolders.bytes + links.bytes
    let digest = ContentDigest(of: message)
    folders[digest] = message
    return digest
  }
}

/// The numbers of the fields of `Directory` and of its entries.
private enum DirectoryField {
  static let files = 1
  static let folders = 2
  static let links = 3

  static let name = 1
  static let digest = 2
  static let target = 2
  static let isExecutable = 4
}
