/// Reaches files below a folder without following a link anywhere on the way. For one thread; neighbours in a list share the
/// way to their folder.
package final class PathOpener {
  private let root: OpenFolder
  private var last: (path: ArraySlice<UInt8>, folder: OpenFolder)?

  package init(_ root: OpenFolder) {
    self.root = root
  }

  /// The folder that holds a path, and the path's name in it.
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
  /// nil for what is not there, or cannot be reached without following a link.
  package func facts(of path: RelativePath) -> FileFacts? {
    guard let (folder, name) = try? place(of: path) else { return nil }
    return try? folder.facts(of: name)
  }

  /// nil when no plain file lies there.
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

/// A name or path as the system takes it. Names of files are bytes, not text.
package enum ByteName {
  package static func with<Result>(_ name: some Collection<UInt8>, _ body: (UnsafePointer<CChar>) -> Result)
    -> Result
  {
    var terminated = Array(name)
    terminated.append(0)
    return terminated.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { buffer in
        // Never empty: it holds the end mark.
        guard let start = buffer.baseAddress else { return "".withCString(body) }
        return body(start)
      }
    }
  }

  /// What the system gives back, up to the end mark.
  static func bytes(at start: UnsafePointer<CChar>) -> [UInt8] {
    var count = 0
    while start[count] != 0 { count += 1 }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
