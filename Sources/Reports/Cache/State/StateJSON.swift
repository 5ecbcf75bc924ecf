import BuildState
import Digests
import Platform
import Support

/// `ambit cache state --json`.
package enum StateJSON {
  package static func text(_ report: StateListReport) -> String {
    JSONWriter.report { writer in
      writer.field("bytes", report.bytes)
      writer.field("states") { writer in
        writer.array(of: report.states) { writer, state in
          writer.object { writer in
            writer.state(state.entry)
            writer.field("current", state.isCurrent)
          }
        }
      }
    }
  }

  package static func text(_ report: StateDropReport) -> String {
    JSONWriter.report { writer in
      writer.states("dropped", report.dropped)
      writer.states("kept", report.kept)
      writer.field("freedBytes", report.freedBytes)
      writer.warnings(report.warnings)
    }
  }

  package static func text(_ report: StateScratchReport) -> String {
    JSONWriter.report { writer in
      writer.field("scratches") { $0.array(of: report.scratches) { $0.scratch($1) } }
      writer.warnings(report.warnings)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func states(_ name: String, _ entries: [BuildStateEntry]) {
    field(name) { writer in
      writer.array(of: entries) { writer, entry in writer.object { $0.state(entry) } }
    }
  }

  fileprivate mutating func state(_ entry: BuildStateEntry) {
    let summary = entry.summary
    field("key", entry.key.description)
    field("commit", summary.commit)
    field("workspace", summary.workspace)
    field("scratch", summary.scratch)
    field("saved", Timestamp.text(summary.saved.seconds))
    field("files", summary.files)
    field("inputs", summary.inputs)
    field("bytes", summary.bytes)
    field("storedBytes", summary.storedBytes)
    field("writtenBytes", summary.writtenBytes)
  }

  fileprivate mutating func scratch(_ scratch: StateScratchReport.Scratch) {
    object { writer in
      writer.field("scratch", scratch.path)
      switch scratch.outcome {
      case .restored(let state, let seconds): writer.done("restored", state, seconds)
      case .saved(let state, let seconds):
        writer.done("saved", state, seconds)
        writer.field("writtenBytes", state.writtenBytes)
      case .present: writer.field("outcome", "present")
      case .absent: writer.field("outcome", "absent")
      case .nothingFits: writer.field("outcome", "none")
      case .failed: writer.field("outcome", "failed")
      }
    }
  }

  private mutating func done(_ outcome: String, _ state: StateSummary, _ seconds: Double) {
    field("outcome", outcome)
    field("commit", state.commit)
    field("files", state.files)
    field("bytes", state.bytes)
    field("seconds") { $0.decimal(seconds) }
  }
}
