package import Base
import Reports
package import Store

/// What `ambit cache state list` shows.
package struct StateListReport: Equatable, Sendable {
  package struct State: Equatable, Sendable {
    package let entry: BuildStateEntry
    /// Whether its scratch folder would be restored from it now.
    package let isCurrent: Bool

    package init(_ entry: BuildStateEntry, isCurrent: Bool) {
      self.entry = entry
      self.isCurrent = isCurrent
    }
  }

  /// Newest first.
  package let states: [State]
  /// The root of the workspace that is asked from; nil outside of every one.
  package let workspace: String?
  /// What all of them take in the store; they share most of it.
  package let bytes: Int

  package init(_ states: [State], workspace: String?, bytes: Int) {
    self.states = states
    self.workspace = workspace
    self.bytes = bytes
  }
}

/// What `ambit cache state drop` did.
package struct StateDropReport: Equatable, Sendable {
  package let dropped: [BuildStateEntry]
  /// What could not be taken out.
  package let kept: [BuildStateEntry]
  package let freedBytes: Int
  package let warnings: [Warning]

  package init(
    dropped: [BuildStateEntry], kept: [BuildStateEntry] = [], freedBytes: Int, warnings: [Warning] = []
  ) {
    self.dropped = dropped
    self.kept = kept
    self.freedBytes = freedBytes
    self.warnings = warnings
  }
}

/// What `ambit cache state save` or `restore` did with each scratch folder of a workspace.
package struct StateScratchReport: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case restored(StateSummary, seconds: Double)
    case saved(StateSummary, seconds: Double)
    /// Nothing was restored over a folder that is there.
    case present
    /// There is no folder to save.
    case absent
    /// Neither the head nor an ancestor of it has a state that fits; so many there are of the folder all the same.
    case nothingFits(others: Int)
    case failed(Warning)
  }

  package struct Scratch: Equatable, Sendable {
    /// Absolute.
    package let path: String
    package let outcome: Outcome

    package init(_ path: String, _ outcome: Outcome) {
      self.path = path
      self.outcome = outcome
    }
  }

  package let scratches: [Scratch]
  /// The workspace's root.
  package let workspace: String
  /// History ends before its beginning here, so that an ancestor with a state may be out of sight.
  package let isShallow: Bool

  package init(_ scratches: [Scratch], workspace: String, isShallow: Bool = false) {
    self.scratches = scratches
    self.workspace = workspace
    self.isShallow = isShallow
  }

  package var warnings: [Warning] {
    scratches.compactMap { if case .failed(let warning) = $0.outcome { warning } else { nil } }
  }
}

/// `ambit cache state --json`.
package enum StateJSON {
  package static func text(_ report: StateListReport) -> String {
    let states = report.states.map { JSON($0.entry.json, ["current": $0.isCurrent]) }
    return JSON.report(["bytes": report.bytes, "states": states])
  }

  package static func text(_ report: StateDropReport) -> String {
    JSON.report([
      "dropped": report.dropped.map(\.json), "kept": report.kept.map(\.json),
      "freedBytes": report.freedBytes, "warnings": report.warnings,
    ])
  }

  package static func text(_ report: StateScratchReport) -> String {
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
