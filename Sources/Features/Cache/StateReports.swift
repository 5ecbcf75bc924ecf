import Base
import Reports
import Store

/// The result of `ambit cache state list`.
struct StateListReport: Equatable, Sendable {
  struct State: Equatable, Sendable {
    let entry: BuildStateEntry
    /// True when a missing scratch folder would be restored from this state now.
    let isCurrent: Bool

    init(_ entry: BuildStateEntry, isCurrent: Bool) {
      self.entry = entry
      self.isCurrent = isCurrent
    }
  }

  /// The states, newest first.
  let states: [State]
  /// The root of the workspace that the command runs in; nil outside of every workspace.
  let workspace: String?
  /// The size of all states in the store. They share most of their blobs.
  let bytes: Int

  init(_ states: [State], workspace: String?, bytes: Int) {
    self.states = states
    self.workspace = workspace
    self.bytes = bytes
  }
}

/// The result of `ambit cache state drop`.
struct StateDropReport: Equatable, Sendable {
  let dropped: [BuildStateEntry]
  /// The states that could not be removed.
  let kept: [BuildStateEntry]
  let freedBytes: Int
  let warnings: [Warning]

  init(
    dropped: [BuildStateEntry], kept: [BuildStateEntry] = [], freedBytes: Int, warnings: [Warning] = []
  ) {
    self.dropped = dropped
    self.kept = kept
    self.freedBytes = freedBytes
    self.warnings = warnings
  }
}

/// The result of `ambit cache state save` or `restore` for each scratch folder of a workspace.
struct StateScratchReport: Equatable, Sendable {
  enum Outcome: Equatable, Sendable {
    case restored(StateSummary, seconds: Double)
    case saved(StateSummary, seconds: Double)
    /// The folder exists, so nothing was restored over it.
    case present
    /// There is no folder to save.
    case absent
    /// Neither the head nor an ancestor has a state that fits. `others` counts the folder's states of other commits.
    case nothingFits(others: Int)
    case failed(Warning)
  }

  struct Scratch: Equatable, Sendable {
    /// The absolute path of the scratch folder.
    let path: String
    let outcome: Outcome

    init(_ path: String, _ outcome: Outcome) {
      self.path = path
      self.outcome = outcome
    }
  }

  let scratches: [Scratch]
  /// The workspace's root.
  let workspace: String
  /// True when the clone is shallow: an ancestor with a state may be missing.
  let isShallow: Bool

  init(_ scratches: [Scratch], workspace: String, isShallow: Bool = false) {
    self.scratches = scratches
    self.workspace = workspace
    self.isShallow = isShallow
  }

  var warnings: [Warning] {
    scratches.compactMap { if case .failed(let warning) = $0.outcome { warning } else { nil } }
  }
}

/// `ambit cache state --json`.
enum StateJSON {
  static func text(_ report: StateListReport) -> String {
    let states = report.states.map { JSON($0.entry.json, ["current": $0.isCurrent]) }
    return JSON.report(["bytes": report.bytes, "states": states])
  }

  static func text(_ report: StateDropReport) -> String {
    JSON.report([
      "dropped": report.dropped.map(\.json), "kept": report.kept.map(\.json),
      "freedBytes": report.freedBytes, "warnings": report.warnings,
    ])
  }

  static func text(_ report: StateScratchReport) -> String {
    JSON.report(["scratches": report.scratches.map(\.json), "warnings": report.warnings])
  }
}

extension BuildStateEntry {
  fileprivate var json: JSON {
    [
      "key": key.description, "commit": summary.commit, "workspace": summary.workspace,
      "scratch": summary.scratch, "saved": Timestamp.text(summary.saved.seconds), "files": summary.files,
      "inputs": summary.inputs, "bytes": summary.bytes, "storedBytes": summary.storedBytes,
      "writtenBytes": summary.writtenBytes,
    ]
  }
}

extension StateScratchReport.Scratch {
  fileprivate var json: JSON {
    switch outcome {
    case .restored(let state, let seconds): done("restored", state, seconds)
    case .saved(let state, let seconds):
      JSON(done("saved", state, seconds), ["writtenBytes": state.writtenBytes])
    case .present: ["scratch": path, "outcome": "present"]
    case .absent: ["scratch": path, "outcome": "absent"]
    case .nothingFits: ["scratch": path, "outcome": "none"]
    case .failed: ["scratch": path, "outcome": "failed"]
    }
  }

  private func done(_ outcome: String, _ state: StateSummary, _ seconds: Double) -> JSON {
    [
      "scratch": path, "outcome": outcome, "commit": state.commit, "files": state.files,
      "bytes": state.bytes, "seconds": seconds,
    ]
  }
}
