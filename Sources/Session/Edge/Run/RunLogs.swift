import Base
import Reports
import Runner

/// What builds and tests print, until they have ended: so runs side by side never mix.
struct RunLogs: Sendable {
  /// Of whoever prints more, the beginning and the end are kept.
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

  /// What a task printed, now or, when it was not run, the last time. It is forgotten.
  mutating func take(_ report: TaskReport) -> [String] {
    var buffer = tasks.removeValue(forKey: report.id)
    return LogText.lines(buffer?.finish() ?? report.log)
  }

  /// All that a build printed so far.
  func build(_ name: String) -> [String] {
    var buffer = builds[name]
    return LogText.lines(buffer?.finish() ?? [])
  }

  mutating func forgetBuild(_ name: String) { builds[name] = nil }

  /// All that a test module printed so far.
  func test(_ module: ModuleID) -> [String] {
    var buffer = tests[module]
    return LogText.lines(buffer?.finish() ?? [])
  }

  /// What a test module printed, now or, when it was not run, the last time. It is forgotten.
  mutating func take(_ report: ModuleReport) -> [String] {
    var buffer = tests.removeValue(forKey: report.id)
    return LogText.lines(buffer?.finish() ?? report.log)
  }
}
