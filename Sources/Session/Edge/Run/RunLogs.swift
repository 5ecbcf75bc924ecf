import Base
import Reports
import Runner

/// Keeps the output of builds and tests until they end, so that parallel runs never mix.
struct RunLogs: Sendable {
  /// Longer output keeps its beginning and its end.
  private static let most = 1 << 20

  private var builds: [String: CappedBuffer] = [:]
  private var tests: [ModuleID: CappedBuffer] = [:]
  private var tasks: [TaskID: CappedBuffer] = [:]

  mutating func append(_ bytes: [UInt8], toBuild name: String) {
    builds[name, default: CappedBuffer(limit: Self.most)].append(bytes)
  }

  mutating func append(_ bytes: [UInt8], to module: ModuleID) {
    tests[module, default: CappedBuffer(limit: Self.most)].append(bytes)
  }

  mutating func append(_ bytes: [UInt8], to task: TaskID) {
    tasks[task, default: CappedBuffer(limit: Self.most)].append(bytes)
  }

  /// Returns a task's output and forgets it. A cached task has the output of its last run.
  mutating func take(_ report: TaskReport) -> [String] {
    var buffer = tasks.removeValue(forKey: report.id)
    return LogText.lines(buffer?.finish() ?? report.log)
  }

  /// Returns the output of a build so far.
  func build(_ name: String) -> [String] {
    var buffer = builds[name]
    return LogText.lines(buffer?.finish() ?? [])
  }

  mutating func forgetBuild(_ name: String) { builds[name] = nil }

  /// Returns the output of a test module so far.
  func test(_ module: ModuleID) -> [String] {
    var buffer = tests[module]
    return LogText.lines(buffer?.finish() ?? [])
  }

  /// Returns a test module's output and forgets it. A cached module has the output of its last run.
  mutating func take(_ report: ModuleReport) -> [String] {
    var buffer = tests.removeValue(forKey: report.id)
    return LogText.lines(buffer?.finish() ?? report.log)
  }
}
