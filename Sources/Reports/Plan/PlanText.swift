import AffectedGraph
import Names
import Runner
package import Terminal

/// `ambit plan` for people: what would run, how long that took before, and why; then what need not.
package enum PlanText {
  package static func lines(_ report: PlanReport, width: Int?) -> [StyledText] {
    guard !report.tests.isEmpty || !report.builds.isEmpty else {
      return AffectedText.lines(report.affected, width: width).prefix(1).map { $0 }
    }
    let excused = report.tests.filter { $0.excuse != nil }
    let subject =
      report.affected.isByName ? [] : [StyledText(AffectedText.subject(report.affected), .dim)]
    return [headline(report)] + subject + running(report, width)
      + section("Passed before", report.tests.filter { $0.gate != nil }, report.sharding, width)
      + section("Not for this machine", excused, report.sharding, width) + shards(report)
  }

  /// `5 of 40 test modules to run, which took 12.3 s, 35 passed before (3 look at nothing that changed)`
  private static func headline(_ report: PlanReport) -> StyledText {
    var parts = [
      "\(report.running.count) of \(Wording.count(report.tests.count, "test module")) to run"
        + (report.expectedSeconds > 0 ? ", about \(duration(report.expectedSeconds)) of tests" : "")
    ]
    if report.cached > 0 { parts.append("\(report.cached) passed before\(report.gates.remark)") }
    let others = report.toBuild.subtracting(report.tests.map(\.id)).count
    if others > 0 { parts.append("\(Wording.count(others, "other module")) to build") }
    if let seconds = report.buildSeconds, report.hasWork {
      parts.append("about \(duration(seconds)) of processor time to compile")
    }
    return StyledText(parts.joined(separator: ", "), .heading)
  }

  /// The modules that would run. A cause that many share is told once.
  private static func running(_ report: PlanReport, _ width: Int?) -> [StyledText] {
    let (causes, others) = CommonCause.split(report.running, report.affected.selection) { module in
      module.reason.map { (module.id, $0) }
    }
    guard !causes.isEmpty else { return section("Run", others, report.sharding, width) }
    let heading = StyledText("Run", .heading) + StyledText(" \(report.running.count)", .dim)
    let lines = causes.flatMap { cause, modules in
      let seconds = modules.reduce(0) { $0 + ($1.expectedSeconds ?? 0) }
      return cause.lines(
        "test module", remark: seconds > 0 ? ", about \(duration(seconds))" : "", width: width)
    }
    return ["", heading] + lines + rows(others, report.sharding, width)
  }

  private static func section(
    _ title: String, _ modules: [PlanReport.Module], _ sharding: Sharding?, _ width: Int?
  ) -> [StyledText] {
    guard !modules.isEmpty else { return [] }
    let heading = StyledText(title, .heading) + StyledText(" \(modules.count)", .dim)
    return ["", heading] + rows(modules, sharding, width)
  }

  private static func rows(
    _ modules: [PlanReport.Module], _ sharding: Sharding?, _ width: Int?
  ) -> [StyledText] {
    guard !modules.isEmpty else { return [] }
    let name = Table.Column(truncation: .middle, narrowest: 46)
    let remark = Table.Column(truncation: .middle, narrowest: 16)
    var table = Table(columns: [.init(), name, .init(.right), remark])
    for module in modules {
      let number = sharding.flatMap { $0.number(of: module.id) }
      table.add([
        StyledText(number.map { "\($0)" } ?? "", .dim), StyledText(module.id.description, .module),
        StyledText(module.expectedSeconds.map(duration) ?? "", .count), self.remark(on: module),
      ])
    }
    return table.lines(width: width)
  }

  private static func remark(on module: PlanReport.Module) -> StyledText {
    if let excuse = module.excuse { return StyledText(excuse, .dim) }
    if let gate = module.gate { return StyledText(gate.remark ?? "", .dim) }
    guard let reason = module.reason, ![.all, .named].contains(reason.kind) else { return "" }
    return ReasonText.line(reason, besidePackage: module.id.package)
  }

  private static func shards(_ report: PlanReport) -> [StyledText] {
    guard let sharding = report.sharding, !report.shards.isEmpty else { return [] }
    var table = Table(columns: [.init(), .init(.right), .init(.right)])
    for (number, (modules, seconds)) in zip(sharding.shards, sharding.seconds).enumerated() {
      table.add([
        StyledText("\(number + 1)"), StyledText(Wording.count(modules.count, "module")),
        StyledText(duration(seconds), .count),
      ])
    }
    return ["", StyledText("Shards", .heading) + StyledText(" \(sharding.shards.count)", .dim)]
      + table.lines(width: nil)
  }

  private static func duration(_ seconds: Double) -> String {
    Wording.duration(RunLine.duration(of: seconds))
  }
}
