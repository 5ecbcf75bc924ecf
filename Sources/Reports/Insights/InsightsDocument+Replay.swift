import Forecast
import Runner
import Support
import Terminal

extension InsightsDocument {
  package static func of(_ report: ReplayReport) -> InsightsDocument {
    let total = report.total
    let saved = total.everything.cost - total.selected.cost
    return InsightsDocument(
      marker: "<!-- ambit:replay -->",
      title: report.steps.isEmpty
        ? "No commit to replay"
        : "\(share(saved.all, of: total.everything.cost.all)) less for \(Wording.count(report.steps.count, "commit"))",
      lead: report.steps.isEmpty
        ? []
        : [
          "Running everything for each takes \(HistoryText.duration(total.everything.cost.all)), "
            + "what each reaches \(HistoryText.duration(total.selected.cost.all))."
        ],
      tables: [gates(report), most(report), unknown(report)],
      notes: notes(report))
  }

  private static func share(_ part: Double, of whole: Double) -> String {
    percent(whole > 0 ? part / whole : 0)
  }

  private static func notes(_ report: ReplayReport) -> [String] {
    var notes: [String] = []
    if report.steps.count < report.asked {
      notes.append(
        report.isCut
          ? "this clone has no more of history; `git fetch --unshallow` would bring it"
          : "history has no more commits with a parent")
    }
    guard !report.steps.isEmpty else { return notes }
    notes += report.basis
    if let gates = report.gates {
      notes.append(
        "gates are not replayed: they save what they saved in \(Wording.count(gates.runs, "past run")) of this machine"
      )
    } else {
      notes.append("gates are not replayed, and no run is remembered that would say what they save")
    }
    if !report.noted.isEmpty {
      notes.append(
        "for \(Wording.count(report.noted.count, "commit")) more was selected than asked for: "
          + "\(report.noted[0].commit.note ?? "")")
    }
    return notes
  }
}

// MARK: Tables

extension InsightsDocument {
  private static func seconds(_ seconds: Double) -> ReportTable.Cell { .words(HistoryText.duration(seconds)) }

  private static func gates(_ report: ReplayReport) -> ReportTable {
    let total = report.total
    func row(_ name: String, _ everything: Double, _ left: Double, _ counts: String) -> [ReportTable.Cell] {
      [
        .words(name), seconds(everything), seconds(left),
        .words(share(everything - left, of: everything)), .words(counts),
      ]
    }
    var rows = [
      row(
        "selection, tests", total.everything.cost.tests, total.selected.cost.tests,
        "\(total.selected.tests) of \(Wording.count(total.everything.tests, "module"))"),
      row(
        "selection, builds", total.everything.cost.builds, total.selected.cost.builds,
        "\(total.selected.modules) of \(Wording.count(total.everything.modules, "module"))"),
    ]
    // What one gate leaves is what the next one is asked about.
    var left = total.selected.cost.tests
    for gate in Gate.allCases {
      guard let gates = report.gates else { break }
      let after = max(0, left - total.selected.cost.tests * gates.share(gate))
      rows.append(row("gate \(gate.rawValue), tests", left, after, "as in past runs"))
      left = after
    }
    return ReportTable(
      "What each step saves", "step", header: ["step", "before", "after", "saved", "of"],
      rows: report.steps.isEmpty ? [] : rows)
  }

  private static func most(_ report: ReplayReport) -> ReportTable {
    let dearest = report.steps.enumerated()
      .sorted {
        ($1.element.forecast.selected.cost.all, $0.offset) < (
          $0.element.forecast.selected.cost.all, $1.offset
        )
      }
      .map(\.element).prefix(10)
    return ReportTable(
      "Commits that cost most", "commit", header: ["commit", "day", "test modules", "time", "of everything"],
      rows: dearest.filter { $0.forecast.selected.cost.all > 0 }.map { step in
        [
          .code(String(step.commit.id.prefix(8))), .words(Timestamp.date(step.commit.time)),
          .words("\(step.forecast.selected.tests) of \(step.forecast.everything.tests)"),
          seconds(step.forecast.selected.cost.all),
          .words(share(step.forecast.selected.cost.all, of: step.forecast.everything.cost.all)),
        ]
      })
  }

  private static func unknown(_ report: ReplayReport) -> ReportTable {
    ReportTable(
      "Commits that nobody can judge, counted as everything", "commit", header: ["commit", "why"],
      rows: report.unknown.map {
        [.code(String($0.commit.id.prefix(8))), .words(Text.cut($0.unknown ?? "", to: 200))]
      })
  }
}
