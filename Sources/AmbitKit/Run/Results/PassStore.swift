import Cache
import Digests
import Names
import Runner

/// Passes of test modules, and of other modules that they were built, in the local store under the modules' keys.
///
/// A record is what came of running the module, in the words of the Remote Execution API: a file with the
/// cases, and the log as standard output.
struct PassStore {
  private static let reportName = "ambit-report.json"
  private static let buildName = "ambit-built.json"
  /// A longer log lies beside the record, so that looking a key up stays cheap.
  private static let longestInline = 32 << 10

  let store: LocalStore

  /// The report that stands for running the module; nil when there is none, or not all of it.
  func pass(of module: ModuleID, under key: SHA256Digest) -> ModuleReport? {
    guard let result = store.record(key), result.exitCode == 0,
      let file = result.outputFiles.first(where: { $0.path == Self.reportName }),
      let bytes = file.contents.isEmpty ? store.blob(file.digest) : file.contents,
      let pass = RecordedPass(decoding: bytes), let log = log(of: result)
    else { return nil }
    return pass.report(of: module, key: key.description, log: log, source: .local)
  }

  /// Keeps the report of a module that passed; what is no plain pass is not kept.
  func keep(_ report: ModuleReport, under key: SHA256Digest) {
    guard let pass = RecordedPass(report) else { return }
    var result = ActionResult()
    let bytes = pass.encoded
    if bytes.count <= Self.longestInline {
      result.outputFiles = [.init(path: Self.reportName, contents: bytes)]
    } else {
      guard let digest = store.put(bytes) else { return }
      result.outputFiles = [.init(path: Self.reportName, digest: digest)]
    }
    if report.log.count <= Self.longestInline {
      result.standardOutput = .init(raw: report.log)
    } else {
      guard let digest = store.put(report.log) else { return }
      result.standardOutput = .init(digest: digest)
    }
    store.setRecord(result, for: key)
  }

  /// Whether a module that has no tests was built under its key.
  func isBuilt(under key: SHA256Digest) -> Bool {
    guard let result = store.record(key) else { return false }
    return result.exitCode == 0 && result.outputFiles.contains { $0.path == Self.buildName }
  }

  func keepBuild(under key: SHA256Digest) {
    var result = ActionResult()
    result.outputFiles = [.init(path: Self.buildName, contents: Array(#"{"schema":1}"#.utf8))]
    store.setRecord(result, for: key)
  }

  private func log(of result: ActionResult) -> [UInt8]? {
    let output = result.standardOutput
    guard output.raw.isEmpty, let digest = output.digest else { return output.raw }
    return store.blob(digest)
  }
}
