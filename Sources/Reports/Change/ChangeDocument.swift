import AffectedGraph
import Runner
import Support
import Terminal

/// `ambit report`: what a page or a comment about a change has below its verdict.
extension ChangeReport {
  struct Section {
    /// Where a link within the page leads.
    let id: String
    let title: String
    let tables: [ReportTable]

    var count: Int { tables.reduce(0) { $0 + $1.rows.count } }
  }

  /// What stops the change comes first: a comment may run out of room.
  var sections: [Section] {
    let all: [(String, String, [ReportTable])] =
      (run.map { run in
        [
          ("causes", "Does not build", [run.causesTable]), ("tests", "Failed", [run.failedTable]),
          ("open", "No verdict", [run.unjudgedTable]),
        ]
      } ?? [])
      + [
        ("rules", "Broken rules", [findingsTable]), ("teams", "Teams", owners.tables),
        ("modules", "Modules", affected.tables(owners: owners.owners)),
        ("files", "Files", [affected.files]),
      ] + (run.map { [("run", "Test modules", [$0.modulesTable])] } ?? [])
    return all.map(Section.init).filter { $0.count > 0 }
  }

  /// `--format markdown`: one comment with everything about a change.
  package var document: Document {
    let verdict = ChangeVerdict(self)
    let sentences = [
      run.map { StyledText("\($0.summary).") }, "\(subject): \(affected.reach)", affected.sharedReason,
    ].compactMap(\.self)
    let kept: [Document.Part] = findings?.isEmpty == true ? [.text("No rule is broken.")] : []
    return Document(
      marker: Self.marker,
      [.title("\(verdict.sign) \(verdict.words)")] + sentences.map { .text($0) }
        + [.items(ChangeSteps.all(self)), .warnings(warnings)] + kept
        + sections.flatMap { Document.tables($0.tables) } + [.note(owners.rules.note)])
  }

  /// How a script finds its comment again; a contract.
  package static let marker = "<!-- ambit:report -->"

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

  private var findingsTable: ReportTable {
    ReportTable(
      "Broken rules", "finding",
      [.name("Rule"), .name("Where"), .rest("What"), .rest("How to mend it")],
      (findings ?? []).map { finding in
        [
          "\(finding.severity == .error ? "" : "warning: ")\(finding.rule, .code)",
          .joined([finding.module, finding.place].compactMap(\.self).map { "\($0, .path)" }, by: " "),
          "\(Text.cut(finding.message, to: longestMessage))",
          "\(Text.cut(finding.mend ?? "", to: longestMessage))",
        ]
      })
  }
}

private let longestMessage = 300

extension ChangeFinding {
  /// `Core/Package.swift:7`
  var place: String? { file.map { FailureText.place($0, line) } }
}

extension AffectedReport {
  var reach: StyledText {
    selection.modules.isEmpty ? summary : "\(AffectedText.headline(self)). \(summary)"
  }
}

// MARK: Of a run

extension ReportedRun {
  /// Each error once, with what it blocks.
  fileprivate var causesTable: ReportTable {
    ReportTable(
      "Does not build", "error", [.name("Module"), .name("Where"), .rest("Error"), .rest("Blocks")],
      ChangeCauses(self).all.map { cause in
        [
          "\(cause.name, .module)", "\(cause.place ?? "", .path)",
          "\(Text.cut(cause.message, to: longestMessage))",
          "\(cause.blocked.dropFirst("blocks ".count))",
        ]
      })
  }

  /// The modules that failed themselves. What was not built is told with what keeps it from that.
  var failedThemselves: [Module] { failed.filter { !isUnbuilt($0) || $0.failures.isEmpty } }

  /// Each failed case, and modules that failed without one.
  fileprivate var failedTable: ReportTable {
    ReportTable(
      "Failed", "failure", [.name("Module"), .name("Test"), .rest("What was said")],
      failedThemselves.flatMap { module -> [[StyledText]] in
        guard !module.failures.isEmpty else {
          return [["\(module.id, .module)", "", "\(Self.words(module.outcome))"]]
        }
        return module.failures.map { failure in
          let place: StyledText = failure.place.map { " in \($0, .path)" } ?? ""
          return [
            "\(module.id, .module)", "\(failure.testCase, .code)\(place)",
            "\(Text.cut(failure.message, to: longestMessage))",
          ]
        }
      })
  }

  /// The modules without a verdict, and why.
  fileprivate var unjudgedTable: ReportTable {
    ReportTable(
      "No verdict", "entry", [.name("Module"), .rest("Why")],
      unjudged.map { ["\($0.name, .module)", "\(Text.cut($0.reason, to: longestMessage))"] })
  }

  fileprivate var modulesTable: ReportTable {
    let slowest = modules.enumerated().sorted { left, right in
      (right.element.seconds, left.offset) < (left.element.seconds, right.offset)
    }.map(\.element)
    return ReportTable(
      "Test modules", "module", [.name("Module"), .words("Outcome"), .number("Tests"), .number("Time")],
      slowest.map { module in
        [
          "\(module.id, .module)", "\(Self.words(module.outcome))",
          "\(module.cases > 0 ? "\(module.cases)" : "")",
          "\(module.attempts > 0 ? Wording.duration(module.seconds) : "")",
        ]
      })
  }

  /// `1 of 14 test modules failed, 3 run, 10 passed before, 2 min 5 s saved`
  var summary: String {
    let total = Wording.count(modules.count, "test module")
    let open = modules.count { $0.outcome == "no-verdict" }
    let counts = [
      (failed.count - unbuilt.count, "failed"), (unbuilt.count, "not built"), (open, "without a verdict"),
    ].filter { $0.0 > 0 }
    var parts = counts.enumerated().map { index, count in
      "\(count.0)\(index == 0 ? " of \(total)" : "") \(count.1)"
    }
    if parts.isEmpty { parts = [total] }
    parts.append("\(ran) run")
    if cached > 0 { parts.append("\(cached) passed before\(gates.remark)") }
    if flaky > 0 { parts.append("\(flaky) passed on a retry") }
    if !brokenPackages.isEmpty {
      parts.append("\(Wording.count(brokenPackages.count, "package")) did not build")
    }
    if secondsSaved >= 1 {
      parts.append("\(Wording.wholeSeconds(secondsSaved)) saved")
    }
    if buildSeconds > 0 { parts.append("built in \(Wording.duration(buildSeconds))") }
    if testSeconds > 0 { parts.append("tests took \(Wording.duration(testSeconds))") }
    return parts.joined(separator: ", ")
  }

  static func words(_ outcome: String) -> String { ModuleReport.Outcome(rawValue: outcome)?.words ?? outcome }
}
