package import Base
package import Runner

/// The result of a run, for people: failed builds, failed tests, and a last line with the totals.
package struct RunText {
  private let report: RunReport
  private let modules: SourceModules
  private let excerpts: [CompilerErrors.Key: [String]]
  private let unfinished: [UnfinishedModule]
  private let width: Int?

  /// Files in `report` are relative to the workspace.
  package init(
    _ report: RunReport, modules: SourceModules, excerpts: [CompilerErrors.Key: [String]] = [:],
    unfinished: [UnfinishedModule] = [], width: Int?
  ) {
    self.report = report
    self.modules = modules
    self.excerpts = excerpts
    self.unfinished = unfinished
    self.width = width
  }

  /// `elapsed` is the time of the whole run.
  package func lines(elapsed: Duration) -> [StyledText] {
    let details = inputs + leftOut + failedBuilds + failedTests + flakyTests + quarantined + underWay
    let summary = RunSummary(report: report).line(elapsed: elapsed)
    return details.isEmpty ? [summary] : details + ["", summary]
  }
}

// MARK: Inputs of tests and builds

extension RunText {
  private var inputs: [StyledText] {
    report.inputs.flatMap { module -> [StyledText] in
      let lines = module.inputs.map { input -> StyledText in
        let cover = "  \(input.cover.padded(to: 10))  \(input.aspect.padded(to: 8))  "
        return "\(cover, .dim)\(input.place)\(input.reader.map { ", read by \($0)" } ?? "", .dim)"
      }
      let isNothing = module.inputs.isEmpty && module.obstacle == nil
      return ["", "\(module.module, .module)\(module.isOfBuild ? "'s build" : "", .dim)"]
        + (module.obstacle.map { [StyledText("  \($0)", .warning)] } ?? []) + lines
        + (isNothing ? [StyledText("  only its build product", .dim)] : [])
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

// MARK: Modules and packages without a verdict

extension RunText {
  package var leftOut: [StyledText] { excused + open }

  /// The packages and modules that this machine cannot run, and bundles that no known scheme runs.
  private var excused: [StyledText] {
    let packages = report.packages.compactMap { one in one.excuse.map { ("//\(one.folder)", $0) } }
    let isElsewhere = { (one: ModuleReport) in one.code == nil || one.code == .needsXcodebuild }
    let elsewhere = report.modules.filter(isElsewhere).compactMap { one in
      one.excuse.map { (one.id.description, $0) }
    }
    let others = report.modules.filter { !isElsewhere($0) && $0.excuse != nil }
    return .section(
      "Not for this machine", (packages + elsewhere).map { "  \($0, .module)\("  \($1)", .dim)" })
      + .section(
        "Not run", others.flatMap { ["  \($0.id, .module)", "    \($0.excuse ?? "", .dim)"] as [StyledText] })
  }

  /// Each reason once, with all packages and modules without a verdict for that reason.
  private var open: [StyledText] {
    let packages = report.silentFailures.compactMap { package in
      package.noVerdict.map { (name: "//\(package.folder)", reason: $0.message) }
    }
    let modules = report.modules.compactMap { module in
      module.noVerdict.map { (name: module.id.description, reason: $0.message) }
    }
    let all = packages + modules
    return .section(
      "No verdict",
      all.map(\.reason).uniqued().flatMap { reason -> [StyledText] in
        let names = all.filter { $0.reason == reason }.map(\.name)
        return ["  \(NameList.text(names, room: width.map { $0 - 2 }), .module)"]
          + LogText.lines(Array(reason.utf8)).flatMap { StyledText("    \($0)").message(width: width) }
      })
  }
}

// MARK: Builds

extension RunText {
  private var failedBuilds: [StyledText] {
    let blame = BuildBlame(report, modules)
    guard !blame.groups.isEmpty else { return [] }
    return .section(
      "Does not build",
      blame.groups.flatMap { group in
        ["  \(group.name, .module)\(group.errors.isEmpty ? " does not compile" : "")"]
          + group.errors.flatMap(error)
          + consequence(for: blame.dependents[group.name] ?? [])
      } + unbuilt)
  }

  /// `9 packages need it: //Apps/Shop, //Contracts/Cart, +7 more`
  private func consequence(for packages: [RelativePath]) -> [StyledText] {
    guard !packages.isEmpty else { return [] }
    let start =
      "    \(Wording.count(packages.count, "package")) \(packages.count == 1 ? "needs" : "need") it: "
    let names = packages.map { "//\($0)" }
    return ["\(start, .dim)\(NameList.text(names, room: width.map { $0 - start.count }))"]
  }

  private func error(_ error: BuildDiagnostic) -> [StyledText] {
    let excerpt = CompilerErrors.Key(error).flatMap { excerpts[$0] } ?? []
    return FailureText.lines(FailureText.place(of: error), error.message, indent: 4).flatMap {
      $0.message(width: width)
    } + SourceExcerpt(excerpt).fitted(to: width.map { $0 - 6 }).map { StyledText("      \($0)", .dim) }
  }

  /// The test modules that did not run because a build failed.
  private var unbuilt: [StyledText] {
    let names = report.modules.filter { $0.outcome == .buildFailed }.map(\.id.description)
    guard !names.isEmpty else { return [] }
    let start = "  not run: "
    return ["\(start, .dim)\(NameList.text(names, room: width.map { $0 - start.count }))"]
  }
}

// MARK: Tests

extension RunText {
  /// The tests that were running when the run was stopped, to find the one that hangs.
  private var underWay: [StyledText] {
    .section(
      "Still running",
      unfinished.map { module in
        "  \(module.id, .module)\(module.tests.isEmpty ? "" : "  \(NameList.text(module.tests, room: 200))")"
      })
  }

  private var failedTests: [StyledText] {
    let failed = report.modules.filter(\.outcome.isTestFailure)
    guard !failed.isEmpty else { return [] }
    return .section(
      "Failed",
      failed.flatMap(FailureText.lines)
        + ["", "\("rerun all failures: ", .dim)\(Rerun.command(of: report))"])
  }

  private var flakyTests: [StyledText] {
    .section(
      "Flaky: passed only on a retry",
      report.modules.filter { $0.outcome == .flaky }.flatMap { module -> [StyledText] in
        ["  \(module.id, .module)\("  \(Wording.count(module.attempts, "attempt"))", .warning)"]
          + FailureText.flakyCases(of: module)
      })
  }
}

extension RunText {
  private var quarantined: [StyledText] {
    .section(
      "Failed in quarantine, not counted",
      report.modules.filter { !$0.failedInQuarantine.isEmpty }.flatMap { module in
        ["  \(module.id, .module)"] + FailureText.quarantinedCases(of: module)
      })
  }
}

/// The last line of a run.
package struct RunSummary {
  let report: RunReport

  func line(elapsed: Duration) -> StyledText {
    if isNothingRun {
      let remark = "\(report.gates.remark)\(saved)"
      return "\("Nothing to run", .good): \(count(cached, "test module")) passed before\(remark)"
    }
    if report.outcome == .passed, !report.modules.isEmpty, cached == report.modules.count,
      report.auditedPasses == 0
    {
      return
        "\("Up to date", .good): \(count(cached, "test module")) passed before\(report.gates.remark)\(saved), in \(Wording.duration(elapsed))"
    }
    if isAuditAlone {
      return
        "\("Audited", .good): \(count(report.auditedPasses, "module")) passed, in \(Wording.duration(elapsed))"
    }
    let word = report.outcome.word(passed: report.modules.isEmpty ? "Built" : "Passed")
    return "\(word): \(report.modules.isEmpty ? builds : tests), in \(Wording.duration(elapsed))"
  }

  private var isNothingRun: Bool {
    report.outcome == .passed && !report.modules.isEmpty && cached == report.modules.count
      && report.build.invocations == 0
  }

  /// True when the change reaches nothing, so that all that ran was drawn by the audit.
  private var isAuditAlone: Bool {
    report.outcome == .passed && report.modules.isEmpty && report.auditedPasses > 0
  }

  private var builds: String {
    let built = report.packages.count { $0.outcome == .built }
    let failed = report.packages.count { $0.outcome == .buildFailed }
    if report.outcome == .passed { return count(built, "package") }
    let open = report.packages.count { $0.outcome == .noVerdict }
    let total = count(report.packages.count, "package")
    guard failed + open > 0 else { return "\(built) of \(total) built" }
    let parts = [
      (failed, failed == 1 ? "does not build" : "do not build"),
      (open, open == 1 ? "has no verdict" : "have no verdict"),
    ]
    return Self.joined(parts, of: total)
  }

  /// `1 of 14 packages does not build, 2 have no verdict`
  package static func joined(_ parts: [(Int, String)], of total: String) -> String {
    parts.filter { $0.0 > 0 }.enumerated().map { index, part in
      "\(part.0) \(index == 0 ? "of \(total) " : "")\(part.1)"
    }.joined(separator: ", ")
  }

  private var tests: String {
    let total = count(report.modules.count, "test module")
    let ran = report.modules.count { $0.outcome == .passed || $0.outcome == .flaky }
    var parts: [String] = []
    if report.outcome == .passed {
      let cases = report.modules.filter { $0.attempts > 0 }.reduce(0) { $0 + $1.cases.total }
      parts.append("\(count(ran, "test module")) with \(count(cases, "test"))")
      let skipped = report.modules.count { $0.outcome == .skipped }
      if skipped > 0 { parts.append("\(skipped) skipped") }
    } else {
      parts = [outcomes(of: total, passed: ran)].filter { !$0.isEmpty }
    }
    let aside = report.failedInQuarantine
    if aside > 0 { parts.append("\(aside) failed in quarantine") }
    if report.auditedPasses > 0 { parts.append("\(report.auditedPasses) more audited") }
    if cached > 0 { parts.append("\(cached) passed before\(report.gates.remark)\(saved)") }
    let silent = report.silentFailures
    let broken = silent.count { $0.outcome == .buildFailed }
    let open = silent.count - broken
    if broken > 0 { parts.append("\(count(broken, "package")) \(broken == 1 ? "does" : "do") not build") }
    if open > 0 { parts.append("\(count(open, "package")) \(open == 1 ? "has" : "have") no verdict") }
    return parts.joined(separator: ", ")
  }

  /// `1 of 14 test modules failed, 3 not built, 10 passed`
  private func outcomes(of total: String, passed: Int) -> String {
    let failed = report.modules.count { $0.outcome.isTestFailure }
    let unbuilt = report.modules.count { $0.outcome == .buildFailed }
    let open = report.modules.count { $0.outcome == .noVerdict }
    let skipped = report.modules.count { $0.outcome == .skipped }
    return Self.joined(
      [
        (failed, "failed"), (unbuilt, "not built"), (open, "without a verdict"), (skipped, "skipped"),
        (passed, "passed"),
      ], of: total)
  }

  private var cached: Int { report.modules.count { $0.outcome == .cached } }

  private var saved: String { Self.saved(report.secondsSaved) }

  /// The saved time. Less than a second is not worth a word.
  package static func saved(_ seconds: Double) -> String {
    seconds >= 1 ? ", \(Wording.wholeSeconds(seconds)) saved" : ""
  }

  private func count(_ count: Int, _ noun: String) -> String { Wording.count(count, noun) }
}
