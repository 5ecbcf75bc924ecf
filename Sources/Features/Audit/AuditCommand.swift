import Arguments
import Base
import Reports
import Runner
import Session

/// `ambit audit`: compares full test runs with the tests that selection would have run.
struct AuditCommand: CommandWithOptions {
  let options: AuditOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try AuditPreparation(options, world, global).report()
    console.answer(
      report.document, json: AuditJSON.text(report), report.warnings, as: options.format,
      width: console.output.width)
    if report.count(.missed) > 0 { return .failed }
    return report.count(.unknown) > 0 ? .noVerdict : .success
  }
}

struct AuditOptions: CommandOptions {
  /// The files, each as `FILE` or `REV=FILE`.
  var files: [Argument] = []
  /// The base of each commit; nil means the first parent.
  var base: String?
  var format = DocumentFormat.text
  var platform: String?

  init(_ arguments: ParsedArguments) throws(Failure) {
    files = arguments.arguments(.fullRuns)
    base = arguments.text(.base)
    format = try arguments.format()
    platform = arguments.text(.platform)
  }
}

extension FlagSpec {
  static let fullRuns = option(
    "junit", "[REV=]FILE", .file, arity: .many,
    "JUnit files of full test runs; REV is the tested commit, if no file or folder name has its id"
  )
}

extension AuditCommand {
  static let spec = CommandSpec(
    "audit", .automation, "Find failures of full test runs that selection would have missed",
    discussion: [
      "Give JUnit files of full test runs, such as runs of the default branch. Ambit checks if selection "
        + "would have run the failed modules. Nothing is checked out, built or run.",
      "The name of the file or its folder has the commit id, full or abbreviated. Files of one commit are "
        + "one run. Each commit is compared with its first parent, or with '--base'.",
      "Exits with 1 when selection would have missed a failure. Failures that the base's run also has do "
        + "not count. Exits with 2 when a file cannot be read, or the module of a failed case is unknown.",
    ],
    flags: [.fullRuns, .base, .platform, .format(DocumentFormat.self)],
    mainFlags: [.fullRuns, .base, .format(DocumentFormat.self)],
    examples: [
      Example("ambit audit --junit ci/*.xml", "files like ci/tests-1a2b3c4d.xml"),
      Example("ambit audit --junit main~1=before.xml main=after.xml", "two files, with their commits"),
      Example("ambit audit --base main --junit prs/*/junit.xml", "runs of pull requests"),
    ]
  )
}

/// The report of `ambit audit`: the failures of full test runs, and which of them selection would have missed.
struct AuditReport: Sendable {
  enum Verdict: String, Sendable, CaseIterable {
    /// Its module is selected.
    case selected
    /// Its module is not selected, and the case failed in the full run of the base, too.
    case failingBefore = "failing-before"
    case missed
    /// Nobody can say which module the case belongs to.
    case unknown
  }

  struct Failure: Sendable {
    /// `CoreTests.CartTests/total()`
    let name: String
    /// The modules that the case may belong to, sorted.
    let modules: [ModuleID]
    let verdict: Verdict
  }

  struct Run: Sendable {
    let commit: String
    let base: String
    let files: [String]
    let cases: Int
    /// The number of test modules. `selected` counts those that selection would have run.
    let tests: Int
    let selected: Int
    /// The reason why everything is selected: nobody can say what the commit reaches. nil when the commit was judged.
    let unjudged: String?
    /// True when the base has a full run among the files.
    let hasBaseRun: Bool
    let failures: [Failure]
  }

  /// The runs, newest commit first.
  let runs: [Run]
  let warnings: [Warning]

  func count(_ verdict: Verdict) -> Int { failures(verdict).count }

  var failureCount: Int { runs.reduce(0) { $0 + $1.failures.count } }

  func failures(_ verdict: Verdict) -> [(run: Run, failure: Failure)] {
    runs.flatMap { run in run.failures.filter { $0.verdict == verdict }.map { (run, $0) } }
  }
}

enum AuditJSON {
  static func text(_ report: AuditReport) -> String {
    let counts = JSON(
      fields: AuditReport.Verdict.allCases.map { ($0.field, report.count($0)) })
    return JSON.report([
      "totals": JSON(["runs": report.runs.count, "failures": report.failureCount], counts),
      "runs": report.runs.lazy.map(\.json), "warnings": report.warnings,
    ])
  }
}

extension AuditReport.Verdict {
  fileprivate var field: String { self == .failingBefore ? "failingBefore" : rawValue }
}

extension AuditReport.Run {
  fileprivate var json: JSON {
    let failures = failures.map { failure -> JSON in
      [
        "case": failure.name, "modules": failure.modules.map(\.description),
        "verdict": failure.verdict.rawValue,
      ]
    }
    return [
      "commit": commit, "base": base, "files": files, "cases": cases, "tests": tests, "selected": selected,
      "unjudged": unjudged, "hasBaseRun": hasBaseRun, "failures": failures,
    ]
  }
}

/// The document of `ambit audit`, for the terminal and for a page.
extension AuditReport {
  var document: Document {
    let (missed, unknown) = (count(.missed), count(.unknown))
    let failures = Wording.count(failureCount, "failure")
    let title =
      "\(missed) of \(failures) in \(Wording.count(runs.count, "full run")) would have been missed"
      + (unknown > 0 ? ", and \(unknown) cannot be judged" : "")
    return Document(
      marker: "<!-- ambit:audit -->",
      [.title(StyledText(title, missed + unknown > 0 ? .bad : .heading)), .text(lead), .warnings(warnings)]
        + Document.tables([
          table("Missed", .missed), table("Module unknown", .unknown),
          table("Not selected, but failed on the base too", .failingBefore), unjudged,
        ]) + notes)
  }

  private var lead: StyledText {
    let (cases, all, selected) = runs.reduce((0, 0, 0)) {
      ($0.0 + $1.cases, $0.1 + $1.tests, $0.2 + $1.selected)
    }
    let ran = "\(Wording.count(cases, "case")) ran."
    guard all > 0 else { return "\(ran)" }
    let share = Wording.percent(Double(selected) / Double(all))
    return "\(ran) Selection would have run \(selected) of \(Wording.count(all, "test module")), \(share)."
  }

  private func table(_ title: String, _ verdict: Verdict) -> ReportTable {
    ReportTable(
      title, "case", [.words("commit"), .name("case"), .name("module")],
      failures(verdict).map { run, failure in
        [
          "\(run.commit.prefix(8), .dim)", "\(Text.escapingControls(failure.name))",
          .names(failure.modules.map { "\($0)" }, .module),
        ]
      })
  }

  private var unjudged: ReportTable {
    ReportTable(
      "Commits that cannot be analysed: everything runs", "commit", [.words("commit"), .rest("reason")],
      runs.compactMap { run in
        run.unjudged.map { ["\(run.commit.prefix(8), .dim)", "\(Text.escapingControls($0))"] }
      })
  }

  private var notes: [Document.Part] {
    let blind = failures(.missed).count { !$0.run.hasBaseRun }
    guard blind > 0 else { return [] }
    let note = "\(blind) of those missed may have failed before: no file is from a run of the base"
    return [.note(StyledText(note))]
  }
}
