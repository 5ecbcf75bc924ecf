import AffectedGraph

/// A number at the top of the page that leads to what it counts.
struct ChangeFigure {
  let value: String
  let label: String
  let section: String
  var mood = Mood.none

  enum Mood: String {
    case none = ""
    case good, bad
  }

  private init(value: String, label: String, section: String, mood: Mood = .none) {
    self.value = value
    self.label = label
    self.section = section
    self.mood = mood
  }

  /// `3 teams reached`
  private init(_ count: Int, _ noun: String, _ verb: String, section: String, mood: Mood = .none) {
    let noun = count == 1 ? noun : noun + "s"
    self.init(value: "\(count)", label: "\(noun) \(verb)", section: section, mood: mood)
  }

  static func all(of report: ChangeReport) -> [ChangeFigure] {
    let modules = report.affected.selection.modules
    let direct = modules.count(where: \.isDirect)
    let owners = report.owners
    let files = report.affected.selection.changes.count
    var figures = [
      ChangeFigure(files, "file", "changed", section: "files"),
      ChangeFigure(direct, "module", "changed", section: "modules"),
      ChangeFigure(modules.count - direct, "module", "reached", section: "modules"),
      ChangeFigure(owners.changed.count, "team", "concerned", section: "teams"),
      ChangeFigure(owners.reached.count, "team", "reached", section: "teams"),
    ]
    if !owners.unowned.isEmpty {
      figures.append(
        ChangeFigure(owners.unowned.count, "module", "without owner", section: "teams", mood: .bad))
    }
    if let findings = report.findings {
      let mood = findings.isEmpty ? Mood.good : .bad
      figures.append(ChangeFigure(findings.count, "rule", "broken", section: "rules", mood: mood))
    }
    return figures + (report.run.map(tests) ?? [])
  }

  private static func tests(_ run: ReportedRun) -> [ChangeFigure] {
    let failed = run.failed.count
    var figures = [
      ChangeFigure(failed, "test module", "failed", section: "tests", mood: failed == 0 ? .good : .bad),
      ChangeFigure(run.ran, "test module", "run", section: "tests"),
      ChangeFigure(run.cached, "test module", "passed before", section: "tests"),
    ]
    if run.secondsSaved >= 1 {
      figures.append(
        ChangeFigure(value: ChangeTables.saved(run), label: "saved", section: "tests", mood: .good))
    }
    return figures
  }

  func write(to body: inout HTMLWriter) {
    body.element("li") { body in
      body.element("a", [("href", "#\(section)")]) { body in
        body.element("b", mood == .none ? [] : [("class", mood.rawValue)], text: value)
        body.words(" ")
        body.element("span", text: label)
      }
    }
  }
}
