import Base
import Graph
import Runner
import Store
import SwiftSources

/// Runs some tests again that need not run, to check that leaving them out is right. A team learns to trust it that
/// way.
struct Audit {
  /// The code of a warning that contradicts the selection or the cache.
  static let failed = "audit-failed"

  /// Test modules to run though they passed before, or though the change does not affect them.
  let modules: Set<ModuleID>
  /// The share of these that turn out later to need no run, and run all the same.
  let percent: Int

  /// Draws `percent` of `candidates`, rounded up, so that an audit of few modules still runs one.
  init(
    _ percent: Int, of candidates: Set<ModuleID>, random: inout some RandomNumberGenerator
  ) {
    self.percent = percent
    let count = (candidates.count * percent + 99) / 100
    modules = Set(candidates.sorted().shuffled(using: &random).prefix(count))
  }

  /// Returns warnings for modules whose tests have another outcome when files change that are no input of them.
  static func contradictions(in altered: [ModuleID: AlteredOutcome]) -> [Warning] {
    altered.sorted { $0.key < $1.key }.compactMap { module, outcome in
      switch outcome {
      case .same: nil
      case .reads(let files):
        Warning(code: failed, message: "audit: \(module) \(AlteredOutcome.words(for: files))")
      case .unsteady: unchecked(module, "they fail in bubblewrap with unchanged files, or are flaky")
      case .unaltered: unchecked(module, "the workspace cannot be copied, or the run was stopped")
      }
    }
  }

  private static func unchecked(_ module: ModuleID, _ why: String) -> Warning {
    Warning(
      code: "audit-unaltered",
      message:
        "audit: could not check if tests of \(module) read files that are not inputs: \(why)")
  }

  /// Returns warnings for audited tests that did not pass: they contradict the selection or the cache.
  ///
  /// A module that was stopped or could not run says nothing.
  /// `builtAsBefore` are modules that ran although their product is the one that passed.
  func contradictions(
    in reports: [ModuleReport], affected: Set<ModuleID>, builtAsBefore: Set<ModuleID>
  ) -> [Warning] {
    let audited = modules.union(builtAsBefore)
    return reports.filter { audited.contains($0.id) && $0.outcome.isFailure }.map {
      report in
      let why =
        builtAsBefore.contains(report.id)
        ? "has the same build as when it passed"
        : affected.contains(report.id) ? "is recorded as passed" : "is not reached by the change"
      return Warning(
        code: Self.failed,
        message: "audit: \(report.id) \(why), but does not pass now (\(report.outcome.rawValue))",
        hints: [
          "the test is flaky, failed before the change too, or has an input that Ambit does not see: declare "
            + "the input in workspace.json, under \"modules\" and \"inputs\""
        ])
    }
  }
}

/// The files of a working tree that an audit may alter, in a copy that bubblewrap shows to tests.
struct AlterableFiles: Sendable {
  private let bubblewrap: String
  private let files: Set<RelativePath>

  /// `tree` offers the files that Git does not ignore. Returns nil where bubblewrap does not work.
  init?(_ tree: any FileTree, _ sandbox: ManifestSandbox) throws(Failure) {
    guard sandbox.obstacle == nil, case .bubblewrap(let path) = sandbox.tool else { return nil }
    bubblewrap = path
    files = Set(
      try tree.files { _, kind in kind == .file || kind == .executable }.map(\.path))
  }

  /// Returns nil when all are inputs.
  func files(in root: String, except isInput: (RelativePath) -> Bool) -> OtherFiles? {
    let others = files.filter { !isInput($0) }
    return others.isEmpty
      ? nil : OtherFiles(bubblewrap: bubblewrap, root: root, all: files, others: Array(others))
  }

  /// Says that no test will run with other files changed: for `reason`, or since bubblewrap does not work. nil on systems
  /// that have none.
  static func warning(_ sandbox: ManifestSandbox, _ reason: String?) -> Warning? {
    guard HostPlatform.name == "linux", let obstacle = reason ?? sandbox.obstacle else { return nil }
    return Warning(
      code: "audit-unaltered", message: "the audit cannot run tests with changed files: \(obstacle)",
      hints: reason == nil ? [ManifestSandbox.installingBubblewrap] : [])
  }
}
