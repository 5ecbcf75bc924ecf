package import Base

/// Blobs by their digest and records by a key, in a folder that any number of processes share.
///
/// Nothing here waits for anybody: an entry is a file that appears whole under its name, is never changed, and
/// is checked whenever it is read. What cannot be read is missing, what cannot be written is not recorded; both
/// are told once, in `problems`, and neither stops the caller.
///
///     <folder>/v1/cas/ab/ab12...   a blob
///     <folder>/v1/ac/cd/cd34...    a record
package final class LocalStore: Sendable {
  /// Entries of other versions lie beside ours and are left to the programs that wrote them.
  static let version = "v1"
  private static let form = SealedForm(mark: "AMR1")

  /// Longer blobs are not kept.
  package static let longestBlob = 1 << 30
  static let longestRecord = 16 << 20

  package let folder: String
  /// What `maintain` keeps the store below.
  package let limit: Int
  /// nil for whoever looks after the store: then all records are there.
  package let scope: RecordScope?
  let blobs: Shelf
  let records: Shelf
  let parts: any StoreFolder
  let reports: StoreProblems
  let clock: StoreClock

  /// Opens the store in `folder`, which is made when it is not there. Its last component may not be a symbolic
  /// link. A folder of another user's, or on a disk that takes no writes, is only read.
  package static func open(
    folder: String, limit: Int, scope: RecordScope? = nil
  ) throws(StoreError) -> LocalStore {
    do throws(DiskError) {
      LocalFiles.makeFolders(folder)
      let root = try DiskFolder.open(folder)
      return try LocalStore(
        folder: folder, root: root, limit: limit, scope: scope, writes: root.isOurs)
    } catch {
      throw StoreError(folder: folder, error)
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
    if !writes { reports.note(.readOnly, "the folder is another user's, or cannot be written") }
  }

  package var isReadOnly: Bool { !blobs.writes }

  /// What the user should know, each kind of problem once.
  package var problems: [Warning] { reports.warnings }
}

// MARK: Blobs

extension LocalStore {
  /// A blob's bytes, which are those of its digest; nil when it is not there whole.
  package func blob(_ digest: ContentDigest) -> [UInt8]? {
    // The empty blob is everywhere.
    if digest.size == 0 { return digest.matches([]) ? [] : nil }
    guard digest.size <= Self.longestBlob else { return nil }
    return blobs.read(digest.hash, limit: digest.size) { digest.matches($0) ? $0 : nil }
  }

  /// Whether there is a blob of this length under the name. Its bytes are not looked at.
  package func holds(_ digest: ContentDigest) -> Bool {
    digest.size == 0 || blobs.holds(digest.hash, size: digest.size)
  }

  /// Keeps a blob; nil when it could not be kept.
  package func put(_ bytes: [UInt8]) -> ContentDigest? {
    guard bytes.count <= Self.longestBlob else { return nil }
    let digest = ContentDigest(of: bytes)
    // What is there was perhaps damaged since: only bytes that were read and checked count as kept.
    if blob(digest) != nil { return digest }
    return blobs.publish(bytes, as: digest.hash) ? digest : nil
  }
}

extension LocalStore {
  /// Keeps a copy of a blob that is kept elsewhere as well, whose digest the caller has just held against its bytes. Large
  /// ones are hashed once that way.
  package func putCopy(_ bytes: [UInt8], as digest: ContentDigest) -> Bool {
    bytes.count <= Self.longestBlob && blobs.publish(bytes, as: digest.hash, durably: false)
  }
}

// MARK: Records

extension LocalStore {
  /// The record of a key, when it counts in the store's scope and every blob that it needs is there; else nil.
  ///
  /// Blobs are looked at when they are read: a blob may still turn out to be damaged then, which is a miss too.
  package func record(_ key: SHA256Digest) -> ActionResult? {
    records.read(key, limit: Self.longestRecord) { Self.decode($0, key) }
      .flatMap { (scope?.counts($0) ?? true) && hasBlobs(of: $0) ? $0 : nil }
  }

  /// Records a result whose blobs were put before. False when it could not be recorded, and when a blob is
  /// missing. A copy of what is kept elsewhere as well does not wait for the disk.
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

  /// True when a record was made here and in the store's own scope: only such a record may be sent on.
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

/// For whom a store's records are made, and whose count: a machine may run for a pull request now and for the main branch next,
/// with one store. What the one records is nothing that the other may believe, and nothing that it may send on.
package struct RecordScope: Sendable, Hashable {
  private static let mark = "ambit-local "

  package let own: String
  package let readable: Set<String>

  package init(own: String, readable: Set<String>) {
    self.own = own
    self.readable = readable
  }

  /// The mark of a record that this machine made in this scope.
  var stamp: String { Self.mark + own }

  /// True when a record of the store counts. Records of earlier versions do not say where they were made. Those of other machines
  /// say so in another way, and whoever brings them judges them.
  func counts(_ result: ActionResult) -> Bool {
    let maker = result.execution.worker
    guard maker.hasPrefix(Self.mark) else { return result.isFromElsewhere }
    return readable.contains(String(maker.dropFirst(Self.mark.count)))
  }
}

extension ActionResult {
  /// The beginning of the mark of a record that another machine made.
  package static let remoteMark = "ambit-remote"

  /// True when another machine made the record, by the word of the local store.
  package var isFromElsewhere: Bool { execution.worker.hasPrefix(Self.remoteMark + " ") }
}
