import Base
import GitBridge
import Reports
import Runner

/// The result of `ambit insights`, from past runs.
struct InsightsReport: Sendable {
  /// A module with the cost of its changes: how often it changed, and how long all affected tests and builds take.
  struct CostlyModule: Sendable, Hashable {
    let id: ModuleID
    let changes: Int
    /// The number of other modules that a change reaches. `tests` counts the test modules among them and the module
    /// itself.
    let reached: Int
    let tests: Int
    let cost: Cost

    var total: Double { Double(changes) * cost.all }
  }

  /// The runs, oldest first.
  let runs: [RunSavings]
  let modules: [ModuleDuration]
  let cases: [CaseDuration]
  let flaky: [FlakyModule]
  let costly: [CostlyModule]
  let window: RecentCommits?
  let since: Int?
  let now: Int
  let warnings: [Warning]

  var total: SavedTime { runs.map(SavedTime.init).reduce(SavedTime(), +) }
  /// The number of runs without a count of unselected modules.
  var uncounted: Int { runs.count { $0.run.facts.unselected == nil } }
}

/// The seconds that tests took, and the seconds that each kind of reuse saved.
struct SavedTime: Sendable, Hashable {
  /// The seconds of test modules that ran.
  var ran = 0.0
  var selection = 0.0
  var local = 0.0
  var remote = 0.0
  /// The number of test modules that ran. `reusedModules` counts those that had a recorded result.
  var runModules = 0
  var reusedModules = 0

  init() {}

  init(_ run: RunSavings) {
    ran = run.ranSeconds
    selection = run.run.facts.unselected?.seconds ?? 0
    for reuse in run.reuse {
      if reuse.source == .remote { remote += reuse.seconds } else { local += reuse.seconds }
    }
    runModules = run.run.ran
    reusedModules = run.run.cached
  }

  var saved: Double { selection + local + remote }

  /// The share of selected test modules that did not have to run; nil where none was selected.
  var hitRate: Double? {
    let all = runModules + reusedModules
    return all > 0 ? Double(reusedModules) / Double(all) : nil
  }

  static func + (left: SavedTime, right: SavedTime) -> SavedTime {
    var sum = left
    sum.ran += right.ran
    sum.selection += right.selection
    sum.local += right.local
    sum.remote += right.remote
    sum.runModules += right.runModules
    sum.reusedModules += right.reusedModules
    return sum
  }
}

/// The document of `ambit insights`, for the terminal and for a pull request.
extension InsightsReport {
  private static let mostRows = 10

  var document: Document {
    Document(
      marker: "<!-- ambit:insights -->",
      [
        .title(.heading(title)),
        .text(lead), .warnings(warnings),
      ] + Document.tables([sources, slowest, slowestCases, flakiest, costliest]) + notes)
  }

  private var title: String {
    guard !runs.isEmpty else {
      return since.map { "No runs since \(Timestamp.date($0))" } ?? "No runs recorded yet"
    }
    let count = Wording.count(runs.count, "run")
    return hasTests ? "\(Wording.duration(total.saved)) saved in \(count)" : "\(count) without tests"
  }

  private var hasTests: Bool { total.hitRate != nil || total.saved > 0 }

  private var lead: StyledText {
    guard let first = runs.first, let last = runs.last else {
      return since.map { _ in
        "\("ambit insights", .code) without \("--since", .code) counts all runs of this workspace."
      }
        ?? "\("ambit test", .code) and \("ambit build", .code) record their runs."
    }
    let days = [first, last].map { Timestamp.date($0.run.facts.time) }
    let span = days[0] == days[1] ? "On \(days[0])" : "From \(days[0]) to \(days[1])"
    guard hasTests else { return "\(span)." }
    let reused = total.hitRate.map {
      ", and \(Wording.percent($0)) of the selected test modules did not have to run"
    }
    return "\(span): tests ran for \(Wording.duration(total.ran))\(reused ?? "")."
  }

  private var notes: [Document.Part] {
    var notes: [Document.Part] = []
    if uncounted > 0, !runs.isEmpty {
      notes.append(
        .note(
          """
          savings by selection leave out \(Wording.count(uncounted, "run")): only builds, runs of named modules, \
          or runs of an older version of Ambit
          """))
    }
    if let window, !costly.isEmpty { notes.append(.note("\(window.text)")) }
    return notes
  }

  private var sources: ReportTable {
    let rows = [
      ("selection: the change did not reach them", total.selection),
      ("local results", total.local), ("results from other machines", total.remote),
    ]
    return ReportTable(
      "Savings by source", "source", [.words("saved"), .number("time"), .number("share")],
      total.saved <= 0
        ? [] : rows.map { ["\($0)", seconds($1), "\(Wording.percent($1 / total.saved))"] })
  }

  private var slowest: ReportTable {
    ReportTable(
      "Slowest test modules", "module", [.name("module"), .number("time"), .number("passes")],
      modules.prefix(Self.mostRows).map { ["\($0.id, .module)", seconds($0.seconds), "\($0.passes)"] })
  }

  private var slowestCases: ReportTable {
    ReportTable(
      "Slowest test cases", "case", [.name("case"), .number("time"), .name("package")],
      cases.prefix(Self.mostRows).map {
        ["\($0.name, .module)", seconds($0.seconds), "\("//\($0.module.package)", .module)"]
      })
  }

  private var flakiest: ReportTable {
    ReportTable(
      "Flakiest test modules", "module",
      [.name("module"), .number("flaky"), .name("cases that failed")],
      flaky.prefix(Self.mostRows).map { module in
        let times = "\(module.retried + module.contradicted) of \(Wording.count(module.runs, "run"))"
        let cases = module.cases.prefix(3).map { "\($0.name)" }
        return ["\(module.id, .module)", "\(times)", cases.isEmpty ? "-" : .names(cases, .module)]
      })
  }

  private var costliest: ReportTable {
    ReportTable(
      "Most expensive modules to change", "module",
      [.name("module"), .number("changes"), .number("reaches"), .number("per change"), .number("total")],
      costly.filter { $0.total > 0 }.prefix(Self.mostRows).map { module in
        [
          "\(module.id, .module)", "\(module.changes)",
          "\(module.reached), \(Wording.count(module.tests, "test module"))", seconds(module.cost.all),
          seconds(module.total),
        ]
      })
  }
}

private func seconds(_ seconds: Double) -> StyledText { "\(Wording.duration(seconds))" }

private func share(_ part: Double, of whole: Double) -> String {
  Wording.percent(whole > 0 ? part / whole : 0)
}

// MARK: Past commits

/// The document of `ambit insights replay`, for the terminal and for a pull request.
extension ReplayReport {
  var document: Document {
    let (all, selected) = (total.everything.cost.all, total.selected.cost.all)
    let title =
      steps.isEmpty
      ? "No commit to replay"
      : "\(share(all - selected, of: all)) less for \(Wording.count(steps.count, "commit"))"
    let times: StyledText =
      "Running everything takes \(Wording.duration(all)); running only what is affected takes \(Wording.duration(selected))."
    return Document(
      marker: "<!-- ambit:replay -->",
      [.title(.heading(title))] + (steps.isEmpty ? [] : [.text(times)]) + [.warnings(warnings)]
        + Document.tables([savings, dearest, unjudged]) + notes.map { .note(StyledText($0)) })
  }

  private var notes: [String] {
    var notes: [String] = []
    if steps.count < asked {
      notes.append(
        isCut
          ? "this clone has no older commits; fetch them with `git fetch --unshallow`"
          : "history has no older commits with a parent")
    }
    guard !steps.isEmpty else { return notes }
    notes += basis
    notes.append(
      gates.map { gates in
        "gates are not replayed: their savings are those of \(Wording.count(gates.runs, "past run")) on this machine"
      } ?? "gates are not replayed, and no recorded run shows their savings")
    if let first = noted.first {
      notes.append(
        "for \(Wording.count(noted.count, "commit")) Ambit selected more than necessary: \(first.commit.note ?? "")"
      )
    }
    return notes
  }

  private var savings: ReportTable {
    func row(_ name: String, _ before: Double, _ after: Double, _ counts: String) -> [StyledText] {
      ["\(name)", seconds(before), seconds(after), "\(share(before - after, of: before))", "\(counts)"]
    }
    let (everything, selected) = (total.everything, total.selected)
    var rows = [
      row(
        "selection, tests", everything.cost.tests, selected.cost.tests,
        "\(selected.tests) of \(Wording.count(everything.tests, "module"))"),
      row(
        "selection, builds", everything.cost.builds, selected.cost.builds,
        "\(selected.modules) of \(Wording.count(everything.modules, "module"))"),
    ]
    // Each gate begins with the seconds that the gate before it left.
    var left = selected.cost.tests
    for gate in Gate.allCases {
      guard let gates else { break }
      let after = max(0, left - selected.cost.tests * gates.share(gate))
      rows.append(row("gate \(gate.rawValue), tests", left, after, "as in past runs"))
      left = after
    }
    return ReportTable(
      "Savings by step", "step",
      [.words("step"), .number("before"), .number("after"), .number("saved"), .number("of")],
      steps.isEmpty ? [] : rows)
  }

  private var dearest: ReportTable {
    let cost = { (step: Step) in step.forecast.selected.cost.all }
    let dearest = steps.enumerated().sorted {
      (cost($1.element), $0.offset) < (cost($0.element), $1.offset)
    }
    return ReportTable(
      "Most expensive commits", "commit",
      [.name("commit"), .number("day"), .number("test modules"), .number("time"), .number("of everything")],
      dearest.map(\.element).prefix(10).filter { cost($0) > 0 }.map { step in
        [
          "\(step.commit.id.prefix(8), .module)", "\(Timestamp.date(step.commit.time))",
          "\(step.forecast.selected.tests) of \(step.forecast.everything.tests)", seconds(cost(step)),
          "\(share(cost(step), of: step.forecast.everything.cost.all))",
        ]
      })
  }

  private var unjudged: ReportTable {
    ReportTable(
      "Commits that cannot be analysed, counted as everything", "commit", [.name("commit"), .number("why")],
      unknown.map { ["\($0.commit.id.prefix(8), .module)", "\(Text.cut($0.unknown ?? "", to: 200))"] })
  }
}
