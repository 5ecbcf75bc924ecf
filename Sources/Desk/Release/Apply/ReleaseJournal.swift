import Edge
import GitBridge
import Platform
import Reports
import Support

/// What `--apply` sets out to do, kept in Git's folder until it is done or taken back: who is killed in the middle can take
/// nothing back, and the next run takes it up from this.
struct ReleaseJournal: ~Copyable {
  private let file: String
  /// Keeps a second `--apply` out.
  private let lock: FileLock

  private static let form = "ambit release 1"

  static func isThere(_ repository: Repository) -> Bool { LocalFiles.isThere(file(of: repository)) }

  private static func file(of repository: Repository) -> String {
    "\(repository.commonFolder)/ambit-release"
  }

  init(_ repository: Repository) throws(Failure) {
    file = Self.file(of: repository)
    guard let lock = FileLock.acquireIfFree("\(file).lock") else {
      throw Failure(
        code: "release-under-way",
        message: "another `ambit release plan --apply` is at work in this repository",
        hints: [
          "wait for it and plan again", "it holds \(file).lock, which must be a file that you may write",
        ])
    }
    self.lock = lock
  }

  deinit { LocalFiles.remove("\(file).lock") }

  func write(_ record: ReleaseRecord) throws(Failure) {
    var writer = ByteWriter()
    writer.values(Self.form, record)
    guard LocalFiles.replace(file, with: writer.bytes) else {
      throw Failure(
        code: "release-unwritable", message: "cannot write \(file), so nothing was begun",
        hints: ["it is what an interrupted release is taken up from; make its folder one that you may write"])
    }
  }

  func remove() { LocalFiles.remove(file) }

  /// nil where nothing was begun.
  func read() throws(Failure) -> ReleaseRecord? {
    guard LocalFiles.isThere(file) else { return nil }
    if let bytes = LocalFiles.read(file) {
      var reader = ByteReader(bytes[...])
      if let form = try? reader.value(String.self), form == Self.form,
        let record = try? reader.value(ReleaseRecord.self), reader.isAtEnd
      {
        return record
      }
    }
    throw unfinished(
      "what was begun cannot be read, perhaps since another version of Ambit began it", tags: [])
  }

  /// - `tags`: those that were made.
  func unfinished(_ reason: String, tags: [(folder: String, name: String)]) -> Failure {
    let deletions = tags.map { "git -C \($0.folder.shellQuoted) tag -d \($0.name.shellQuoted)" }
    return Failure(
      code: "release-unfinished",
      message: "an earlier `--apply` was stopped before it was done, and cannot be taken up: \(reason)",
      hints: [
        tags.isEmpty
          ? "`git status` and `git tag` show what it did"
          : "what it made is taken away by: \(deletions.joined(separator: "; "))",
        "then forget it and plan again: rm \(file.shellQuoted)",
      ])
  }
}

struct ReleaseRecord {
  /// The folder of the workspace.
  let workspace: String
  /// Inner clones first.
  let clones: [ReleaseClone]
  let updates: [ReleaseReport.Update]
}

extension ReleaseRecord: ByteCodable {
  func write(to writer: inout ByteWriter) {
    writer.values(workspace, clones)
    writer.values(
      updates.map(\.lockfile), updates.map(\.identity), updates.map(\.pinned), updates.map(\.folder))
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    (workspace, clones) = (try reader.value(), try reader.value())
    let files = try reader.value([RelativePath].self)
    let names = try reader.value([String].self)
    let pins = try reader.value([String].self)
    let folders = try reader.value([RelativePath?].self)
    guard [names.count, pins.count, folders.count].allSatisfy({ $0 == files.count }) else { throw .invalid }
    updates = files.indices.map { .init(files[$0], of: names[$0], at: pins[$0], folder: folders[$0]) }
  }
}
