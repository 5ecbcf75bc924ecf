import BuildState
import Platform
import Support
package import Terminal

/// `ambit cache state` for people.
package enum StateText {
  /// `now` in seconds since 1970.
  package static func lines(_ report: StateListReport, now: Int, width: Int?) -> [StyledText] {
    guard !report.states.isEmpty else { return ["No build state is kept yet", advice] }
    var table = Table(columns: [
      .init(), .init(), .init(), .init(truncation: .middle), .init(.right), .init(.right), .init(.right),
    ])
    for state in report.states {
      let summary = state.entry.summary
      table.add([
        state.isCurrent ? StyledText("→", .good) : "", commit(summary),
        StyledText(Age.text(of: summary.saved.seconds, now: now), .dim),
        StyledText(place(summary, in: report.workspace), .path),
        StyledText(Wording.count(summary.files, "file"), .dim),
        StyledText(Wording.bytes(summary.bytes), .count),
        StyledText("+\(Wording.bytes(summary.writtenBytes))", .dim),
      ])
    }
    return table.lines(width: width) + ["", legend(report)]
  }

  private static func legend(_ report: StateListReport) -> StyledText {
    let sum =
      "\(Wording.count(report.states.count, "build state")), \(Wording.bytes(report.bytes)) in the store"
    guard report.states.contains(where: \.isCurrent) else { return StyledText(sum, .dim) }
    return StyledText("\(sum); ", .dim) + StyledText("→", .good)
      + StyledText(" is what a missing scratch folder is restored from", .dim)
  }

  package static func lines(_ report: StateDropReport) -> [StyledText] {
    guard !(report.dropped.isEmpty && report.kept.isEmpty) else { return ["No build state to drop"] }
    let kept = report.kept.map { entry in
      StyledText("kept ", .warning) + commit(entry.summary) + " "
        + StyledText(entry.summary.scratch, .path) + ": it cannot be removed"
    }
    let sum =
      "\(Wording.count(report.dropped.count, "build state")), \(Wording.bytes(report.freedBytes)) freed"
    return kept + [StyledText("Dropped ", report.dropped.isEmpty ? .plain : .good) + StyledText(sum)]
  }

  static var advice: StyledText {
    StyledText("→ ", .dim) + StyledText("ambit test", .path)
      + StyledText(" saves one when it passes, and so does ") + StyledText("ambit build", .path)
  }

  static func commit(_ summary: StateSummary) -> StyledText { StyledText(String(summary.commit.prefix(8))) }

  /// Relative to the workspace that is asked from, whole for another's.
  private static func place(_ summary: StateSummary, in workspace: String?) -> String {
    summary.workspace == workspace
      ? summary.scratch.path(below: summary.workspace) ?? summary.scratch : summary.scratch
  }
}
