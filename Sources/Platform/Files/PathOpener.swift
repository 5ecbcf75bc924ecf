import Cache
import Support

/// Reaches files below a folder without following a link anywhere on the way. For one thread; neighbours in a list share the
/// way to their folder.
final class PathOpener {
  private let root: OpenFolder
  private var last: (path: ArraySlice<UInt8>, folder: OpenFolder)?

  init(_ root: OpenFolder) {
    self.root = root
  }

  /// The folder that holds a path, and the path's name in it.
  func place(of path: RelativePath) throws(DiskError) -> (folder: OpenFolder, name: ArraySlice<UInt8>) {
    let name = path.lastComponent
    guard name.startIndex > 0 else { return (root, name) }
    let parent = path.bytes[..<(name.startIndex - 1)]
    if let last, last.path == parent { return (last.folder, name) }
    var folder = root
    for component in parent.split(separator: UInt8(ascii: "/")) { folder = try folder.folder(component) }
    last = (parent, folder)
    return (folder, name)
  }
}

extension PathOpener {
  /// nil for what is not there, or cannot be reached without following a link.
  func status(of path: RelativePath) -> DiskStatus? {
    guard let (folder, name) = try? place(of: path) else { return nil }
    return try? folder.status(of: name)
  }

  /// nil when no plain file lies there.
  func opened(_ path: RelativePath) throws(DiskError) -> OpenedFile? {
    let (folder, name) = try place(of: path)
    let file = try folder.file(name)
    guard try file.status().kind == .file else { return nil }
    return file
  }

  func setTime(of path: RelativePath, to time: FileTime) throws(DiskError) {
    let (folder, name) = try place(of: path)
    try folder.setTime(of: name, to: time)
  }
}
