import CPlatform

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

/// The system's running processes; empty where it does not say.
enum ProcessTable {
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
        // A list that fills its room may go on.
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

    /// Far cheaper than to look at all processes there are.
    static func children(of pid: Int32) -> [Int32] {
      LocalFiles.names(in: "/proc/\(pid)/task").flatMap { thread in
        (LocalFiles.read("/proc/\(pid)/task/\(thread)/children") ?? []).split(separator: UInt8(ascii: " "))
          .compactMap { Int32(String(decoding: $0, as: UTF8.self)) }
      }
    }

    /// The processor time of a process, children left out, and when it began.
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

    /// Those behind the name, which stands in parentheses and may itself hold spaces and parentheses.
    private static func statFields(of pid: Int32) -> [ArraySlice<UInt8>]? {
      guard let line = LocalFiles.read("/proc/\(pid)/stat"),
        let close = line.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      return line[(close + 1)...].split(separator: UInt8(ascii: " "))
    }
  }
#endif
