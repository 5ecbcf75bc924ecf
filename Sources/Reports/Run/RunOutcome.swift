package import Base
package import Runner

extension RunReport.Outcome {
  /// The first words of the last line of a run.
  func word(passed: String = "Passed") -> StyledText {
    switch self {
    case .passed: StyledText(passed, .good)
    case .failed: StyledText("Failed", .bad)
    case .incomplete: StyledText("Incomplete", .warning)
    case .stopped: StyledText("Stopped", .warning)
    }
  }
}

/// The words and colours of outcomes.
extension ModuleReport.Outcome {
  package var words: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .flaky: "passed on a retry"
    case .crashed: "crashed"
    case .timedOut: "timed out"
    case .buildFailed: "was not built"
    case .noVerdict: "has no verdict"
    case .cached: "passed before"
    case .skipped: "was skipped"
    }
  }

  /// True when the tests themselves failed, and not their build.
  package var isTestFailure: Bool {
    switch self {
    case .failed, .crashed, .timedOut: true
    case .passed, .flaky, .cached, .buildFailed, .noVerdict, .skipped: false
    }
  }
}

extension ModuleReport.Code {
  var words: String? {
    switch self {
    case .noTestsRan, .needsXcodebuild, .needsXcodeRun, .unsupportedOption: nil
    case .noCaseMatches: "the filter matches none of its test cases"
    }
  }
}

extension CaseCounts {
  var total: Int { passed + failed + skipped }
}

extension GateCounts {
  package var json: JSON { JSON(fields: Gate.allCases.map { ($0.rawValue, self[$0]) }) }

  /// ` (2 are built as before)`; empty where keys alone decided.
  package var remark: String {
    let product = self[.product]
    return product > 0 ? " (\(product) \(product == 1 ? "is" : "are") built as before)" : ""
  }
}

extension Gate {
  /// The words for one module; nil where its key decided.
  package var remark: String? {
    switch self {
    case .key: nil
    case .product: "built as before"
    }
  }
}

/// The command that runs one failed case again, and nothing else.
package enum Rerun {
  /// The command names the case by itself. It does not depend on a change, which may be gone tomorrow.
  package static func command(of testCase: String, in report: ModuleReport) -> String {
    let module = report.id
    var words = ["test", module.description]
    // A failure without a case runs the whole module again.
    if !report.runsInXcode, testCase != ModuleNames.compiled(module.name) {
      words += ["--filter", "^\(ModuleNames.escapedForRegex(testCase))$"]
    }
    return line(words, report.sanitizers)
  }

  /// The command that runs all failed modules again.
  static func command(of report: RunReport) -> String {
    line(["test", "--failed"], report.modules.lazy.map(\.sanitizers).first { !$0.isEmpty } ?? [])
  }

  /// Ambit's flag takes one name, and SwiftPM's flag any number of names.
  private static func line(_ words: [String], _ sanitizers: [String]) -> String {
    let flags = sanitizers.flatMap { ["--sanitize", $0] }
    let all = sanitizers.count > 1 ? words + ["--"] + flags : words + flags
    return Command(executable: "ambit", arguments: all).shellLine
  }
}
