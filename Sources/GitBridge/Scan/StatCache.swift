import Platform
import Support

/// What earlier runs learned: the content that a file had when `stat` said this of it.
///
/// Ambit never refreshes Git's index, so after a restore, a copy or a `touch` the index has stale times for
/// good and every run would hash those files again.
package struct StatCache: Sendable {
  struct Record: Hashable, Sendable {
    let stamp: FileStamp
    let content: ContentID
  }

  private(set) var records: [[UInt8]: Record]

  package init() {
    records = [:]
  }

  init(records: [[UInt8]: Record]) {
    self.records = records
  }

  package var isEmpty: Bool { records.isEmpty }

  func content(of path: ArraySlice<UInt8>, _ stamp: FileStamp) -> ContentID? {
    if records.isEmpty { return nil }
    guard let record = records[Array(path)], record.stamp == stamp else { return nil }
    return record.content
  }
}

extension StatCache {
  /// A younger file could be written again within the same tick of the clock.
  static var youngestTrusted: FileTime {
    FileTime.now.earlier(milliseconds: 2000)
  }
}

extension FileStamp {
  func isOlder(than limit: FileTime) -> Bool { modified < limit && changed < limit }
}
