import Base
import Graph
import Reports
import Runner

/// The document of `ambit report`.
extension ChangeReport {
  /// `--format markdown` and `html`: one comment or page with everything about a change. The errors come first, since a
  /// comment may run out of room.
  var document: Document {
    let verdict = ChangeVerdict(self)
    let (broken, warned) = ((findings ?? []).errors, (findings ?? []).warnings)
    let sentences = [
      run.map { [StyledText("\($0.summary).")] }, ["\(subject): \(affected.reach)"], affected.sharedReasons,
      findings?.isEmpty == true ? ["No rule is broken."] : nil,
    ].compactMap(\.self).flatMap(\.self)
    return Document(
      marker: Self.marker,
      [.title("\(verdict.sign, verdict.style) \(verdict.words)")] + sentences.map { .text($0) }
        + [.items(ChangeSteps.all(self)), .warnings(warnings)]
        + (run.map { run in
          section("Does not build", .said(run.causes), run.causes.count)
            + section("Failed", .said(run.failures), run.failures.count)
            + section("No verdict", .table(run.unjudgedTable), run.unjudged.count)
        } ?? [])
        + section("Broken rules", .table(Self.table(of: broken)), broken.count)
        + section("Warnings of rules", .table(Self.table(of: warned)), warned.count)
        + group("Teams", owners.changed.count + owners.reached.count, nil, owners.tables)
        + group(
          "Modules", affected.selection.modules.count,
          ChangeDrawing(affected, failed: Set((run?.failed ?? []).map(\.id))),
          affected.tables(owners: owners.owners) + [affected.files])
        + (run.map { section("Test modules", .table($0.modulesTable), $0.modules.count) } ?? [])
        + [.note(owners.rules.note)])
  }

  private func section(_ title: String, _ part: Document.Part, _ count: Int) -> [Document.Part] {
    count == 0 ? [] : [.section(.heading(title, "\(count)")), part]
  }

  private func group(
    _ title: String, _ count: Int, _ drawing: ChangeDrawing?, _ tables: [ReportTable]
  ) -> [Document.Part] {
    tables.allSatisfy(\.rows.isEmpty)
      ? []
      : [.section(.heading(title, "\(count)"))] + (drawing.map { [.drawing($0)] } ?? [])
        + Document.tables(tables)
  }

  /// `--format html`.
  var page: String {
    let words = ChangeVerdict(self).words
    return document.page(
      title: project.map { "\($0): \(words)" } ?? words,
      style: EmbeddedFiles.changeStyle)
  }

  /// The line by which a script finds its comment again. The line is a contract.
  static let marker = "<!-- ambit:report -->"

  /// `shop, branch x, worktree (1a2b3c4d)`
  var subject: StyledText {
    let head = affected.revisions.head
    let commit = head.commit.map { " (\($0.prefix(8), .code))" as StyledText } ?? ""
    let parts = [
      project.map { "\(Text.cut($0, to: 200), .heading)" as StyledText },
      branch.map { "branch \($0, .code)" as StyledText }, "\(head.ref, .code)\(commit)",
    ]
    return .joined(parts.compactMap(\.self), by: ", ")
  }

  private static func table(of findings: [ChangeFinding]) -> ReportTable {
    ReportTable(
      "", "finding",
      [.name("Rule"), .name("Where"), .rest("What"), .rest("How to fix it")],
      findings.map { finding in
        [
          "\(finding.rule, .code)",
          .joined([finding.module, finding.place].compactMap(\.self).map { "\($0, .path)" }, by: " "),
          "\(Text.cut(finding.message, to: longestMessage))",
          "\(Text.cut(finding.mend ?? "", to: longestMessage))",
        ]
      })
  }
}

private let longestMessage = 300

extension [ChangeFinding] {
  /// The broken rules, which the verdict counts.
  var errors: [ChangeFinding] { filter { $0.severity == .error } }
  var warnings: [ChangeFinding] { filter { $0.severity == .warning } }
}

extension ChangeFinding {
  /// `Core/Package.swift:7`
  var place: String? { file.map { FailureText.place($0, line) } }
}

extension AffectedReport {
  var reach: StyledText {
    selection.modules.isEmpty ? summary : "\(AffectedText.headline(self)). \(summary)"
  }
}

// MARK: Runs

extension ReportedRun {
  /// Each build error once, with the modules and packages that it blocks.
  var causes: [Document.Said] {
    ChangeCauses(self).all.map { cause in
      let names: StyledText = .names((cause.tests + cause.packages).map(Self.cut), .module)
      let place: StyledText = cause.place.map { " in \(Self.cut($0), .path)" } ?? ""
      let blocked: StyledText = cause.blocked.isEmpty ? "" : " \(cause.blocked): \(names)"
      return Document.Said(
        title: "\(Self.cut(cause.name), .module)\(place)\(blocked)", text: cause.message,
        identity: [cause.name, cause.message])
    }
  }

  private static func cut(_ name: String) -> String { Text.cut(name, to: 200) }

  /// The modules that failed themselves. A module that was not built is listed with the error that blocks it.
  var failedThemselves: [Module] { failed.filter { !isUnbuilt($0) || $0.failures.isEmpty } }

  /// The failed cases, and the modules that failed without a failed case.
  var failures: [Document.Said] {
    failedThemselves.flatMap { module -> [Document.Said] in
      let name = StyledText(Self.cut(module.id), .module)
      guard !module.failures.isEmpty else {
        return [
          Document.Said(title: "\(name) \(Self.words(module.outcome))", text: "", identity: [module.id])
        ]
      }
      return module.failures.map { failure in
        let place: StyledText = failure.place.map { " in \(Self.cut($0), .path)" } ?? ""
        return Document.Said(
          title: "\(name) \(Self.cut(failure.testCase), .code)\(place)", text: failure.message,
          identity: [module.id, failure.testCase])
      }
    }
  }

  /// The modules without a verdict, with the reasons.
  fileprivate var unjudgedTable: ReportTable {
    ReportTable(
      "", "entry", [.name("Module"), .rest("Why")],
      unjudged.map { ["\($0.name, .module)", "\(Text.cut($0.reason, to: longestMessage))"] })
  }

  fileprivate var modulesTable: ReportTable {
    let slowest = modules.enumerated().sorted { left, right in
      (right.element.seconds, left.offset) < (left.element.seconds, right.offset)
    }.map(\.element)
    return ReportTable(
      "", "module", [.name("Module"), .words("Outcome"), .number("Tests"), .number("Time")],
      slowest.map { module in
        [
          "\(module.id, .module)",
          "\(Self.words(module.outcome))\(module.outcome == "skipped" ? module.reason.map { ": \(Self.cut($0))" } ?? "" : "")",
          "\(module.cases > 0 ? "\(module.cases)" : "")",
          "\(module.attempts > 0 ? Wording.duration(module.seconds) : "")",
        ]
      })
  }

  /// `1 of 14 test modules failed, 3 run, 10 passed before, 2 min 5 s saved`
  var summary: String {
    let total = Wording.count(modules.count, "test module")
    let open = modules.count { $0.outcome == "no-verdict" }
    let outcomes = RunSummary.joined(
      [(failed.count - unbuilt.count, "failed"), (unbuilt.count, "not built"), (open, "without a verdict")],
      of: total)
    var parts = [outcomes.isEmpty ? total : outcomes, "\(ran) run"]
    if cached > 0 { parts.append("\(cached) passed before\(gates.remark)") }
    if flaky > 0 { parts.append("\(flaky) passed on a retry") }
    if failedInQuarantine > 0 { parts.append("\(failedInQuarantine) failed in quarantine") }
    if skipped > 0 { parts.append("\(skipped) skipped") }
    if !brokenPackages.isEmpty {
      parts.append("\(Wording.count(brokenPackages.count, "package")) did not build")
    }
    let times = [
      buildSeconds > 0 ? "built in \(Wording.duration(buildSeconds))" : nil,
      testSeconds > 0 ? "tests took \(Wording.duration(testSeconds))" : nil,
    ].compactMap(\.self)
    return parts.joined(separator: ", ") + RunSummary.saved(secondsSaved) + times.map { ", \($0)" }.joined()
  }

  static func words(_ outcome: String) -> String { ModuleReport.Outcome(rawValue: outcome)?.words ?? outcome }
}
