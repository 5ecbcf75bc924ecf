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
    LocalFiles.names(in: "/proc").compactMap { Int32($0) }.compactMap { identity(of: $0) }
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
    guard let line = LocalFiles.read("/proc/\(pid)/stat") else { return nil }
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
}
