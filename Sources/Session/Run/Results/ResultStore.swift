package import Base
import Graph
import Runner
package import Store
package import SwiftSources

/// Results in the local store under their keys: passes of test modules, successful builds of other modules, and tasks.
///
/// A record is an action result of the Remote Execution API. Its files say what the result was, and its standard output
/// is the log.
package struct ResultStore {
  /// A longer file or log lies beside the record, so that looking up a key stays cheap.
  private static let longestInline = 32 << 10

  /// The part of what a run looked at that an observation has. The raw values name the files of a record.
  package enum Extent: String, CaseIterable {
    case whole = "ambit-observed"
    /// All undeclared reads. The key covers the rest.
    case undeclared = "ambit-undeclared"
    /// An obstacle hid some undeclared reads, or their state.
    case partial = "ambit-partly-observed"
  }

  package let store: LocalStore
  /// The cache through which other machines share these records.
  package var remote: RemoteCache?

  /// Returns the record under a key, from here or from a cache that is trusted today.
  package func recorded(_ key: SHA256Digest) -> ActionResult? {
    guard let result = store.record(key) else { return nil }
    return remote?.believes(result) ?? !result.isFromElsewhere ? result : nil
  }

  /// Returns the record of a success and its log, or nil where there is none or the log is missing.
  package func success(_ key: SHA256Digest) -> (result: ActionResult, log: [UInt8])? {
    guard let result = recorded(key), result.exitCode == 0 else { return nil }
    let output = result.standardOutput
    guard output.raw.isEmpty, let digest = output.digest else { return (result, output.raw) }
    return store.blob(digest).map { (result, $0) }
  }

  package func contents(of name: String, in result: ActionResult) -> [UInt8]? {
    guard let file = result.file(name) else { return nil }
    return file.contents.isEmpty ? store.blob(file.digest) : file.contents
  }

  /// Returns what a recorded run looked at: `.some(nil)` when nobody observed it, and nil when the observation is
  /// damaged. It decides whether the result counts, so a result without it is useless.
  package func observation(in result: ActionResult) -> (extent: Extent, seen: Observation)?? {
    let extents = Extent.allCases
    guard let extent = extents.first(where: { result.file($0.rawValue) != nil }) else { return .some(nil) }
    guard let sealed = contents(of: extent.rawValue, in: result), let seen = Observation(sealed: sealed)
    else {
      return nil
    }
    return (extent, seen)
  }

  /// Returns true when the undeclared files that a recorded run looked at are the same in `view`.
  ///
  /// A run that nobody observed counts only if no undeclared places are `known` from other runs. On another machine it
  /// may have looked at more, so there it counts only if it could not have been observed here either.
  package static func stands(
    _ observation: Observation?, isFromElsewhere: Bool, known: Footprint.Places, in view: some SeenView,
    observes: @autoclosure () -> Bool
  ) -> Bool {
    guard let observation else { return known.isEmpty && !(isFromElsewhere && observes()) }
    return observation.difference(upTo: .foreign, in: view) == nil
  }

  /// Records a success with these files, these outputs and this log. Returns false if it could not be written.
  @discardableResult
  package func record(
    _ files: [(name: String, bytes: [UInt8])], outputs: [ActionResult.OutputFile] = [], log: [UInt8] = [],
    for key: SHA256Digest
  ) -> Bool {
    var result = ActionResult()
    for (name, bytes) in files {
      guard bytes.count > Self.longestInline else {
        result.outputFiles.append(.init(path: name, contents: bytes))
        continue
      }
      guard let digest = store.put(bytes) else { return false }
      result.outputFiles.append(.init(path: name, digest: digest))
    }
    result.outputFiles += outputs
    if log.count <= Self.longestInline {
      result.standardOutput.raw = log
    } else {
      guard let digest = store.put(log) else { return false }
      result.standardOutput.digest = digest
    }
    return record(result, for: key)
  }

  @discardableResult
  package func record(_ result: ActionResult, for key: SHA256Digest) -> Bool {
    guard store.setRecord(result, for: key) else { return false }
    remote?.send(key)
    return true
  }
}

// MARK: Passes and builds

extension ResultStore {
  private static let reportName = "ambit-report.json"
  private static let buildName = "ambit-built.json"
  private static let coverageName = "ambit-coverage"
  private static let gatedName = "ambit-gated"
  private static let coverageForm = SealedForm("ambit-coverage", version: 1)

  /// Returns the pass under a key, or nil where there is none or where parts are missing.
  package func kept(under key: SHA256Digest) -> KeptPass? {
    guard let (result, log) = success(key), let bytes = contents(of: Self.reportName, in: result),
      let pass = RecordedPass(decoding: bytes), let observed = observation(in: result)
    else { return nil }
    var kept = KeptPass(pass: pass, log: log, isFromElsewhere: result.isFromElsewhere)
    kept.isGated = result.file(Self.gatedName) != nil
    if let observed { (kept.extent, kept.observation) = (observed.extent, observed.seen) }
    guard result.file(Self.coverageName) != nil else { return kept }
    // The key says that coverage was measured, so a pass without it is incomplete.
    let coverage = contents(of: Self.coverageName, in: result)
    kept.coverage = Self.coverageForm.value(in: coverage)
    return kept.coverage == nil ? nil : kept
  }

  func keep(_ kept: KeptPass, under key: SHA256Digest) {
    var files = [(Self.reportName, kept.pass.encoded)]
    if let observation = kept.observation { files.append((kept.extent.rawValue, observation.sealed)) }
    if kept.isGated { files.append((Self.gatedName, [1])) }
    if let coverage = kept.coverage { files.append((Self.coverageName, Self.coverageForm.seal(coverage))) }
    record(files, log: kept.log, for: key)
  }

  /// Returns true when a module without tests was built under its key.
  func isBuilt(under key: SHA256Digest) -> Bool {
    guard let result = recorded(key) else { return false }
    return result.exitCode == 0 && result.file(Self.buildName) != nil
  }

  func keepBuild(under key: SHA256Digest) {
    record([(Self.buildName, Array(#"{"schema":1}"#.utf8))], for: key)
  }
}

/// A recorded pass.
package struct KeptPass {
  var pass: RecordedPass
  var log: [UInt8]
  /// The files that the tests read. nil when they were not observed.
  var observation: Observation?
  var extent = ResultStore.Extent.whole
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
extension ResultStore {
  /// More different passes of one product are rare.
  private static let passes = RecordedList<SHA256Digest>(name: "ambit-passes", most: 8)

  /// Keeps a pass under its key, and lists the key for its product.
  /// A pass that was not observed is not listed: it says nothing about other keys.
  func keep(_ kept: KeptPass, under key: ModuleKey, product: SHA256Digest?) {
    keep(kept, under: key.digest)
    guard let product, kept.wholeObservation != nil else { return }
    let known = candidates(product: product)
    guard known.first != key.digest else { return }
    let list = Self.passes.key(product)
    // When two processes add at once, one entry is lost. Its module runs once more.
    // The list stays local: the product is known only after the build, and no machine is asked then.
    store.setRecord(Self.passes.record(of: key.digest, before: known, for: list), for: list)
  }

  /// Returns the keys, the latest first.
  func candidates(product: SHA256Digest) -> [SHA256Digest] {
    Self.passes.values(in: store, for: Self.passes.key(product))
  }
}

/// Finds a recorded pass of a test module before anything is built.
/// A pass counts if it has the module's key. Undeclared reads of its tests must be unchanged as well.
struct PassLookup {
  let results: ResultStore
  /// The files as they will be when the module is run.
  let view: any SeenView
  /// The undeclared reads of earlier runs. For a module with any, a pass without a record of its own reads does not count.
  let seen: Footprints
  let leftovers: Leftovers
  /// True when a pass counts that was never run under its key, since its product had passed.
  let usesGates: Bool
  /// Returns true when this machine could observe the tests of a module.
  let observes: @Sendable (ModuleID) -> Bool
  /// Observations of passes from other machines that are used here.
  let adopted = Guarded<[ModuleID: Observation]>([:])

  func report(of module: ModuleID, _ key: ModuleKey) -> ModuleReport? {
    guard let kept = results.kept(under: key.digest), stands(kept, for: module) else { return nil }
    return kept.report(of: module, key: key.text, at: .key, fromElsewhere: isFromElsewhere(key.digest))
  }

  private func isFromElsewhere(_ key: SHA256Digest) -> Bool { results.remote?.hasBrought(key) ?? false }

  private func stands(_ kept: KeptPass, for module: ModuleID) -> Bool {
    let known = seen[module].tests
    guard usesGates || !kept.isGated,
      ResultStore.stands(
        kept.observation, isFromElsewhere: kept.isFromElsewhere, known: known, in: view,
        observes: observes(module))
    else { return false }
    guard let observation = kept.observation else { return true }
    guard leftovers.met(by: observation) == nil else { return false }
    // Who did not watch it knows less than whoever did.
    if kept.extent == .partial, kept.isFromElsewhere, observes(module) { return false }
    if kept.extent != .whole, !observation.covers(known) { return false }
    if kept.isFromElsewhere { adopted.with { $0[module] = observation } }
    return true
  }
}
