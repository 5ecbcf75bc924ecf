import Digests
import Platform

/// Entries of one kind, each a file named by a digest, spread over folders by their first two digits.
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

  /// What this process has published.
  var writtenBytes: Int { written.with { $0 } }

  /// What `check` makes of an entry's bytes. An entry that it refuses is moved aside.
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

  /// Whether an entry of this length is there. Its bytes are not looked at.
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

  /// Makes an entry durable and then visible; false when that was not possible. What can be had again need not be durable:
  /// whatever a power cut leaves of it is checked when it is read.
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
      // It may be gone after a power cut: nobody shall count on it.
      try? shard.change(.remove(name))
      throw error
    }
  }

  /// The file's time is the time of its last use, to within an hour.
  private func noteUse(of name: String, in shard: any StoreFolder, lastUse: Int) {
    // Without the new time the entry is merely dropped sooner.
    if writes, clock.isFar(lastUse) { try? shard.change(.touch(name, clock.now())) }
  }

  func shard(of name: String, create: Bool) throws(DiskError) -> (any StoreFolder)? {
    try folder.folder(String(name.prefix(2)), create: create)
  }
}
