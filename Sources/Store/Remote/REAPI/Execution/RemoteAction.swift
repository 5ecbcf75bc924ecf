/// A command, and all that it needs, as a worker elsewhere can run it.
package struct RemoteAction: Sendable {
  package var arguments: [String]
  package var environment: [String: String]
  /// As seen from the root of the tree.
  package var workingFolder: String
  /// The files that it writes and that are wanted, as seen from the working folder.
  package var outputs: [String]
  /// How long it may run; nil: the server decides.
  package var timeout: Duration?
  /// What kind of worker is wanted, in the server's own words.
  package var platform: [String: String]
  package var tree: ActionTree
  /// Where the contents of the tree's files are read from.
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

/// What came of an action, all of it at hand.
package struct RemoteOutcome: Sendable, Hashable {
  package enum End: Sendable, Hashable {
    case exited(Int32)
    case timedOut
  }

  package var end: End
  package var standardOutput: [UInt8] = []
  package var standardError: [UInt8] = []
  /// The files that were wanted, as far as they are there.
  package var outputs: [String: [UInt8]] = [:]
  /// Who ran it; empty when that is not told.
  package var worker = ""
  /// How long it ran, as far as that can be told apart from how long it waited.
  package var duration: Duration?
}

/// An action in the words of the API.
struct EncodedAction {
  let digest: ContentDigest
  /// Messages that have to be there: the action, its command, its folders.
  let messages: [ContentDigest: [UInt8]]

  /// nil where something in it is no text.
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
      // There are servers that take what is less than a second for nothing, and nothing for no limit.
      let (seconds, attoseconds) = timeout.components
      writer.message(Field.timeout) { $0.integer(1, max(seconds + (attoseconds > 0 ? 1 : 0), 1)) }
    }
    // What tests come to is kept by us, and signed; whoever else may write to the server's own cache of actions is not
    // to decide what passes.
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
    /// What servers read that do not know of `outputs` yet.
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

  /// Names and values, by the names.
  private static func pairs(_ values: [String: String], _ number: Int, _ writer: inout ProtobufWriter) {
    for (name, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      writer.message(number) { writer in
        writer.string(1, name)
        writer.string(2, value)
      }
    }
  }
}
