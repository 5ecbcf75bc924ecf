import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One process. The start time distinguishes it from a later process with the same number.
struct ProcessIdentity: Hashable, Sendable {
  let pid: Int32
  let parent: Int32
  let group: Int32
  let startTime: UInt64
}

/// The running processes of the system. The lists are empty where the system does not tell.
enum ProcessTable {
  /// Returns the descendants of `root`, without `root` itself.
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

  /// Sends `signal` to each of `processes` that still runs under its number.
  static func signal(_ processes: some Sequence<ProcessIdentity>, _ signal: Int32) {
    for process in processes where identity(of: process.pid)?.startTime == process.startTime {
      kill(process.pid, signal)
    }
  }
}

#if canImport(Darwin)
  extension ProcessTable {
    static let ticksPerSecond = 1.0
    static func children(of pid: Int32) -> [Int32] { [] }
    static func usage(of pid: Int32) -> (startTime: UInt64, ticks: Int)? { nil }
    static func commandLine(of pid: Int32) -> [String] { [] }

    static func all() -> [ProcessIdentity] {
      var room = max(0, proc_listallpids(nil, 0)) + 64
      while true {
        var pids = [Int32](repeating: 0, count: Int(room))
        let count = proc_listallpids(&pids, room * Int32(MemoryLayout<Int32>.size))
        // A list that fills the buffer may be longer.
        if count < room { return pids.prefix(Int(max(0, count))).compactMap { identity(of: $0) } }
        room *= 2
      }
    }

    static func identity(of pid: Int32) -> ProcessIdentity? {
      var info = proc_bsdinfo()
      let size = Int32(MemoryLayout<proc_bsdinfo>.size)
      guard proc_pidinfo(pid, PROC_PIDTBSDINFO, 0, &info, size) == size else { return nil }
      return ProcessIdentity(
        pid: pid, parent: Int32(bitPattern: info.pbi_ppid), group: Int32(bitPattern: info.pbi_pgid),
        startTime: info.pbi_start_tvsec * 1_000_000 + info.pbi_start_tvusec)
    }
  }
#else
  extension ProcessTable {
    static let ticksPerSecond = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))

    /// Reads the children of one process, which is far cheaper than reading all processes.
    static func children(of pid: Int32) -> [Int32] {
      LocalFiles.names(in: "/proc/\(pid)/task").flatMap { thread in
        (LocalFiles.read("/proc/\(pid)/task/\(thread)/children") ?? []).split(separator: UInt8(ascii: " "))
          .compactMap { Int32(String(decoding: $0, as: UTF8.self)) }
      }
    }

    /// Returns the processor time of a process without its children, and its start time.
    static func usage(of pid: Int32) -> (startTime: UInt64, ticks: Int)? {
      guard let fields = statFields(of: pid), fields.count > 19,
        let user = Int(String(decoding: fields[11], as: UTF8.self)),
        let system = Int(String(decoding: fields[12], as: UTF8.self)),
        let start = UInt64(String(decoding: fields[19], as: UTF8.self))
      else { return nil }
      return (start, user + system)
    }

    static func commandLine(of pid: Int32) -> [String] {
      (LocalFiles.read("/proc/\(pid)/cmdline") ?? []).split(separator: 0).map {
        String(decoding: $0, as: UTF8.self)
      }
    }

    static func all() -> [ProcessIdentity] {
      LocalFiles.names(in: "/proc").compactMap { Int32($0) }.compactMap { identity(of: $0) }
    }

    static func identity(of pid: Int32) -> ProcessIdentity? {
      guard let fields = statFields(of: pid), fields.count > 19 else { return nil }
      let texts = [1, 2, 19].map { String(decoding: fields[$0], as: UTF8.self) }
      guard let parent = Int32(texts[0]), let group = Int32(texts[1]), let start = UInt64(texts[2]) else {
        return nil
      }
      return ProcessIdentity(pid: pid, parent: parent, group: group, startTime: start)
    }

    /// Returns the fields behind the name. The name is in parentheses and may itself contain spaces and parentheses.
    private static func statFields(of pid: Int32) -> [ArraySlice<UInt8>]? {
      guard let line = LocalFiles.read("/proc/\(pid)/stat"),
        let close = line.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      return line[(close + 1)...].split(separator: UInt8(ascii: " "))
    }
  }
#endif
