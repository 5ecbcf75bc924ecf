package import Base

/// Blobs by their digest and records by a key, in a folder that any number of processes share.
///
/// The store needs no locks. An entry is a file that appears complete under its name, never changes, and is checked at
/// every read. Unreadable entries count as missing, and entries that cannot be written are not recorded. `problems`
/// reports each kind of problem once, and none stops the caller.
///
///     <folder>/v1/cas/ab/ab12...   a blob
///     <folder>/v1/ac/cd/cd34...    a record
package final class LocalStore: Sendable {
  /// The folder of this version. Entries of other versions have other folders and are left alone.
  static let version = "v1"
  private static let form = SealedForm(mark: "AMR1")

  /// The limit on blobs. Longer ones are not stored.
  package static let longestBlob = 1 << 30
  static let longestRecord = 16 << 20

  package let folder: String
  /// The size below which `maintain` keeps the store.
  package let limit: Int
  /// The scope whose records count. nil for maintenance commands, which see all records.
  package let scope: RecordScope?
  let blobs: Shelf
  let records: Shelf
  let parts: any StoreFolder
  let reports: StoreProblems
  let clock: StoreClock

  /// Opens the store in `folder`, which is made when it is missing. Its last component must not be a symbolic link. A
  /// folder of another user, or on a read-only disk, is only read.
  package static func open(
    folder: String, limit: Int, scope: RecordScope? = nil
  ) throws(Failure) -> LocalStore {
    do throws(DiskError) {
      LocalFiles.makeFolders(folder)
      let root = try DiskFolder.open(folder)
      return try LocalStore(
        folder: folder, root: root, limit: limit, scope: scope, writes: root.isOurs)
    } catch {
      throw Failure.cache(folder, error)
    }
  }

  init(
    folder: String, root: any StoreFolder, limit: Int, scope: RecordScope? = nil, writes: Bool = true,
    clock: StoreClock = .system
  ) throws(DiskError) {
    self.folder = folder
    self.limit = limit
    self.scope = scope
    self.clock = clock
    reports = StoreProblems(folder: folder)
    let parts = try root.folder(Self.version, create: writes)
    let missing = EmptyFolder()
    self.parts = parts ?? missing
    let blobs = try parts?.folder("cas", create: writes) ?? missing
    let records = try parts?.folder("ac", create: writes) ?? missing
    self.blobs = Shelf(blobs, writes: writes, reports, clock)
    self.records = Shelf(records, writes: writes, reports, clock)
    if !writes { reports.note(.readOnly, "the folder belongs to another user, or cannot be written") }
  }

  package var isReadOnly: Bool { !blobs.writes }

  /// Warnings for the user, one for each kind of problem.
  package var problems: [Warning] { reports.warnings }
}

// MARK: Blobs

extension LocalStore {
  /// Returns a blob's bytes, which match the digest. Returns nil when the blob is missing or damaged.
  package func blob(_ digest: ContentDigest) -> [UInt8]? {
    // The empty blob needs no file.
    if digest.size == 0 { return digest.matches([]) ? [] : nil }
    guard digest.size <= Self.longestBlob else { return nil }
    return blobs.read(digest.hash, limit: digest.size) { digest.matches($0) ? $0 : nil }
  }

  /// Returns true when a blob of this length has the name. Its bytes are not read.
  package func holds(_ digest: ContentDigest) -> Bool {
    digest.size == 0 || blobs.holds(digest.hash, size: digest.size)
  }

  /// Stores a blob. Returns nil when that failed.
  package func put(_ bytes: [UInt8]) -> ContentDigest? {
    guard bytes.count <= Self.longestBlob else { return nil }
    let digest = ContentDigest(of: bytes)
    // An existing file may be damaged, so only a blob that was read and checked counts as stored.
    if blob(digest) != nil { return digest }
    return blobs.publish(bytes, as: digest.hash) ? digest : nil
  }
}

extension LocalStore {
  /// Stores a copy of a blob that another store has as well. The caller has just compared the bytes with the digest, so
  /// that large blobs are hashed only once.
  package func putCopy(_ bytes: [UInt8], as digest: ContentDigest) -> Bool {
    bytes.count <= Self.longestBlob && blobs.publish(bytes, as: digest.hash, durably: false)
  }
}

// MARK: Records

extension LocalStore {
  /// Returns the record of a key when it counts in the store's scope and all its blobs exist, else nil.
  ///
  /// Blobs are checked when they are read. A blob may turn out to be damaged then, which is a miss too.
  package func record(_ key: SHA256Digest) -> ActionResult? {
    records.read(key, limit: Self.longestRecord) { Self.decode($0, key) }
      .flatMap { (scope?.counts($0) ?? true) && hasBlobs(of: $0) ? $0 : nil }
  }

  /// Records a result whose blobs were stored before. Returns false when that failed, and when a blob is missing. A
  /// copy of another store's record does not wait for the disk.
  @discardableResult
  package func setRecord(_ result: ActionResult, for key: SHA256Digest, isCopy: Bool = false) -> Bool {
    var result = result
    if let scope, !result.isFromElsewhere { result.execution.worker = scope.stamp }
    let sealed = Self.form.seal(result.encoded, for: key)
    guard sealed.count <= Self.longestRecord, Self.decode(sealed, key) == result, hasBlobs(of: result) else {
      return false
    }
    return records.publish(sealed, as: key, durably: !isCopy)
  }

  /// Returns true when this machine made the record in the store's own scope. Only such a record may be sent to a
  /// server.
  package func isOwn(_ result: ActionResult) -> Bool {
    !result.isFromElsewhere && (scope.map { result.execution.worker == $0.stamp } ?? true)
  }

  static func decode(_ bytes: [UInt8], _ key: SHA256Digest) -> ActionResult? {
    form.open(bytes, for: key).flatMap { try? ActionResult(decoding: Array($0)) }
  }

  func hasBlobs(of result: ActionResult, isUse: Bool = true) -> Bool {
    result.neededBlobs.allSatisfy { blobs.holds($0.hash, size: $0.size, isUse: isUse) }
  }
}

/// The scope of a store's records. A machine may run for a pull request now and for the main branch next, with one
/// store. The main branch must not use or send a record that the pull request made.
package struct RecordScope: Sendable, Hashable {
  private static let mark = "ambit-local "

  package let own: String
  package let readable: Set<String>

  package init(own: String, readable: Set<String>) {
    self.own = own
    self.readable = readable
  }

  /// The mark of records that this machine makes in this scope.
  var stamp: String { Self.mark + own }

  /// Returns true when a record of the store counts. Records of earlier versions do not say where they were made.
  /// Records of other machines have another mark, and the remote cache checks them.
  func counts(_ result: ActionResult) -> Bool {
    let maker = result.execution.worker
    guard maker.hasPrefix(Self.mark) else { return result.isFromElsewhere }
    return readable.contains(String(maker.dropFirst(Self.mark.count)))
  }
}

extension ActionResult {
  /// The beginning of the mark of a record that another machine made.
  package static let remoteMark = "ambit-remote"

  /// True when another machine made the record, according to the local store.
  package var isFromElsewhere: Bool { execution.worker.hasPrefix(Self.remoteMark + " ") }
}

extension LocalStore {
  /// Returns the size of the records under `keys` and of all blobs that they need, each counted once. Counting is no
  /// use, so it keeps nothing from being pruned.
  package func statistics(of keys: some Sequence<SHA256Digest>) -> StoreStatistics {
    var statistics = StoreStatistics()
    var needed: Set<SHA256Digest> = []
    for key in Set(keys) {
      guard let entry = records.entry(key),
        case .intact(let record, _) = records.examine(
          entry, limit: Self.longestRecord, check: { Self.decode($0, key) })
      else { continue }
      statistics.records.add(entry.status)
      needed.formUnion(record.neededBlobs.map(\.hash))
    }
    for blob in needed {
      if let entry = blobs.entry(blob) { statistics.blobs.add(entry.status) }
    }
    return statistics
  }
}

extension Shelf {
  fileprivate func entry(_ name: SHA256Digest) -> Entry? {
    let text = name.description
    do throws(DiskError) {
      guard let folder = try shard(of: text, create: false), let status = try folder.status(of: text) else {
        return nil
      }
      return Entry(shard: String(text.prefix(2)), name: text, kind: .entry(name), status: status)
    } catch {
      problems.note(error, whileWriting: false)
      return nil
    }
  }
}

/// Problems that stopped nothing. Each kind is reported once.
final class StoreProblems: Sendable {
  enum Kind: String, CaseIterable {
    case readOnly = "cache-read-only"
    case unwritable = "cache-write-failed"
    case unreadable = "cache-read-failed"
    case unsafe = "cache-unsafe"
    case damaged = "cache-damaged"
  }

  private let folder: String
  private let found = Guarded<[Kind: String]>([:])

  init(folder: String) {
    self.folder = folder
  }

  func note(_ kind: Kind, _ detail: String) {
    found.with { if $0[kind] == nil { $0[kind] = detail } }
  }

  func note(_ error: DiskError, whileWriting: Bool) {
    switch error.kind {
    case .unexpected: note(.unsafe, error.reason)
    case .notPermitted where whileWriting: note(.readOnly, error.reason)
    case .full, .notPermitted, .missing, .other: note(whileWriting ? .unwritable : .unreadable, error.reason)
    }
  }

  /// The warnings in a fixed order. The order of discovery depends on threads.
  var warnings: [Warning] {
    let found = found.with { $0 }
    return Kind.allCases.compactMap { kind in
      found[kind].map { Warning(code: kind.rawValue, message: message(kind, $0)) }
    }
  }

  private func message(_ kind: Kind, _ detail: String) -> String {
    switch kind {
    case .readOnly: "nothing is recorded in the cache \"\(folder)\": \(detail)"
    case .unwritable: "the cache \"\(folder)\" could not record everything: \(detail)"
    case .unreadable: "the cache \"\(folder)\" could not be read completely: \(detail)"
    case .unsafe:
      "a part of the cache \"\(folder)\" is not used: it is a symbolic link, or not a folder"
    case .damaged: "the cache \"\(folder)\" had a damaged entry, which was moved aside: \(detail)"
    }
  }
}

extension Failure {
  /// The code of a cache folder that somebody else may have placed there.
  package static let unsafeCache = "cache-unsafe"

  /// A cache that cannot be used.
  static func cache(_ folder: String, _ error: DiskError) -> Failure {
    let isUnsafe = error.kind == .unexpected
    return Failure(
      code: isUnsafe ? unsafeCache : "cache-unavailable",
      message: isUnsafe
        ? "the cache \"\(folder)\" is not used: it is a symbolic link, or not a folder"
        : "the cache \"\(folder)\" cannot be opened: \(error.reason)",
      hints: ["`ambit cache path` shows the folder; remove what is there, or set XDG_CACHE_HOME"])
  }
}
