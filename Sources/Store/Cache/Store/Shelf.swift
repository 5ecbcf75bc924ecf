import Base

/// The entries of one kind. Each is a file named by a digest, in a folder named by the digest's first two digits.
final class Shelf: Sendable {
  let writes: Bool
  let folder: any StoreFolder
  let problems: StoreProblems
  private let clock: StoreClock
  private let written = Guarded(0)

  init(_ folder: any StoreFolder, writes: Bool, _ problems: StoreProblems, _ clock: StoreClock) {
    self.folder = folder
    self.writes = writes
    self.problems = problems
    self.clock = clock
  }

  /// The number of bytes that this process has published.
  var writtenBytes: Int { written.with { $0 } }

  /// Reads an entry and returns the result of `check`. An entry that `check` refuses is moved aside.
  func read<Value>(_ name: SHA256Digest, limit: Int, check: ([UInt8]) -> Value?) -> Value? {
    let text = name.description
    do throws(DiskError) {
      guard let shard = try shard(of: text, create: false) else { return nil }
      guard case .intact(let value, let lastUse) = try examine(text, in: shard, limit: limit, check: check)
      else { return nil }
      noteUse(of: text, in: shard, lastUse: lastUse)
      return value
    } catch {
      problems.note(error, whileWriting: false)
      return nil
    }
  }

  /// Returns true when an entry of this length exists. Its bytes are not read.
  func holds(_ name: SHA256Digest, size: Int, isUse: Bool = true) -> Bool {
    let text = name.description
    do throws(DiskError) {
      guard let shard = try shard(of: text, create: false), let status = try shard.status(of: text),
        status.isPlainFile, status.size == size
      else { return false }
      if isUse { noteUse(of: text, in: shard, lastUse: status.modified) }
      return true
    } catch {
      problems.note(error, whileWriting: false)
      return false
    }
  }

  /// Makes an entry durable and then visible. Returns false when that failed. A copy need not be durable: damage from a
  /// power cut is found when the entry is read.
  func publish(_ bytes: [UInt8], as name: SHA256Digest, durably: Bool = true) -> Bool {
    guard writes else { return false }
    let text = name.description
    do throws(DiskError) {
      guard let shard = try shard(of: text, create: true) else { return false }
      try publish(bytes, as: text, in: shard, durably: durably)
      written.with { $0 += bytes.count }
      return true
    } catch {
      problems.note(error, whileWriting: true)
      return false
    }
  }

  private func publish(
    _ bytes: [UInt8], as name: String, in shard: any StoreFolder, durably: Bool
  ) throws(DiskError) {
    let temporary = EntryName.temporary(for: name)
    do throws(DiskError) {
      try shard.write(bytes, to: temporary, durably: durably)
      try shard.change(.rename(temporary, to: name))
    } catch {
      try? shard.change(.remove(temporary))
      throw error
    }
    guard durably else { return }
    do throws(DiskError) {
      try shard.change(.sync)
    } catch {
      // A power cut may remove the entry, so no caller may rely on it.
      try? shard.change(.remove(name))
      throw error
    }
  }

  /// Sets the file's time, which is the time of its last use to within an hour.
  private func noteUse(of name: String, in shard: any StoreFolder, lastUse: Int) {
    // Without the new time the entry is only pruned sooner.
    if writes, clock.isFar(lastUse) { try? shard.change(.touch(name, clock.now())) }
  }

  func shard(of name: String, create: Bool) throws(DiskError) -> (any StoreFolder)? {
    try folder.folder(String(name.prefix(2)), create: create)
  }
}

extension Shelf {
  enum Finding<Value> {
    case intact(Value, lastUse: Int)
    case absent, damaged
  }

  /// Reads an entry, and moves it aside when it is damaged. This does not count as a use.
  func examine<Value>(
    _ name: String, in shard: any StoreFolder, limit: Int, check: ([UInt8]) -> Value?
  ) throws(DiskError) -> Finding<Value> {
    do throws(DiskError) {
      guard let file = try shard.read(name, limit: limit) else { return .absent }
      if let value = check(file.bytes) { return .intact(value, lastUse: file.modified) }
    } catch {
      // Another kind of file, or a file that is too long, is as damaged as wrong bytes.
      guard error.kind == .unexpected else { throw error }
    }
    quarantine(name, in: shard)
    return .damaged
  }

  /// Moves a damaged entry aside. The last one of each shard is kept, so that people can examine it.
  private func quarantine(_ name: String, in shard: any StoreFolder) {
    problems.note(.damaged, name)
    guard writes else { return }
    let aside = EntryName.quarantined(name)
    if (try? shard.change(.rename(name, to: aside))) == nil { try? shard.change(.remove(name)) }
    for other in (try? shard.names()) ?? [] where other != aside {
      if case .quarantined = EntryName(other) { try? shard.change(.remove(other)) }
    }
  }
}

extension Shelf {
  struct Entry: Sendable {
    let shard: String
    let name: String
    let kind: EntryName
    let status: FileStatus
  }

  static let shards = (0..<256).map { Text.hex(UInt8($0)) }

  /// Returns all files of a shard. Problems are reported, and unreadable files are left out.
  func entries(of shard: String) -> [Entry] {
    do throws(DiskError) {
      guard let folder = try folder.folder(shard, create: false) else { return [] }
      var entries: [Entry] = []
      for name in try folder.names() {
        guard let status = try folder.status(of: name) else { continue }
        entries.append(Entry(shard: shard, name: name, kind: EntryName(name), status: status))
      }
      return entries
    } catch {
      problems.note(error, whileWriting: false)
      return []
    }
  }

  /// Removes an entry. Returns true when it is gone, even when another process removed it.
  func remove(_ entry: Entry) -> Bool { remove(entry.name, in: entry.shard) }

  func remove(_ name: SHA256Digest) -> Bool {
    let text = name.description
    return remove(text, in: String(text.prefix(2)))
  }

  private func remove(_ name: String, in shard: String) -> Bool {
    guard writes else { return false }
    do throws(DiskError) {
      guard let folder = try folder.folder(shard, create: false) else { return true }
      try folder.change(.remove(name))
      return true
    } catch {
      if error.kind == .missing { return true }
      problems.note(error, whileWriting: true)
      return false
    }
  }

  /// Checks an entry's bytes. An unreadable entry is reported and counts as absent.
  func examine<Value>(_ entry: Entry, limit: Int, check: ([UInt8]) -> Value?) -> Finding<Value> {
    do throws(DiskError) {
      guard let shard = try folder.folder(entry.shard, create: false) else { return .absent }
      return try examine(entry.name, in: shard, limit: limit, check: check)
    } catch {
      problems.note(error, whileWriting: false)
      return .absent
    }
  }
}

/// The meaning of a file's name in a shard.
enum EntryName {
  case entry(SHA256Digest)
  /// A damaged entry that was moved aside.
  case quarantined
  /// A file that a writer has not published yet, or never will.
  case temporary
  /// A file of another program, which is left alone.
  case foreign

  private static let quarantineMark = ".bad"
  private static let temporaryMark = ".tmp-"

  init(_ name: String) {
    let digits = name.utf8.prefix(2 * SHA256Digest.length)
    guard let digest = SHA256Digest(hex: digits) else {
      self = .foreign
      return
    }
    let rest = name.dropFirst(digits.count)
    if rest.isEmpty {
      self = .entry(digest)
    } else if rest == Self.quarantineMark {
      self = .quarantined
    } else {
      self = rest.hasPrefix(Self.temporaryMark) ? .temporary : .foreign
    }
  }

  static func quarantined(_ name: String) -> String { name + quarantineMark }

  /// Returns a name that no other writer uses, in this process or another.
  static func temporary(for name: String) -> String {
    name + temporaryMark + String(UInt64.random(in: .min ... .max), radix: 36)
  }
}
