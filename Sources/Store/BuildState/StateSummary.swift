package import Base

/// The facts about a state that are known without reading it.
package struct StateSummary: Equatable, Sendable {
  package var line: SHA256Digest
  package var commit: String
  /// The absolute paths of the workspace and of the scratch folder.
  package var workspace: String
  package var scratch: String
  package var saved = FileTime(nanoseconds: 0)
  /// The latest time of any file in the state.
  package var newest = FileTime(nanoseconds: 0)
  /// The number of entries of the scratch folder that are no folders.
  package var files = 0
  package var inputs = 0
  /// The size of the scratch folder's files.
  package var bytes = 0
  /// The space of the state in the store. States share most of it.
  package var storedBytes = 0
  /// The bytes that the save added to the store.
  package var writtenBytes = 0
}

package struct BuildStateEntry: Equatable, Sendable {
  package let key: SHA256Digest
  package let summary: StateSummary
}

/// A file that was built from, as it was then.
package struct StateInput: Equatable, Sendable {
  /// The path, relative to the workspace's root.
  package let path: RelativePath
  package let size: Int
  package let modified: FileTime
  package let digest: SHA256Digest
}

/// The states that differ only in their commits. The same toolchain built them in the same way at the same place. The
/// place counts, since compilers write absolute paths into their outputs.
package struct StateLine: Hashable, Sendable {
  package let digest: SHA256Digest
  /// The absolute paths of the workspace and of the scratch folder.
  package let workspace: String
  package let scratch: String

  private static let version: UInt64 = 1

  /// The order of `fields` matters.
  package init(_ fields: [(name: String, value: String)], workspace: String, scratch: String) {
    var bytes = ByteWriter()
    bytes.values("ambit build state line")
    bytes.unsigned(Self.version)
    bytes.values(workspace, scratch)
    bytes.count(fields.count)
    for field in fields { bytes.values(field.name, field.value) }
    digest = SHA256.digest(of: bytes.bytes)
    self.workspace = workspace
    self.scratch = scratch
  }

  /// Returns the key under which the state of a commit is recorded.
  package func key(commit: String) -> SHA256Digest {
    var bytes = ByteWriter()
    bytes.values("ambit build state")
    bytes.unsigned(UInt64(Manifest.version))
    bytes.data(digest.bytes)
    bytes.values(commit)
    return SHA256.digest(of: bytes.bytes)
  }
}

/// The record of a state. The files of its result are the manifest and then the blobs. Its output is the summary.
struct StateRecord {
  private static let kind = "ambit build state"
  private static let format = 1

  let summary: StateSummary
  let manifest: ContentDigest
  let blobs: [ContentDigest]
}

extension StateRecord {
  /// Returns nil for a record of another kind.
  init?(_ result: ActionResult) {
    guard let manifest = result.outputFiles.first, manifest.path == "manifest",
      let summary = Self.summary(result.standardOutput.raw)
    else { return nil }
    self.init(
      summary: summary, manifest: manifest.digest, blobs: result.outputFiles.dropFirst().map(\.digest))
  }

  var result: ActionResult {
    var result = ActionResult()
    result.outputFiles = [ActionResult.OutputFile(path: "manifest", digest: manifest)]
    for (index, blob) in blobs.enumerated() {
      result.outputFiles.append(ActionResult.OutputFile(path: "blobs/\(index)", digest: blob))
    }
    result.standardOutput.raw = text
    return result
  }

  private var text: [UInt8] {
    let facts: JSON = [
      "kind": Self.kind, "format": Self.format, "line": summary.line.description,
      "commit": summary.commit, "workspace": summary.workspace, "scratch": summary.scratch,
    ]
    let numbers = JSON(fields: Self.numbers.map { name, path in (name, summary[keyPath: path]) })
    return Array(JSON(facts, numbers).compactJSON.utf8)
  }

  private static func summary(_ text: [UInt8]) -> StateSummary? {
    guard let node = try? JSONParser.parse(text), node["kind"]?.stringValue == kind,
      node["format"]?.intValue == format,
      let line = node["line"]?.stringValue.flatMap({ SHA256Digest(hex: $0.utf8) }),
      let commit = node["commit"]?.stringValue, let workspace = node["workspace"]?.stringValue,
      let scratch = node["scratch"]?.stringValue
    else { return nil }
    var summary = StateSummary(line: line, commit: commit, workspace: workspace, scratch: scratch)
    for (name, path) in numbers {
      guard let value = node[name]?.intValue else { return nil }
      summary[keyPath: path] = value
    }
    return summary
  }

  private static var numbers: [(String, WritableKeyPath<StateSummary, Int>)] {
    [
      ("saved", \.saved.count), ("newest", \.newest.count), ("files", \.files), ("inputs", \.inputs),
      ("bytes", \.bytes), ("storedBytes", \.storedBytes), ("writtenBytes", \.writtenBytes),
    ]
  }
}

extension FileTime {
  fileprivate var count: Int {
    get { Int(nanoseconds) }
    set { nanoseconds = Int64(newValue) }
  }
}

extension Failure {
  /// The reason why a build state was not saved or not restored. Neither is ever half done, and the caller builds
  /// without it.
  package enum State: String, Sendable {
    /// The store lacks parts of the state, or they are damaged.
    case damaged = "state-damaged"
    /// The scratch folder, or the state, contains files that a state may not have.
    case refused = "state-refused"
    /// Files are newer than this machine's clock. A file that is edited now would look older than its build.
    case fromTheFuture = "state-from-the-future"
    /// An input was written during the build.
    case inputChanged = "input-changed"
    /// The scratch folder exists already.
    case occupied = "state-occupied"
    case diskFull = "disk-full"
    case unreadable = "state-unreadable"
    case unwritable = "state-unwritable"

    fileprivate var hint: String {
      switch self {
      case .damaged: "nothing to do: the build starts from scratch, and its state replaces this one"
      case .refused: "the build starts from scratch; its next pass saves a new state"
      case .fromTheFuture: "set the clock of this machine, or of the one that saved the state"
      case .inputChanged: "run it again, and do not change files during the build"
      case .occupied: "`ambit cache state restore --force` replaces it"
      case .diskFull: "free some space; `ambit cache prune` shrinks the cache"
      case .unreadable, .unwritable: "check the permissions of the folder"
      }
    }
  }

  static func state(_ reason: State, _ message: String) -> Failure {
    // The message contains paths, which may have any bytes.
    Failure(code: reason.rawValue, message: Text.escapingControls(message), hints: [reason.hint])
  }

  /// The failure for bytes that the cache did not take. `free` is the space on its disk, if the system tells it.
  static func unsaved(bytes: Int, in cache: String, free: UInt64?) -> Failure {
    if let free, free < UInt64(bytes) {
      return .state(.diskFull, "the disk of \"\(cache)\" is full")
    }
    return .state(.unwritable, "the cache \"\(cache)\" cannot be written")
  }

  static func reading<Value>(
    _ path: some CustomStringConvertible, _ body: () throws(DiskError) -> Value
  ) throws(Failure) -> Value {
    do throws(DiskError) {
      return try body()
    } catch {
      throw Failure.state(.unreadable, "\"\(path)\" cannot be read: \(error.reason)")
    }
  }

  static func writing<Value>(
    _ path: some CustomStringConvertible, _ body: () throws(DiskError) -> Value
  ) throws(Failure) -> Value {
    do throws(DiskError) {
      return try body()
    } catch {
      let reason: State = error.kind == .full ? .diskFull : .unwritable
      throw Failure.state(reason, "\"\(path)\" cannot be written: \(error.reason)")
    }
  }
}
