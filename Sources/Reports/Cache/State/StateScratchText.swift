import BuildState
import Support
package import Terminal

/// `ambit cache state save` and `restore` for people: a line for each scratch folder, and what to do next.
package enum StateScratchText {
  package static func lines(_ report: StateScratchReport) -> [StyledText] {
    guard !report.scratches.isEmpty else { return ["No package of this workspace is built on this system"] }
    let lines = report.scratches.map { line($0.outcome, name(of: $0, in: report)) }
    let advice = report.scratches.compactMap { Self.advice(on: $0.outcome, report) }
    return lines + advice.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func line(_ outcome: StateScratchReport.Outcome, _ folder: StyledText) -> StyledText {
    switch outcome {
    case .restored(let state, let seconds):
      StyledText("restored ", .good) + folder + " from " + StateText.commit(state)
        + StyledText(" (\(size(state))) in \(HistoryText.duration(seconds))")
    case .saved(let state, let seconds):
      StyledText("saved ", .good) + folder + " as " + StateText.commit(state)
        + StyledText(
          " (\(size(state)), \(Wording.bytes(state.writtenBytes)) added) in \(HistoryText.duration(seconds))")
    case .present: StyledText("kept ") + folder + ": it is there already"
    case .absent: StyledText("nothing to save: ") + folder + " is not there"
    case .nothingFits(0): StyledText("nothing to restore: ") + folder + " has no build state yet"
    case .nothingFits(let others):
      StyledText("nothing to restore: ") + folder
        + StyledText(" has \(Wording.count(others, "build state")), none of this commit or one before it")
    // What is wrong is a warning, which says more than fits here.
    case .failed: StyledText("left out ", .warning) + folder
    }
  }

  private static func size(_ state: StateSummary) -> String {
    "\(Wording.count(state.files, "file")), \(Wording.bytes(state.bytes))"
  }

  private static func name(of scratch: StateScratchReport.Scratch, in report: StateScratchReport)
    -> StyledText
  {
    StyledText(scratch.path.path(below: report.workspace) ?? scratch.path, .path)
  }

  private static func advice(
    on outcome: StateScratchReport.Outcome, _ report: StateScratchReport
  ) -> StyledText? {
    switch outcome {
    case .restored, .saved, .failed: nil
    case .present: step("--force", "replaces what is there")
    case .absent: step("ambit test", "builds it, and saves it when it passes")
    case .nothingFits where report.isShallow:
      step("git fetch --unshallow", "brings the commits before this one, which may have a state")
    case .nothingFits(0): StateText.advice
    case .nothingFits: step("ambit cache state list", "shows them; toolchain, system and flags count as well")
    }
  }

  private static func step(_ command: String, _ effect: String) -> StyledText {
    StyledText("→ ", .dim) + StyledText(command, .path) + StyledText(" \(effect)")
  }
}
