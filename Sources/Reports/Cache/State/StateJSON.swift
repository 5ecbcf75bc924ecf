import BuildState
import Digests
import Platform
import Support

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
