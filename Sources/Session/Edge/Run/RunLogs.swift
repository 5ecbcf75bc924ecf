import Base
import Reports
import Runner

/// Keeps the output of builds, tests and tasks until they end, so that parallel runs never mix.
struct RunLogs: Sendable {
  enum Source: Hashable {
    case build(String)
    case test(ModuleID)
    case task(TaskID)
  }

  /// Longer output keeps its beginning and its end.
  private static let most = 1 << 20

  private var buffers: [Source: CappedBuffer] = [:]

  mutating func append(_ bytes: [UInt8], to source: Source) {
    buffers[source, default: CappedBuffer(limit: Self.most)].append(bytes)
  }

  /// Returns the output so far.
  func lines(of source: Source) -> [String] {
    var buffer = buffers[source]
    return LogText.lines(buffer?.finish() ?? [])
  }

  /// Returns the output and forgets it. A cached module or task has the output of its last run, `log`.
  mutating func take(_ source: Source, orElse log: [UInt8] = []) -> [String] {
    var buffer = buffers.removeValue(forKey: source)
    return LogText.lines(buffer?.finish() ?? log)
  }
}
