extension LocalFiles {
  /// An entry of a folder.
  package struct Entry: Sendable, Hashable {
    package let name: String
    /// True also for a link that leads to a folder.
    package let isFolder: Bool
    package let isLink: Bool
  }

  /// Returns the entries of a folder without `.` and `..`. The list is empty when the folder cannot be read.
  package static func entries(in folder: String) -> [Entry] {
    var entries: [Entry] = []
    do throws(DiskError) {
      try FolderReader(Array(folder.utf8), followingLinks: true).forEachName { bytes, kind in
        let name = String(decoding: bytes, as: UTF8.self)
        let isKnown = kind == .file || kind == .folder
        let path = isKnown ? "" : "\(folder)/\(name)"
        entries.append(
          Entry(
            name: name, isFolder: kind == .folder || !isKnown && isFolder(path),
            isLink: !isKnown && isLink(path)))
      }
    } catch {
      return entries
    }
    return entries
  }
}
