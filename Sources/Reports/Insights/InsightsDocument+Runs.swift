import Forecast
import History
import Names
import Support
import Terminal

extension InsightsDocument {
  private static let mostRows = 10

  package static func of(_ report: InsightsReport) -> InsightsDocument {
    let total = report.total
    return InsightsDocument(
      marker: "<!-- ambit:insights -->",
      title: report.runs.isEmpty
        ? "No run is remembered"
        : "\(HistoryText.duration(total.saved)) saved in \(Wording.count(report.runs.count, "run"))",
      lead: lead(report, total),
      tables: [
        sources(total), slowest(report), slowestCases(report), flaky(report), costly(report),
      ], notes: notes(report))
  }

  private static func lead(_ report: InsightsReport, _ total: SavedTime) -> [String] {
    guard let first = report.runs.first, let last = report.runs.last else {
      return [
        report.since.map { "Of this workspace, that is, and since \(Timestamp.date($0))." }
          ?? "Every `ambit test` of this workspace is written down from now on."
      ]
    }
    let days = [first, last].map { Timestamp.date($0.run.facts.time) }
    let span = days[0] == days[1] ? "On \(days[0])" : "From \(days[0]) to \(days[1])"
    let reused = total.hitRate.map {
      ", and \(percent($0)) of the selected test modules did not have to run"
    }
    return ["\(span): tests ran for \(HistoryText.duration(total.ran))\(reused ?? "")."]
  }

  private static func notes(_ report: InsightsReport) -> [String] {
    var notes: [String] = []
    if report.uncounted > 0, !report.runs.isEmpty {
      notes.append(
        "what selection saved is not counted in \(Wording.count(report.uncounted, "run")): these built only, "
          + "were asked for certain modules, or are of an older version of Ambit")
    }
    if let window = report.window, !report.costly.isEmpty { notes.append(window.text) }
    return notes
  }
}

// MARK: Tables

extension InsightsDocument {
  private static func seconds(_ seconds: Double) -> ReportTable.Cell { .words(HistoryText.duration(seconds)) }

  private static func sources(_ total: SavedTime) -> ReportTable {
    let rows = [
      ("by selection: the change did not reach them", total.selection),
      ("by results that were here", total.local), ("by results of other machines", total.remote),
    ]
    return ReportTable(
      "Where it came from", "source", header: ["saved", "time", "share"],
      rows: total.saved <= 0
        ? []
        : rows.map {
          [.words($0), seconds($1), .words(percent($1 / total.saved))]
        })
  }

  private static func slowest(_ report: InsightsReport) -> ReportTable {
    ReportTable(
      "Slowest test modules", "module", header: ["module", "time", "passes"],
      rows: report.modules.prefix(mostRows).map {
        [.code($0.id.description), seconds($0.seconds), .words("\($0.passes)")]
      })
  }

  private static func slowestCases(_ report: InsightsReport) -> ReportTable {
    ReportTable(
      "Slowest test cases", "case", header: ["case", "time", "package"],
      rows: report.cases.prefix(mostRows).map {
        [.code($0.name), seconds($0.seconds), .code("//\($0.module.package)")]
      })
  }

  private static func flaky(_ report: InsightsReport) -> ReportTable {
    let modules = report.flaky.prefix(mostRows).flatMap { module -> [[ReportTable.Cell]] in
      let times = "\(module.retried + module.contradicted) of \(Wording.count(module.runs, "run"))"
      let cases = module.cases.prefix(3).map { "\($0.name)" }
      return [[.code(module.id.description), .words(times), .names(cases, nobody: "-")]]
    }
    return ReportTable(
      "Flakiest test modules", "module", header: ["module", "misbehaved", "cases that failed"],
      rows: modules)
  }

  private static func costly(_ report: InsightsReport) -> ReportTable {
    ReportTable(
      "Modules whose changes cost most", "module",
      header: ["module", "changes", "reaches", "a change", "together"],
      rows: report.costly.filter { $0.total > 0 }.prefix(mostRows).map { module in
        [
          .code(module.id.description), .words("\(module.changes)"),
          .words("\(module.reached), \(Wording.count(module.tests, "test module"))"),
          seconds(module.cost.all), seconds(module.total),
        ]
      })
  }
}
