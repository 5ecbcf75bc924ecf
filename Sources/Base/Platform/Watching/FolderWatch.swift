package enum WatchedChange: Sendable, Equatable {
  /// The absolute paths of files that were written, made, moved or deleted. A folder stands for everything in it.
  case paths(Set<[UInt8]>)
  /// Some unknown change, because events were lost.
  case something
}

/// Reports changes in a folder and all folders in it. Links are not followed.
///
/// New folders are watched as well. A system that reports changes reports them at once. Otherwise, or when there are too
/// many folders, all files are looked at again and again.
package final class FolderWatch: @unchecked Sendable {
  // The class is `@unchecked Sendable` because only one thread at a time waits for changes, and only that thread uses
  // the source.
  private var source: any WatchSource
  private let folders: WatchedFolders
  private let facts: Guarded<Facts>

  private struct Facts {
    var count: Int
    var obstacle: String?
  }

  /// `skips` says for a folder's absolute path that nothing in it counts.
  package init(_ root: [UInt8], skipping skips: @escaping @Sendable ([UInt8]) -> Bool) {
    folders = WatchedFolders(root: root, skips: skips)
    var obstacle: String?
    #if os(Linux)
      do throws(DiskError) {
        source = try InotifySource(folders)
      } catch {
        source = PollingSource(folders)
        obstacle = error.words
      }
    #else
      source = PollingSource(folders)
      obstacle = "Ambit uses no file events on this system"
    #endif
    facts = Guarded(Facts(count: source.count, obstacle: obstacle))
  }

  /// Waits for a change, at most for `limit`. Returns nil when there was none.
  package func next(atMost limit: Duration) -> WatchedChange? {
    var change = source.next(atMost: limit)
    var obstacle: String?
    if let failure = source.failure {
      // A source that misses folders would be worse than a slow one.
      source = PollingSource(folders)
      obstacle = failure.words
      change = .something
    }
    let count = source.count
    facts.with { facts in
      facts.count = count
      facts.obstacle = facts.obstacle ?? obstacle
    }
    return change
  }

  /// Returns true when something was at `path` when the watch began. It may also return true for a path that was not
  /// there.
  package func existedAtFirst(_ path: [UInt8]) -> Bool { source.first.contains(path.hashValue) }

  /// The reason why files have to be looked at again and again, or nil when the system reports changes.
  package var obstacle: String? { facts.look { $0.obstacle } }

  /// The number of watched folders.
  package var count: Int { facts.look { $0.count } }
}

protocol WatchSource: AnyObject {
  var count: Int { get }
  /// The hash values of all paths that were there at first. The paths of many files would take too much memory.
  var first: Set<Int> { get }
  /// The reason why not everything is watched any more.
  var failure: DiskError? { get }
  func next(atMost limit: Duration) -> WatchedChange?
}

/// The rule that says which folders are watched.
struct WatchedFolders: Sendable {
  let root: [UInt8]
  let skips: @Sendable ([UInt8]) -> Bool

  /// Visits `folder` and the watched folders below it, outer ones first. It calls `enter` for each folder before it is
  /// read, which may refuse it, and `found` for each entry.
  func visit(from folder: [UInt8], entering enter: ([UInt8]) -> Bool, found: ([UInt8]) -> Void) {
    var pending = [folder]
    while let next = pending.popLast() {
      guard enter(next) else { continue }
      var inner: [[UInt8]] = []
      do throws(DiskError) {
        try FolderReader(next).forEachName { name, kind in
          let path = Self.path(next, Array(name))
          if kind == .folder || kind == nil && FileFacts(of: path)?.kind == .folder {
            inner.append(path)
          } else {
            found(path)
          }
        }
      } catch {
        // The folder is gone again, or this user may not read it.
        continue
      }
      for path in inner where !skips(path) {
        found(path)
        pending.append(path)
      }
    }
  }

  static func path(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] { folder + [UInt8(ascii: "/")] + name }
}

/// Finds changes by looking at all files again and again.
final class PollingSource: WatchSource {
  private let folders: WatchedFolders
  private var known: [[UInt8]: FileFacts] = [:]
  private(set) var count = 0
  private(set) var first: Set<Int> = []
  let failure: DiskError? = nil

  /// The shortest pause between two looks. A look takes at most a fifth of the time.
  private static let shortestPause = Duration.milliseconds(300)

  init(_ folders: WatchedFolders) {
    self.folders = folders
    known = look()
    first = Set(known.keys.map(\.hashValue))
  }

  func next(atMost limit: Duration) -> WatchedChange? {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while true {
      let start = clock.now
      let now = look()
      let changed = Set(now.filter { known[$0.key] != $0.value }.keys).union(
        known.keys.filter { now[$0] == nil })
      known = now
      if !changed.isEmpty { return .paths(changed) }
      let pause = min(max(Self.shortestPause, (clock.now - start) * 4), end - clock.now)
      guard pause > .zero else { return nil }
      Threads.pause(milliseconds: UInt32(clamping: Int64(pause / .milliseconds(1))))
    }
  }

  /// Reads the facts of files only. A folder changes only with its entries, which are looked at themselves.
  private func look() -> [[UInt8]: FileFacts] {
    var seen: [[UInt8]: FileFacts] = [:]
    count = 0
    folders.visit(from: folders.root) { _ in
      count += 1
      return true
    } found: { path in
      if let facts = FileFacts(of: path), facts.kind != .folder { seen[path] = facts }
    }
    return seen
  }
}
