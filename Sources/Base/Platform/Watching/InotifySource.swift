#if os(Linux)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Changes as Linux's kernel reports them, for each folder: https://man7.org/linux/man-pages/man7/inotify.7.html
  final class InotifySource: WatchSource {
    private let folders: WatchedFolders
    private let queue: OwnedDescriptor
    /// The folders by the number of their watch.
    private var watched: [Int32: [UInt8]] = [:]
    private var numbers: [[UInt8]: Int32] = [:]
    /// The entries that were there already when a folder was first read.
    private var found: Set<[UInt8]> = []
    private(set) var first: Set<Int> = []
    private var isLost = false
    private(set) var failure: DiskError?
    /// The limit of reads in one call. A program that writes all the time must not keep it from returning.
    private static let mostReads = 64
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    private static let events =
      UInt32(
        IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
          | IN_DELETE_SELF
          | IN_MOVE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW) | UInt32(IN_EXCL_UNLINK)

    /// Fails when not all folders can be watched. A source that misses folders would be worse than none.
    init(_ folders: WatchedFolders) throws(DiskError) {
      self.folders = folders
      let number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard number >= 0 else { throw .last }
      queue = OwnedDescriptor(owning: number)
      add(folders.root)
      if let failure { throw failure }
      first = Set(found.map(\.hashValue))
      found = []
    }

    var count: Int { watched.count }

    func next(atMost limit: Duration) -> WatchedChange? {
      var waiting = pollfd(fd: queue.number, events: Int16(POLLIN), revents: 0)
      let milliseconds = Int32(clamping: Int64(limit / .milliseconds(1)))
      guard poll(&waiting, 1, milliseconds) > 0 else { return nil }
      var changed: Set<[UInt8]> = []
      for _ in 0..<Self.mostReads {
        let length = read(queue.number, &buffer, buffer.count)
        guard length > 0 else { break }
        for event in InotifyEvent.all(in: buffer[..<length]) {
          take(event.watch, event.mask, event.name, &changed)
        }
      }
      changed.formUnion(found)
      found = []
      if isLost {
        isLost = false
        return .something
      }
      return changed.isEmpty ? nil : .paths(changed)
    }

    private func take(_ number: Int32, _ mask: UInt32, _ name: [UInt8], _ changed: inout Set<[UInt8]>) {
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return startAnew() }
      guard let folder = watched[number] else { return }
      if mask & UInt32(IN_IGNORED) != 0 {
        watched[number] = nil
        if numbers[folder] == number { numbers[folder] = nil }
        return
      }
      guard !name.isEmpty else {
        changed.insert(folder)
        // The workspace itself was deleted or moved, so nothing known about it holds.
        if folder == folders.root, mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) != 0 { isLost = true }
        return
      }
      let path = WatchedFolders.path(folder, name)
      guard mask & UInt32(IN_ISDIR) != 0 else {
        changed.insert(path)
        return
      }
      guard !folders.skips(path) else { return }
      if mask & UInt32(IN_MOVED_FROM) != 0 { forget(path) }
      // A deleted folder was empty.
      if mask & UInt32(IN_DELETE) != 0 { forgetAlone(path) }
      if mask & UInt32(IN_MOVED_TO | IN_CREATE) != 0 { add(path) }
      changed.insert(path)
    }

    /// Watches all folders again after the queue has overflowed. New folders may have come without an event.
    private func startAnew() {
      isLost = true
      add(folders.root)
    }

    /// Watches a folder before reading it. Its entries may be older than the watch, so they count as found.
    private func add(_ folder: [UInt8]) {
      folders.visit(from: folder) { path in
        guard failure == nil else { return false }
        let number = ByteName.with(path) { inotify_add_watch(queue.number, $0, Self.events) }
        guard number >= 0 else {
          // The folder was removed in the meantime.
          if errno != ENOENT, errno != ENOTDIR { failure = .last }
          return false
        }
        if let before = watched[number], before != path, numbers[before] == number { numbers[before] = nil }
        watched[number] = path
        numbers[path] = number
        return true
      } found: { path in
        found.insert(path)
      }
    }

    /// Removes the watches of a folder and of all folders in it, since their paths no longer hold.
    private func forget(_ folder: [UInt8]) {
      // The folders in an unwatched folder are not watched either.
      guard numbers[folder] != nil else { return }
      let prefix = folder + [UInt8(ascii: "/")]
      for path in numbers.keys where path == folder || path.starts(with: prefix) { forgetAlone(path) }
    }

    private func forgetAlone(_ folder: [UInt8]) {
      guard let number = numbers.removeValue(forKey: folder) else { return }
      _ = inotify_rm_watch(queue.number, number)
      watched[number] = nil
    }
  }

  /// One event of the kernel: https://man7.org/linux/man-pages/man7/inotify.7.html
  struct InotifyEvent {
    let watch: Int32
    let mask: UInt32
    /// The name of the entry in the watched folder. It is empty when the event is about the folder itself.
    let name: [UInt8]

    /// Returns all events in the result of one `read`.
    static func all(in buffer: ArraySlice<UInt8>) -> [InotifyEvent] {
      let header = MemoryLayout<inotify_event>.size
      var events: [InotifyEvent] = []
      var offset = buffer.startIndex
      while offset + header <= buffer.endIndex {
        let event = buffer[offset...].withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
        let end = min(buffer.endIndex, offset + header + Int(event.len))
        let name = Array(buffer[(offset + header)..<end].prefix { $0 != 0 })
        events.append(InotifyEvent(watch: event.wd, mask: event.mask, name: name))
        offset = end
      }
      return events
    }
  }
#endif
