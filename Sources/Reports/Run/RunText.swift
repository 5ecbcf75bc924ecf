import Names
package import Runner
package import Terminal

/// How a run ended, for people: what does not build, what failed, and one last line that sums it up.
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

  /// `elapsed` is how long all of it took.
  package func lines(elapsed: Duration) -> [StyledText] {
    let details = inputs + excused + open + failedBuilds + failedTests + flakyTests + underWay
    let summary = RunSummary(report: report).line(elapsed: elapsed)
    return details.isEmpty ? [summary] : details + [StyledText(), summary]
  }
}

// MARK: What tests and builds looked at

extension RunText {
  private var inputs: [StyledText] {
    report.inputs.flatMap { module -> [StyledText] in
      let lines = module.inputs.map { input in
        StyledText("  \(input.cover.padded(to: 10))  \(input.aspect.padded(to: 8))  ", .dim)
          + StyledText(input.place) + StyledText(input.reader.map { ", read by \($0)" } ?? "", .dim)
      }
      let nothing =
        module.inputs.isEmpty && module.obstacle == nil ? [StyledText("  nothing but its product", .dim)] : []
      let obstacle = module.obstacle.map { [StyledText("  \($0)", .warning)] } ?? []
      let title =
        StyledText(module.module.description, .module) + StyledText(module.isOfBuild ? "'s build" : "", .dim)
      return [StyledText(), title] + obstacle + lines + nothing
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

// MARK: What this machine cannot run

extension RunText {
  private var excused: [StyledText] {
    let packages = report.packages.compactMap { package in package.excuse.map { ("//\(package.folder)", $0) }
    }
    let modules = report.modules.compactMap { module in module.excuse.map { (module.id.description, $0) } }
    guard !(packages + modules).isEmpty else { return [] }
    return [StyledText(), StyledText("Not for this machine", .heading)]
      + (packages + modules).map { name, reason in
        StyledText("  ") + StyledText(name, .module) + StyledText("  \(reason)", .dim)
      }
  }
}

// MARK: What has no verdict

extension RunText {
  /// Each reason once, with all that it concerns.
  private var open: [StyledText] {
    let packages = report.silentFailures.compactMap { package in
      package.noVerdict.map { (name: "//\(package.folder)", reason: $0.message) }
    }
    let modules = report.modules.compactMap { module in
      module.noVerdict.map { (name: module.id.description, reason: $0.message) }
    }
    let all = packages + modules
    guard !all.isEmpty else { return [] }
    var reasons: [String] = []
    for entry in all where !reasons.contains(entry.reason) { reasons.append(entry.reason) }
    return [StyledText(), StyledText("No verdict", .heading)]
      + reasons.flatMap { reason in
        let names = all.filter { $0.reason == reason }.map(\.name)
        return [StyledText("  ") + StyledText(NameList.text(names, room: width.map { $0 - 2 }), .module)]
          + LogText.lines(Array(reason.utf8)).map { StyledText("    \($0)") }
      }
  }
}

// MARK: Builds

extension RunText {
  private var failedBuilds: [StyledText] {
    let groups = BuildBlame(report, modules).groups
    guard !groups.isEmpty else { return [] }
    var lines = [StyledText(), StyledText("Does not build", .heading)]
    for group in groups {
      lines.append(StyledText("  ") + StyledText(group.name, .module))
      lines += group.errors.flatMap(error)
    }
    return lines + unbuilt
  }

  private func error(_ error: BuildDiagnostic) -> [StyledText] {
    let excerpt = CompilerErrors.Key(error).flatMap { excerpts[$0] } ?? []
    return FailureText.lines(error.file, error.line, error.message, indent: 4)
      + excerpt.map { StyledText("      \($0)", .dim) }
  }

  /// The test modules that did not run because of it.
  private var unbuilt: [StyledText] {
    let names = report.modules.filter { $0.outcome == .buildFailed }.map(\.id.description)
    guard !names.isEmpty else { return [] }
    let start = "  not run: "
    return [StyledText(start, .dim) + StyledText(NameList.text(names, room: width.map { $0 - start.count }))]
  }
}

// MARK: Tests

extension RunText {
  /// Who stops a run that hangs wants to know where.
  private var underWay: [StyledText] {
    guard !unfinished.isEmpty else { return [] }
    return [StyledText(), StyledText("Was still running", .heading)]
      + unfinished.map { module in
        let start = StyledText("  ") + StyledText(module.id.description, .module)
        guard !module.tests.isEmpty else { return start }
        return start + StyledText("  " + NameList.text(module.tests, room: 200))
      }
  }

  private var failedTests: [StyledText] {
    let failed = report.modules.filter(\.outcome.isTestFailure)
    guard !failed.isEmpty else { return [] }
    return [StyledText(), StyledText("Failed", .heading)] + failed.flatMap(FailureText.lines)
      + [StyledText(), StyledText("again, all of these: ", .dim) + StyledText(Rerun.command(of: report))]
  }

  private var flakyTests: [StyledText] {
    let flaky = report.modules.filter { $0.outcome == .flaky }
    guard !flaky.isEmpty else { return [] }
    return [StyledText(), StyledText("Passed on a retry, and so not to be trusted", .heading)]
      + flaky.flatMap { module in
        let title =
          StyledText("  ") + StyledText(module.id.description, .module)
          + StyledText("  \(Wording.count(module.attempts, "attempt"))", .warning)
        return [title] + FailureText.flakyCases(of: module)
      }
  }
}
