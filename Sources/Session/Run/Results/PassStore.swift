package import Base
import Graph
import Runner
package import Store
package import SwiftSources

/// Passes of test modules, and of other modules that they were built, in the local store under the modules' keys.
///
/// A record is what came of running the module, in the words of the Remote Execution API: a file with the
/// cases, and the log as standard output.
package struct PassStore {
  private static let reportName = "ambit-report.json"
  private static let buildName = "ambit-built.json"
  private static let observationName = "ambit-observed"
  /// In place of it where nobody saw all that was looked at, and what no key holds is known.
  private static let undeclaredName = "ambit-undeclared"
  private static let coverageName = "ambit-coverage"
  private static let gatedName = "ambit-gated"
  private static let coverageForm = SealedForm("ambit-coverage", version: 1)
  /// A longer log lies beside the record, so that looking a key up stays cheap.
  private static let longestInline = 32 << 10

  package let store: LocalStore
  /// Where other machines find what is kept here.
  package var remote: RemoteCache?

  /// What was recorded under a key, here or in a place that is believed today.
  package func recorded(_ key: SHA256Digest) -> ActionResult? {
    guard let result = store.record(key) else { return nil }
    return remote?.believes(result) ?? !result.isFromElsewhere ? result : nil
  }

  /// What was recorded under a key; nil when nothing was, or not all of it is there.
  package func kept(under key: SHA256Digest) -> KeptPass? {
    guard let result = recorded(key), result.exitCode == 0,
      let bytes = contents(of: Self.reportName, in: result), let pass = RecordedPass(decoding: bytes),
      let log = log(of: result)
    else { return nil }
    var kept = KeptPass(pass: pass, log: log, isFromElsewhere: result.isFromElsewhere)
    kept.isGated = result.outputFiles.contains { $0.path == Self.gatedName }
    if result.outputFiles.contains(where: { $0.path == Self.coverageName }) {
      // Keys say whether it was asked for, so that a pass without it says less than it should.
      guard
        let found = Self.coverageForm.value(
          CoveredFiles.self, in: contents(of: Self.coverageName, in: result))
      else { return nil }
      kept.coverage = found
    }
    let names = [Self.observationName, Self.undeclaredName]
    guard let name = names.first(where: { name in result.outputFiles.contains { $0.path == name } }) else {
      return kept
    }
    // What it looked at is part of what it says: without that it says nothing.
    guard let sealed = contents(of: name, in: result), let observation = Observation(sealed: sealed) else {
      return nil
    }
    kept.observation = observation
    kept.isUndeclaredOnly = name == Self.undeclaredName
    return kept
  }

  func keep(_ kept: KeptPass, under key: SHA256Digest) {
    var result = ActionResult()
    guard let report = file(Self.reportName, kept.pass.encoded) else { return }
    result.outputFiles = [report]
    if let observation = kept.observation {
      let name = kept.isUndeclaredOnly ? Self.undeclaredName : Self.observationName
      guard let file = file(name, observation.sealed) else { return }
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

  /// Whether a module that has no tests was built under its key.
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

/// A pass as it is kept.
package struct KeptPass {
  var pass: RecordedPass
  var log: [UInt8]
  /// nil when nobody saw what it looked at.
  var observation: Observation?
  /// Whether that is no more than what no key holds: the key alone says the rest.
  var isUndeclaredOnly = false
  /// Whether another machine made it.
  var isFromElsewhere = false
  /// True when it was run under another key, from the same product.
  var isGated = false
  /// What was executed; nil where nobody asked.
  package var coverage: CoveredFiles?

  /// All that it looked at; nil when nobody knows that.
  var wholeObservation: Observation? { isUndeclaredOnly ? nil : observation }

  /// The report that stands for running the module.
  func report(of module: ModuleID, key: String, at gate: Gate, fromElsewhere: Bool = false) -> ModuleReport {
    let source: ModuleReport.Source = gate == .product ? .product : fromElsewhere ? .remote : .local
    var report = pass.report(of: module, key: key, log: log, source: source)
    report.gate = gate
    report.coverage = coverage
    return report
  }
}

/// The keys under which something passed that was run from the same test product.
extension PassStore {
  private static let listName = "ambit-passes"
  private static let form = SealedForm("ambit-passes", version: 1)
  /// What was looked at is seldom different in more ways.
  private static let most = 8

  /// Keeps a pass under its key, and lists that for the product it was run from: bytes, and what it is run with. Of one
  /// that nobody observed nobody knows what else it could stand for.
  func keep(_ kept: KeptPass, under key: ModuleKey, product: SHA256Digest?) {
    keep(kept, under: key.digest)
    guard let product, kept.wholeObservation != nil else { return }
    add(key.digest, product)
  }

  /// The latest first.
  func candidates(product: SHA256Digest) -> [SHA256Digest] {
    let key = Self.key(product)
    guard let result = store.record(key),
      let file = result.outputFiles.first(where: { $0.path == Self.listName })
    else { return [] }
    return Self.form.value(in: file.contents, for: key) ?? []
  }

  /// Two who add at once lose one of the two, which is then run once more.
  private func add(_ candidate: SHA256Digest, _ product: SHA256Digest) {
    let known = candidates(product: product)
    guard known.first != candidate else { return }
    let list = [candidate] + known.filter { $0 != candidate }.prefix(Self.most - 1)
    let key = Self.key(product)
    var result = ActionResult()
    result.outputFiles = [.init(path: Self.listName, contents: Self.form.seal(list, for: key))]
    // The product is only known once it is built, and then nobody asks others.
    store.setRecord(result, for: key)
  }

  private static func key(_ product: SHA256Digest) -> SHA256Digest {
    SHA256.digest(of: Array("ambit-passes".utf8) + product.bytes)
  }
}
