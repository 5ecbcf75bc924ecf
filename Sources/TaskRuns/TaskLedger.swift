import Digests
import Names
import Platform
import Support
import Workspaces

/// What is known on this machine of one instance in one workspace: what it made here, so that nothing else is removed for it,
/// and what it was seen to read though nothing declares it. Kept in the user's cache.
struct TaskLedger: Sendable {
  struct Entry: Sendable, Equatable {
    /// Whether it was begun and nobody has seen its end: all that lies where its outputs belong is of its making.
    var isUnderway = false
    var outputs: Set<RelativePath> = []
    var seen = SeenInputs.Places()

    func made(_ path: RelativePath) -> Bool { isUnderway || outputs.contains(path) }

    /// Whether anything of it may lie here.
    var hasOutputs: Bool { isUnderway || !outputs.isEmpty }
  }

  private static let form = SealedForm("ambit-tasks", version: 1)

  /// nil where nothing can be kept.
  private let folder: String?

  /// `root` is the workspace's folder.
  init(of root: String, cacheFolder: String?) {
    folder = cacheFolder.map { "\($0)/tasks-1/\(SHA256.digest(of: Array(root.utf8)))" }
  }

  subscript(id: TaskID) -> Entry {
    get {
      guard let folder else { return Entry() }
      let key = Self.key(of: id)
      return Self.form.value(in: LocalFiles.read("\(folder)/\(key)"), for: key) ?? Entry()
    }
    nonmutating set {
      guard let folder else { return }
      let key = Self.key(of: id)
      if newValue == Entry() {
        LocalFiles.remove("\(folder)/\(key)")
      } else {
        LocalFiles.replace("\(folder)/\(key)", with: Self.form.seal(newValue.encoded, for: key))
      }
    }
  }

  private static func key(of id: TaskID) -> SHA256Digest { SHA256.digest(of: Array(id.description.utf8)) }
}

extension TaskLedger.Entry: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(isUnderway, outputs, seen) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(isUnderway: try reader.value(), outputs: try reader.value(), seen: try reader.value())
  }
}
