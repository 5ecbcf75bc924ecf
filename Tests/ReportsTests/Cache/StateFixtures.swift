import Base

@testable import Store

enum StateFixtures {
  static let workspace = "/builds/shop"
  static let now = 1_800_000_000

  static func entry(
    _ commit: String, _ scratch: String = "main", in workspace: String = workspace, ago: Int = 60,
    files: Int = 1200, written: Int = 4100
  ) -> BuildStateEntry {
    var summary = StateSummary(
      line: SHA256.digest(of: scratch.utf8), commit: commit, workspace: workspace,
      scratch: "\(workspace)/.build/ambit/\(scratch)")
    summary.saved = FileTime(nanoseconds: Int64(now - ago) * 1_000_000_000)
    summary.newest = summary.saved
    summary.files = files
    summary.inputs = 96
    summary.bytes = 175_000_000
    summary.storedBytes = 56_000_000
    summary.writtenBytes = written
    return BuildStateEntry(key: SHA256.digest(of: (commit + scratch).utf8), summary: summary)
  }

  static let first = String(repeating: "1a2b3c4d5e", count: 4)
  static let second = String(repeating: "9f8e7d6c5b", count: 4)
}
