import Base
import Reports
import Runner

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
    var notes: [String] = []
    let blind = failures(.missed).count { !$0.run.hasBaseRun }
    if blind > 0 {
      notes.append(
        "\(blind) of those missed may have failed before: no file is from a run of the base")
    }
    return notes.map { .note(StyledText($0)) }
  }
}
