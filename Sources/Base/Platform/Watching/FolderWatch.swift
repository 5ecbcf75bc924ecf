/// What became of files that are watched.
package enum WatchedChange: Sendable, Equatable {
  /// Absolute paths of what was written, made, moved or deleted; of a folder it stands for all that is in it.
  case paths(Set<[UInt8]>)
  /// Something, nobody knows what: more happened than could be told.
  case something
}

/// Tells what changes in a folder and all folders in it, links not followed.
///
/// Folders that come later are watched as well. Where the system tells of changes they are known at once; where it does
/// not, or not of so many folders, all are looked at again and again.
package final class FolderWatch: @unchecked Sendable {
  // Unchecked: whoever waits for changes is one thread at a time, and nobody else touches the source.
  private var source: any WatchSource
  private let folders: WatchedFolders
  private let facts: Guarded<Facts>

  private struct Facts {
    var count: Int
    var obstacle: String?
  }

  /// `skips` says of a folder, by its absolute path, that nothing in it counts.
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
      obstacle = "the system's own way is not used here"
    #endif
    facts = Guarded(Facts(count: source.count, obstacle: obstacle))
  }

  /// Waits for a change, at most for `limit`; nil when there was none.
  package func next(atMost limit: Duration) -> WatchedChange? {
    var change = source.next(atMost: limit)
    var obstacle: String?
    if let failure = source.failure {
      // A folder that is not watched would be worse than none.
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

  /// Whether something was at `path` when the watch began. May be true of what was not.
  package func existedAtFirst(_ path: [UInt8]) -> Bool { source.first.contains(path.hashValue) }

  /// Why files have to be looked at again and again; nil where the system tells of changes.
  package var obstacle: String? { facts.look { $0.obstacle } }

  /// How many folders are watched.
  package var count: Int { facts.look { $0.count } }
}

/// Where changes are learned of.
protocol WatchSource: AnyObject {
  var count: Int { get }
  /// The hash values of all paths that were there at first: of many files the paths are too much to keep.
  var first: Set<Int> { get }
  /// Why not everything is watched any more.
  var failure: DiskError? { get }
  func next(atMost limit: Duration) -> WatchedChange?
}

/// Which folders count.
struct WatchedFolders: Sendable {
  let root: [UInt8]
  let skips: @Sendable ([UInt8]) -> Bool

  /// `folder` and all below it that count, the outer ones first: `enter` is told of each before it is looked into, and may
  /// refuse it, `found` of what lies there.
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
        // It is gone again, or nobody may look into it.
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
