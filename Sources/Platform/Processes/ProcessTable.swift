#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One process at one time: the start time tells it from a later process of the same number.
struct ProcessIdentity: Hashable, Sendable {
  let pid: Int32
  let parent: Int32
  let group: Int32
  let startTime: UInt64
}

/// The system's running processes, read from `/proc`; empty where there is none.
enum ProcessTable {
  static func all() -> [ProcessIdentity] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [ProcessIdentity] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let pid = Int32(name), let process = identity(of: pid) { found.append(process) }
    }
    return found
  }

  /// The processes that descend from `root`, nearest first, `root` itself left out.
  static func descendants(of root: Int32) -> [ProcessIdentity] {
    let children = Dictionary(grouping: all(), by: \.parent)
    var found: [ProcessIdentity] = []
    var queue = children[root] ?? []
    while let next = queue.popLast() {
      found.append(next)
      queue += children[next.pid] ?? []
    }
    return found
  }

  /// Sends `signal` to each of `processes` that is still the process it was.
  static func signal(_ processes: some Sequence<ProcessIdentity>, _ signal: Int32) {
    for process in processes where identity(of: process.pid)?.startTime == process.startTime {
      kill(process.pid, signal)
    }
  }

  static func identity(of pid: Int32) -> ProcessIdentity? {
    guard let line = firstBytes(of: "/proc/\(pid)/stat") else { return nil }
    // The name, in parentheses, may itself hold spaces and parentheses: fields count from the last one.
    guard let close = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = line[(close + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19 else { return nil }
    let texts = [1, 2, 19].map { String(decoding: fields[$0], as: UTF8.self) }
    guard let parent = Int32(texts[0]), let group = Int32(texts[1]), let start = UInt64(texts[2]) else {
      return nil
    }
    return ProcessIdentity(pid: pid, parent: parent, group: group, startTime: start)
  }

  private static func firstBytes(of path: String) -> [UInt8]? {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(number, &buffer, buffer.count)
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }
}
