package import Base
import Graph
import Runner
package import Store
package import SwiftSources

/// Passes of test modules, and successful builds of other modules, in the local store under the modules' keys.
///
/// A record is an action result of the Remote Execution API. It holds a file with the cases, and the log as standard
/// output.
package struct PassStore {
  private static let reportName = "ambit-report.json"
  private static let buildName = "ambit-built.json"
  private static let coverageName = "ambit-coverage"
  private static let gatedName = "ambit-gated"
  private static let coverageForm = SealedForm("ambit-coverage", version: 1)
  /// A longer log lies beside the record, so that looking up a key stays cheap.
  private static let longestInline = 32 << 10

  package let store: LocalStore
  /// The cache through which other machines share these records.
  package var remote: RemoteCache?

  /// Returns the record under a key, from here or from a cache that is trusted today.
  package func recorded(_ key: SHA256Digest) -> ActionResult? {
    guard let result = store.record(key) else { return nil }
    return remote?.believes(result) ?? !result.isFromElsewhere ? result : nil
  }

  /// Returns the pass under a key, or nil where there is none or where parts are missing.
  package func kept(under key: SHA256Digest) -> KeptPass? {
    guard let result = recorded(key), result.exitCode == 0,
      let bytes = contents(of: Self.reportName, in: result), let pass = RecordedPass(decoding: bytes),
      let log = log(of: result)
    else { return nil }
    var kept = KeptPass(pass: pass, log: log, isFromElsewhere: result.isFromElsewhere)
    kept.isGated = result.outputFiles.contains { $0.path == Self.gatedName }
    if result.outputFiles.contains(where: { $0.path == Self.coverageName }) {
      // The key says that coverage was measured, so a pass without it is incomplete.
      guard
        let found = Self.coverageForm.value(
          CoveredFiles.self, in: contents(of: Self.coverageName, in: result))
      else { return nil }
      kept.coverage = found
    }
    let extents = KeptPass.Extent.allCases
    guard
      let extent = extents.first(where: { extent in result.outputFiles.contains { $0.path == extent.rawValue }
      })
    else { return kept }
    // The observation decides whether the pass counts, so a pass without it is useless.
    guard let sealed = contents(of: extent.rawValue, in: result),
      let observation = Observation(sealed: sealed)
    else { return nil }
    kept.observation = observation
    kept.extent = extent
    return kept
  }

  func keep(_ kept: KeptPass, under key: SHA256Digest) {
    var result = ActionResult()
    guard let report = file(Self.reportName, kept.pass.encoded) else { return }
    result.outputFiles = [report]
    if let observation = kept.observation {
      guard let file = file(kept.extent.rawValue, observation.sealed) else { return }
      result.outputFiles.append(file)
    }
    if kept.isGated { result.outputFiles.append(.init(path: Self.gatedName, contents: [1])) }
    if let coverage = kept.coverage {
      guard let file = file(Self.coverageName, Self.coverageForm.seal(coverage)) else { return }
      result.outputFiles.append(file)
    }
    if kept.log.count <= Self.longestInline {
      result.standardOutput = .init(raw: kept.log)
    } else {
      guard let digest = store.put(kept.log) else { return }
      result.standardOutput = .init(digest: digest)
    }
    record(result, for: key)
  }

  @discardableResult
  package func record(_ result: ActionResult, for key: SHA256Digest) -> Bool {
    guard store.setRecord(result, for: key) else { return false }
    remote?.send(key)
    return true
  }

  private func file(_ name: String, _ bytes: [UInt8]) -> ActionResult.OutputFile? {
    if bytes.count <= Self.longestInline { return .init(path: name, contents: bytes) }
    return store.put(bytes).map { .init(path: name, digest: $0) }
  }

  private func contents(of name: String, in result: ActionResult) -> [UInt8]? {
    guard let file = result.outputFiles.first(where: { $0.path == name }) else { return nil }
    return file.contents.isEmpty ? store.blob(file.digest) : file.contents
  }

  /// Returns true when a module without tests was built under its key.
  func isBuilt(under key: SHA256Digest) -> Bool {
    guard let result = recorded(key) else { return false }
    return result.exitCode == 0 && result.outputFiles.contains { $0.path == Self.buildName }
  }

  func keepBuild(under key: SHA256Digest) {
    var result = ActionResult()
    result.outputFiles = [.init(path: Self.buildName, contents: Array(#"{"schema":1}"#.utf8))]
    record(result, for: key)
  }

  package func log(of result: ActionResult) -> [UInt8]? {
    let output = result.standardOutput
    guard output.raw.isEmpty, let digest = output.digest else { return output.raw }
    return store.blob(digest)
  }
}

/// A recorded pass.
package struct KeptPass {
  /// The part of what the tests looked at that an observation has. The raw values name the files of a record.
  enum Extent: String, CaseIterable {
    case whole = "ambit-observed"
    /// All undeclared reads. The key covers the rest.
    case undeclared = "ambit-undeclared"
    /// An obstacle hid some undeclared reads, or their state.
    case partial = "ambit-partly-observed"
  }

  var pass: RecordedPass
  var log: [UInt8]
  /// The files that the tests read. nil when they were not observed.
  var observation: Observation?
  var extent = Extent.whole
  /// True when another machine recorded the pass.
  var isFromElsewhere = false
  /// True when the pass ran under another key, from the same product.
  var isGated = false
  /// The executed lines. nil where nobody asked for them.
  package var coverage: CoveredFiles?

  /// All files that the tests read. nil when not all are known.
  var wholeObservation: Observation? { extent == .whole ? observation : nil }

  /// Returns the report that replaces a run of the module.
  func report(of module: ModuleID, key: String, at gate: Gate, fromElsewhere: Bool = false) -> ModuleReport {
    let source: ModuleReport.Source = gate == .product ? .product : fromElsewhere ? .remote : .local
    var report = pass.report(of: module, key: key, log: log, source: source)
    report.gate = gate
    report.coverage = coverage
    return report
  }
}

/// Keys under which a test product passed.
extension PassStore {
  private static let listName = "ambit-passes"
  private static let form = SealedForm("ambit-passes", version: 1)
  /// More different passes of one product are rare.
  private static let most = 8

  /// Keeps a pass under its key, and lists the key for its product.
  /// A pass that was not observed is not listed: it says nothing about other keys.
  func keep(_ kept: KeptPass, under key: ModuleKey, product: SHA256Digest?) {
    keep(kept, under: key.digest)
    guard let product, kept.wholeObservation != nil else { return }
    add(key.digest, product)
  }

  /// Returns the keys, the latest first.
  func candidates(product: SHA256Digest) -> [SHA256Digest] {
    let key = Self.key(product)
    guard let result = store.record(key),
      let file = result.outputFiles.first(where: { $0.path == Self.listName })
    else { return [] }
    return Self.form.value(in: file.contents, for: key) ?? []
  }

  /// When two processes add at once, one entry is lost. Its module runs once more.
  private func add(_ candidate: SHA256Digest, _ product: SHA256Digest) {
    let known = candidates(product: product)
    guard known.first != candidate else { return }
    let list = [candidate] + known.filter { $0 != candidate }.prefix(Self.most - 1)
    let key = Self.key(product)
    var result = ActionResult()
    result.outputFiles = [.init(path: Self.listName, contents: Self.form.seal(list, for: key))]
    // The list stays local: the product is known only after the build, and no machine is asked then.
    store.setRecord(result, for: key)
  }

  private static func key(_ product: SHA256Digest) -> SHA256Digest {
    SHA256.digest(of: Array("ambit-passes".utf8) + product.bytes)
  }
}
