import Base
import Reports
import Store

/// `ambit cache state` for people.
enum StateText {
  /// `now` in seconds since 1970.
  static func lines(_ report: StateListReport, now: Int, width: Int?) -> [StyledText] {
    guard !report.states.isEmpty else { return ["No build state yet", advice] }
    let rows = report.states.map { state -> [StyledText] in
      let summary = state.entry.summary
      return [
        "\(state.isCurrent ? "→" : "", .good)", "\(commit(summary))",
        "\(Age.text(of: summary.saved.seconds, now: now), .dim)",
        "\(place(summary, in: report.workspace), .path)", "\(Wording.count(summary.files, "file"), .dim)",
        "\(Wording.bytes(summary.bytes), .count)", "\("+\(Wording.bytes(summary.writtenBytes))", .dim)",
      ]
    }
    let sum = "\(Wording.count(rows.count, "build state")), \(Wording.bytes(report.bytes)) in the store"
    let legend: StyledText =
      report.states.contains(where: \.isCurrent)
      ? "\("\(sum); ", .dim)\("→", .good)\(" restores a missing scratch folder", .dim)"
      : StyledText(sum, .dim)
    return Table([.left, .left, .left, .middle(), .right, .right, .right], rows).lines(width: width)
      + ["", legend]
  }

  static func lines(_ report: StateDropReport) -> [StyledText] {
    guard !(report.dropped.isEmpty && report.kept.isEmpty) else { return ["No build state to drop"] }
    let kept = report.kept.map { entry -> StyledText in
      "\("kept ", .warning)\(commit(entry.summary)) \(entry.summary.scratch, .path): cannot be removed"
    }
    let sum =
      "\(Wording.count(report.dropped.count, "build state")), \(Wording.bytes(report.freedBytes)) freed"
    return kept + ["\("Dropped ", report.dropped.isEmpty ? .plain : .good)\(sum)"]
  }

  private static var advice: StyledText {
    "\("→ ", .dim)\("ambit test", .path) and \("ambit build", .path) save one when they pass"
  }

  private static func commit(_ summary: StateSummary) -> Substring { summary.commit.prefix(8) }

  /// The scratch folder, relative to the workspace that the command runs in; absolute for another workspace.
  private static func place(_ summary: StateSummary, in workspace: String?) -> String {
    summary.workspace == workspace
      ? summary.scratch.path(below: summary.workspace) ?? summary.scratch : summary.scratch
  }
}

// MARK: Saving and restoring

extension StateText {
  /// A line for each scratch folder, and what to do next.
  static func lines(_ report: StateScratchReport) -> [StyledText] {
    guard !report.scratches.isEmpty else { return ["No package of this workspace builds on this system"] }
    let lines = report.scratches.map { scratch in
      let path = scratch.path.path(below: report.workspace) ?? scratch.path
      return line(scratch.outcome, "\(path, .path)")
    }
    let advice = report.scratches.compactMap { Self.advice(on: $0.outcome, report) }
    return lines + advice.uniqued()
  }

  private static func line(_ outcome: StateScratchReport.Outcome, _ folder: StyledText) -> StyledText {
    switch outcome {
    case .restored(let state, let seconds):
      "\("restored ", .good)\(folder) from \(commit(state)) (\(size(state))) in \(Wording.duration(seconds))"
    case .saved(let state, let seconds):
      """
      \("saved ", .good)\(folder) as \(commit(state)) (\(size(state)), \(Wording.bytes(state.writtenBytes)) added) \
      in \(Wording.duration(seconds))
      """
    case .present: "kept \(folder): it exists already"
    case .absent: "nothing to save: \(folder) does not exist"
    case .nothingFits(0): "nothing to restore: \(folder) has no build state yet"
    case .nothingFits(let others):
      "nothing to restore: \(folder) has \(Wording.count(others, "build state")), none for this commit or its ancestors"
    // The warning names the error; it does not fit here.
    case .failed: "\("left out ", .warning)\(folder)"
    }
  }

  private static func size(_ state: StateSummary) -> String {
    "\(Wording.count(state.files, "file")), \(Wording.bytes(state.bytes))"
  }

  private static func advice(
    on outcome: StateScratchReport.Outcome, _ report: StateScratchReport
  ) -> StyledText? {
    func step(_ command: String, _ effect: String) -> StyledText {
      "\("→ ", .dim)\(command, .path) \(effect)"
    }
    return switch outcome {
    case .restored, .saved, .failed: nil
    case .present: step("--force", "replaces the folder")
    case .absent: step("ambit test", "builds it, and saves it when it passes")
    case .nothingFits where report.isShallow:
      step("git fetch --unshallow", "fetches older commits, which may have a state")
    case .nothingFits(0): advice
    case .nothingFits:
      step("ambit cache state list", "lists them; toolchain, system and flags must match too")
    }
  }
}

/// The result of `ambit cache state list`.
struct StateListReport: Equatable, Sendable {
  struct State: Equatable, Sendable {
    let entry: BuildStateEntry
    /// True when a missing scratch folder would be restored from this state now.
    let isCurrent: Bool
  }

  /// The states, newest first.
  let states: [State]
  /// The root of the workspace that the command runs in; nil outside of every workspace.
  let workspace: String?
  /// The size of all states in the store. They share most of their blobs.
  let bytes: Int
}

/// The result of `ambit cache state drop`.
struct StateDropReport: Equatable, Sendable {
  let dropped: [BuildStateEntry]
  /// The states that could not be removed.
  let kept: [BuildStateEntry]
  let freedBytes: Int
  let warnings: [Warning]
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
  }

  let scratches: [Scratch]
  /// The workspace's root.
  let workspace: String
  /// True when the clone is shallow: an ancestor with a state may be missing.
  let isShallow: Bool

  var warnings: [Warning] {
    scratches.compactMap { if case .failed(let warning) = $0.outcome { warning } else { nil } }
  }
}

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
