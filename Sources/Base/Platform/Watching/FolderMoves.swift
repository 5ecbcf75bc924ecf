#if os(Linux)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif
#endif

/// Tells which folders were moved away or replaced since the watch began. A folder that is moved aside and back leaves
/// no trace in its files: none gets another time.
///
/// Linux reports each move. Elsewhere, and when the kernel's queue overflows, a folder counts as moved when both it and
/// its parent changed. A move changes both; a new file changes only one.
package final class FolderMoves: Sendable {
  private let root: [UInt8]
  private let folders: [[UInt8]: FileFacts]
  private let state: Guarded<State>

  private struct State {
    var queue: MoveQueue?
    var moved: Set<[UInt8]> = []
    /// The names of files that came or went, by folder.
    var names: [[UInt8]: Set<[UInt8]>] = [:]
  }

  /// Watches `folders`, their parents up to `root`, and the parents of `root` up to `outermost`. Both paths are
  /// absolute.
  package init(of folders: some Sequence<RelativePath>, root: String, outermost: String) {
    let base = Array(root.utf8)
    self.root = base
    // The kernel takes ten milliseconds to end even an empty watch.
    guard folders.contains(where: { _ in true }) else {
      state = Guarded(State())
      self.folders = [:]
      return
    }
    var paths: Set<[UInt8]> = [base]
    for folder in folders {
      var next = folder
      while !next.isRoot, paths.insert(base + Self.slash + next.bytes).inserted { next = next.parent }
    }
    var outer = base[...]
    while outer.count > outermost.utf8.count, let slash = outer.lastIndex(of: Self.slash[0]), slash > 0 {
      outer = outer[..<slash]
      paths.insert(Array(outer))
    }
    // The watch begins before the facts are read, so that a move in between is reported or visible.
    state = Guarded(State(queue: MoveQueue(of: paths)))
    self.folders = paths.reduce(into: [:]) { facts, path in
      if let found = FileFacts(of: path), found.kind == .folder { facts[path] = found }
    }
  }

  fileprivate static let slash = Array("/".utf8)

  /// Returns the folders that were moved so far. A caller that asks about many paths should call this once, since a
  /// look may need to `stat` every folder.
  package func look() -> MovedFolders {
    state.with { state in
      read(&state)
      if state.queue == nil { state.moved.formUnion(changedWithTheirPlace()) }
      return MovedFolders(root: root, moved: state.moved)
    }
  }

  /// Returns the names of files that came to a folder or left it so far, or nil when some may be unknown.
  package func changedNames(in folder: RelativePath) -> Set<[UInt8]>? {
    let path = folder.isRoot ? root : root + Self.slash + folder.bytes
    return state.with { state in
      read(&state)
      return state.queue == nil || folders[path] == nil ? nil : state.names[path] ?? []
    }
  }

  private func read(_ state: inout State) {
    guard let queue = state.queue else { return }
    let isWhole = queue.takeAll { folder, name, isFolder in
      guard isFolder else {
        state.names[folder, default: []].insert(name)
        return
      }
      let path = name.isEmpty ? folder : folder + Self.slash + name
      if folders[path] != nil { state.moved.insert(path) }
    }
    if !isWhole { state.queue = nil }
  }

  private func changedWithTheirPlace() -> [[UInt8]] {
    let now = folders.keys.reduce(into: [:]) { $0[$1] = FileFacts(of: $1) }
    func hasChanged(_ path: [UInt8]) -> Bool { folders[path]?.changed != now[path]?.changed }
    return folders.keys.filter { path in
      let place = path.lastIndex(of: Self.slash[0]).map { Array(path[..<$0]) }
      return now[path]?.inode != folders[path]?.inode || hasChanged(path) && (place.map(hasChanged) ?? false)
    }
  }
}

/// The folders that were moved up to some moment.
package struct MovedFolders: Sendable {
  fileprivate let root: [UInt8]
  fileprivate let moved: Set<[UInt8]>

  package var isEmpty: Bool { moved.isEmpty }

  /// Returns true when the folder at `path`, relative to the root, or a folder above it was moved.
  package func contain(_ path: RelativePath) -> Bool {
    !isEmpty && contain(root + FolderMoves.slash + path.bytes)
  }

  /// Does the same for an absolute path.
  package func contain(_ path: [UInt8]) -> Bool {
    guard !isEmpty else { return false }
    var folder = path[...]
    while !moved.contains(Array(folder)) {
      guard let slash = folder.lastIndex(of: FolderMoves.slash[0]) else { return false }
      folder = folder[..<slash]
    }
    return true
  }
}

/// The kernel's queue of moves: https://man7.org/linux/man-pages/man7/inotify.7.html
private final class MoveQueue: Sendable {
  #if os(Linux)
    private let queue: OwnedDescriptor
    private let watched: [Int32: [UInt8]]

    /// Returns nil when not all folders can be watched.
    init?(of folders: Set<[UInt8]>) {
      let number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard number >= 0 else { return nil }
      queue = OwnedDescriptor(owning: number)
      let events =
        UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
        | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)
      var watched: [Int32: [UInt8]] = [:]
      for folder in folders {
        let watch = ByteName.with(folder) { inotify_add_watch(number, $0, events) }
        if watch >= 0 { watched[watch] = folder } else if errno != ENOENT, errno != ENOTDIR { return nil }
      }
      self.watched = watched
    }

    /// Calls `tell` for each file and folder that came or went, with the folder that held it. An empty name means that
    /// folder itself. Returns false when events were lost.
    func takeAll(_ tell: (_ folder: [UInt8], _ name: [UInt8], _ isFolder: Bool) -> Void) -> Bool {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var isWhole = true
      while true {
        let length = read(queue.number, &buffer, buffer.count)
        guard length > 0 else { return isWhole }
        for event in InotifyEvent.all(in: buffer[..<length]) {
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isWhole = false }
          guard event.mask & UInt32(IN_IGNORED) == 0, let folder = watched[event.watch] else { continue }
          tell(folder, event.name, event.name.isEmpty || event.mask & UInt32(IN_ISDIR) != 0)
        }
      }
    }
  #else
    init?(of folders: Set<[UInt8]>) { return nil }

    func takeAll(_ tell: (_ folder: [UInt8], _ name: [UInt8], _ isFolder: Bool) -> Void) -> Bool { false }
  #endif
}
