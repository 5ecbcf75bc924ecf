#if os(Linux)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

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
