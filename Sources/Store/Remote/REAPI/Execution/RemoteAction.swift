/// A command with everything that a worker elsewhere needs to run it.
package struct RemoteAction: Sendable {
  package var arguments: [String]
  package var environment: [String: String]
  /// The working folder, relative to the root of the tree.
  package var workingFolder: String
  /// The wanted output files, relative to the working folder.
  package var outputs: [String]
  /// The time limit. nil lets the server decide.
  package var timeout: Duration?
  /// The kind of worker, in the server's own properties.
  package var platform: [String: String]
  package var tree: ActionTree
  /// The local paths of the files in the tree.
  package var files: [ContentDigest: [UInt8]]

  package init(
    arguments: [String], environment: [String: String], workingFolder: String, outputs: [String],
    timeout: Duration?, platform: [String: String], tree: ActionTree, files: [ContentDigest: [UInt8]]
  ) {
    self.arguments = arguments
    self.environment = environment
    self.workingFolder = workingFolder
    self.outputs = outputs
    self.timeout = timeout
    self.platform = platform
    self.tree = tree
    self.files = files
  }
}

/// The outcome of an action, with all its files.
package struct RemoteOutcome: Sendable, Hashable {
  package enum End: Sendable, Hashable {
    case exited(Int32)
    case timedOut
  }

  package var end: End
  package var standardOutput: [UInt8] = []
  package var standardError: [UInt8] = []
  /// The wanted files that the action wrote.
  package var outputs: [String: [UInt8]] = [:]
  /// The name of the worker, empty when the server does not tell it.
  package var worker = ""
  /// The time that it ran, as far as the waiting time is known.
  package var duration: Duration?
}

/// An action as messages of the API.
struct EncodedAction {
  let digest: ContentDigest
  /// The messages that the server must have: the action, its command and its folders.
  let messages: [ContentDigest: [UInt8]]

  /// Returns nil when a text in it is not UTF-8.
  init?(_ action: RemoteAction) {
    guard let (root, folders) = action.tree.encoded() else { return nil }
    var messages = folders
    let command = Self.command(action)
    let commandDigest = ContentDigest(of: command)
    messages[commandDigest] = command
    var writer = ProtobufWriter()
    writer.digest(Field.command, commandDigest)
    writer.digest(Field.inputRoot, root)
    if let timeout = action.timeout {
      // Some servers take less than a second for zero, and zero for no limit.
      let (seconds, attoseconds) = timeout.components
      writer.message(Field.timeout) { $0.integer(1, max(seconds + (attoseconds > 0 ? 1 : 0), 1)) }
    }
    // Ambit stores and signs results of tests itself. Other writers to the server's action cache must not decide what
    // passes.
    writer.flag(Field.doNotCache, true)
    Self.platform(action.platform, Field.platform, &writer)
    digest = ContentDigest(of: writer.bytes)
    messages[digest] = writer.bytes
    self.messages = messages
  }

  private enum Field {
    static let command = 1
    static let inputRoot = 2
    static let timeout = 6
    static let doNotCache = 7
    static let platform = 10
  }

  private enum CommandField {
    static let arguments = 1
    static let environment = 2
    /// The field for servers that do not know `outputs` yet.
    static let outputFiles = 3
    static let platform = 5
    static let workingFolder = 6
    static let outputs = 7
  }

  private static func command(_ action: RemoteAction) -> [UInt8] {
    var writer = ProtobufWriter()
    // An empty word is a word, too.
    for word in action.arguments { writer.element(CommandField.arguments, word) }
    pairs(action.environment, CommandField.environment, &writer)
    let outputs = action.outputs.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for output in outputs { writer.string(CommandField.outputFiles, output) }
    platform(action.platform, CommandField.platform, &writer)
    writer.string(CommandField.workingFolder, action.workingFolder)
    for output in outputs { writer.string(CommandField.outputs, output) }
    return writer.bytes
  }

  private static func platform(
    _ properties: [String: String], _ number: Int, _ writer: inout ProtobufWriter
  ) {
    guard !properties.isEmpty else { return }
    writer.message(number) { pairs(properties, 1, &$0) }
  }

  /// Writes names and values, sorted by the names.
  private static func pairs(_ values: [String: String], _ number: Int, _ writer: inout ProtobufWriter) {
    for (name, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      writer.message(number) { writer in
        writer.string(1, name)
        writer.string(2, value)
      }
    }
  }
}

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
