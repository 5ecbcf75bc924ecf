import Support

/// The names that Git knows in one folder, for a file system that takes others for the same: what lies on disk as `readme`
/// may be Git's `README`.
struct TrackedNames {
  private let names: NameMatching
  /// By what they may be called.
  private let tracked: [String: [UInt8]]

  /// Of the entries in `range`, all of which lie below one folder whose path with its slash is `prefix` bytes long.
  init(_ index: GitIndex, in range: Range<Int>, after prefix: Int, _ names: NameMatching) {
    self.names = names
    var tracked: [String: [UInt8]] = [:]
    var at = range.lowerBound
    while at < range.upperBound {
      let rest = index.path(at: at).dropFirst(prefix)
      let name = Array(rest.prefix { $0 != UInt8(ascii: "/") })
      tracked[names.key(of: name)] = name
      let isFolder = name.count < rest.count
      at =
        isFolder ? index.folderRange(of: name, in: at..<range.upperBound, after: prefix).upperBound : at + 1
    }
    self.tracked = tracked
  }

  /// Git's name for what lies on disk under another one, as far as names tell.
  func name(of found: [UInt8]) -> [UInt8]? {
    tracked[names.key(of: found)].flatMap { $0 == found ? nil : $0 }
  }
}
