package import Base
import Graph
package import Runner

/// The line that is printed when something ends during a run.
package enum RunLine {
  /// `✓ //Packages/Core:CoreTests  12 tests  0.2 s`
  package static func module(_ module: ModuleReport) -> StyledText {
    var line: StyledText =
      "\(mark(module.outcome))\(module.id, .module)  \(counts(module), module.outcome.isTestFailure ? .bad : .plain)"
    if module.outcome == .flaky { line.append(", passed on attempt \(module.attempts)", .warning) }
    let aside = module.failedInQuarantine.count
    if aside > 0 { line.append(", \(aside) failed in quarantine", .warning) }
    if module.outcome == .cached { line.append(", passed before", .dim) }
    if module.attempts > 0 { line.append("  \(Wording.duration(module.seconds))", .dim) }
    return line
  }

  /// `✓ gen //Packages/Core  3 files  0.2 s`
  package static func task(_ task: TaskReport) -> StyledText {
    var line: StyledText = "\(mark(task.outcome))\(task.id.task, .heading) \(task.id.place, .module)"
    if let remark = task.remark { line += "  \(remark, task.outcome.isTestFailure ? .bad : .dim)" }
    if task.isRun { line.append("  \(Wording.duration(task.seconds))", .dim) }
    return line
  }

  /// `✗ //Packages/Cart does not build: 2 errors`
  package static func failedBuild(_ folder: RelativePath, newErrors: Int) -> StyledText {
    let reason = newErrors > 0 ? ": \(Wording.count(newErrors, "error"))" : ", for the same reason"
    return "\("✗ ", .bad)\("//\(folder)", .module)\(" does not build\(reason)", .bad)"
  }

  /// `! //Packages/Cart has no verdict: its dependency cannot be fetched`
  package static func noVerdict(_ folder: RelativePath, _ reason: Failure) -> StyledText {
    let why = Text.firstLine(of: reason.message)
    return "\("! ", .warning)\("//\(folder)", .module)\(" has no verdict: \(why)", .warning)"
  }

  /// `✗ Packages/Cart/Cart.swift:3:7  cannot find 'x' in scope`
  package static func compilerError(_ error: CompilerErrors.Key) -> StyledText {
    "\("✗ ", .bad)\(FailureText.place(error.file, error.line, error.column), .path)  \(error.message)"
  }

  package static func mark(_ outcome: ModuleReport.Outcome) -> StyledText {
    switch outcome {
    case .passed, .cached: StyledText("✓ ", .good)
    case .flaky, .noVerdict: StyledText("! ", .warning)
    case .skipped: StyledText("- ", .dim)
    case .failed, .crashed, .timedOut, .buildFailed: StyledText("✗ ", .bad)
    }
  }

  private static func counts(_ module: ModuleReport) -> String {
    let cases = module.cases
    let skipped = cases.skipped > 0 ? ", \(cases.skipped) skipped" : ""
    switch module.outcome {
    case .passed, .flaky, .cached: return Wording.count(cases.passed, "test") + skipped
    case .failed:
      guard cases.failed > 0 else { return "failed" }
      return "\(cases.failed) of \(Wording.count(cases.total, "test")) failed" + skipped
    case .crashed, .timedOut, .buildFailed, .noVerdict, .skipped: return module.outcome.words
    }
  }
}

extension TaskReport {
  /// `3 files`, `up to date`, `restored 3 files`, `exit code 1`; nil where there is nothing to say.
  fileprivate var remark: String? {
    guard outcome.isSuccess else { return message }
    let files = Wording.count(outputCount, "file")
    switch outputs {
    case .made: return files
    case .restored: return "\(files) restored"
    case .present: return "up to date"
    case nil: return outcome == .cached ? "passed before" : nil
    }
  }
}
