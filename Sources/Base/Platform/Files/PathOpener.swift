/// Opens files below a folder without following a link on the way. An opener belongs to one thread. It keeps the last
/// folder open, so neighbours in a sorted list are cheap.
package final class PathOpener {
  private let root: OpenFolder
  private var last: (path: ArraySlice<UInt8>, folder: OpenFolder)?

  package init(_ root: OpenFolder) {
    self.root = root
  }

  /// Returns the folder that holds a path, and the path's name in it.
  package func place(of path: RelativePath) throws(DiskError) -> (folder: OpenFolder, name: ArraySlice<UInt8>)
  {
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
  /// Returns nil when nothing is there, or when a link is on the way.
  package func facts(of path: RelativePath) -> FileFacts? {
    guard let (folder, name) = try? place(of: path) else { return nil }
    return try? folder.facts(of: name)
  }

  /// Returns nil when the path leads to something else than a plain file.
  package func opened(_ path: RelativePath) throws(DiskError) -> OpenedFile? {
    let (folder, name) = try place(of: path)
    let file = try folder.file(name)
    guard try file.facts().kind == .file else { return nil }
    return file
  }

  package func setTime(of path: RelativePath, to time: FileTime) throws(DiskError) {
    let (folder, name) = try place(of: path)
    try folder.setTime(of: name, to: time)
  }
}

/// Converts a name or path to a C string. Names of files are bytes, not text.
package enum ByteName {
  package static func with<Result>(_ name: some Collection<UInt8>, _ body: (UnsafePointer<CChar>) -> Result)
    -> Result
  {
    var terminated = Array(name)
    terminated.append(0)
    return terminated.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { buffer in
        // The buffer is never empty, since it holds the terminating zero.
        guard let start = buffer.baseAddress else { return "".withCString(body) }
        return body(start)
      }
    }
  }

  /// Returns the bytes before the terminating zero.
  static func bytes(at start: UnsafePointer<CChar>) -> [UInt8] {
    var count = 0
    while start[count] != 0 { count += 1 }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
