package import Base
import Graph
import Runner

/// `ambit plan` for people: the modules to run, with earlier times and reasons; then the modules that need not run.
package enum PlanText {
  package static func lines(_ report: PlanReport, width: Int?) -> [StyledText] {
    guard !report.tests.isEmpty || !report.builds.isEmpty else {
      return AffectedText.lines(report.affected, width: width).prefix(1).map { $0 }
    }
    func section(_ title: String, _ modules: [PlanReport.Module]) -> [StyledText] {
      .section(title, "\(modules.count)", rows(modules, report.sharding, width))
    }
    return [headline(report)]
      + (report.affected.isByName ? [] : [StyledText(AffectedText.subject(report.affected).plain, .dim)])
      + running(report, width) + section("Passed before", report.tests.filter { $0.gate != nil })
      + section("Not for this machine", report.tests.filter { $0.excuse != nil }) + shards(report)
  }

  /// `5 of 40 test modules to run, which took 12.3 s, 35 passed before (3 are built as before)`
  private static func headline(_ report: PlanReport) -> StyledText {
    var parts = [
      "\(report.running.count) of \(Wording.count(report.tests.count, "test module")) to run"
        + (report.expectedSeconds > 0 ? ", about \(Wording.duration(report.expectedSeconds)) of tests" : "")
    ]
    if report.cached > 0 { parts.append("\(report.cached) passed before\(report.gates.remark)") }
    let others = report.toBuild.subtracting(report.tests.map(\.id)).count
    if others > 0 { parts.append("\(Wording.count(others, "other module")) to build") }
    if let seconds = report.buildSeconds, report.hasWork {
      parts.append("about \(Wording.duration(seconds)) of CPU time to compile")
    }
    return StyledText(parts.joined(separator: ", "), .heading)
  }

  /// The modules that would run. A shared cause is said once.
  private static func running(_ report: PlanReport, _ width: Int?) -> [StyledText] {
    let (causes, others) = CommonCause.split(report.running, report.affected.selection) { module in
      module.reason.map { (module.id, $0) }
    }
    let lines = causes.flatMap { cause, modules in
      let seconds = modules.reduce(0) { $0 + ($1.expectedSeconds ?? 0) }
      return cause.lines(
        "test module", remark: seconds > 0 ? ", about \(Wording.duration(seconds))" : "", width: width)
    }
    return .section("Run", "\(report.running.count)", lines + rows(others, report.sharding, width))
  }

  private static func rows(
    _ modules: [PlanReport.Module], _ sharding: Sharding?, _ width: Int?
  ) -> [StyledText] {
    let rows = modules.map { module -> [StyledText] in
      let number = sharding?.number(of: module.id).map { "\($0)" } ?? ""
      let seconds = module.expectedSeconds.map { Wording.duration($0) } ?? ""
      return ["\(number, .dim)", "\(module.id, .module)", "\(seconds, .count)", remark(on: module)]
    }
    return Table([.left, .middle(46), .right, .middle(16)], rows).lines(width: width)
  }

  private static func remark(on module: PlanReport.Module) -> StyledText {
    if let words = module.excuse ?? module.gate.map({ $0.remark ?? "" }) { return StyledText(words, .dim) }
    guard let reason = module.reason, ![.all, .named].contains(reason.kind) else { return "" }
    return ReasonText.line(reason, besidePackage: module.id.package)
  }

  private static func shards(_ report: PlanReport) -> [StyledText] {
    guard let sharding = report.sharding, !report.shards.isEmpty else { return [] }
    let rows = zip(sharding.shards, sharding.seconds).enumerated().map { number, shard -> [StyledText] in
      ["\(number + 1)", "\(Wording.count(shard.0.count, "module"))", "\(Wording.duration(shard.1), .count)"]
    }
    let empty = sharding.shards.count(where: \.isEmpty)
    let note: [StyledText] =
      empty == 0
      ? []
      : [
        "\("hint: ", .dim)\(Wording.count(empty, "shard is", "shards are")) empty; use '--shards auto'"
      ]
    return .section("Shards", "\(rows.count)", Table([.left, .right, .right], rows).lines()) + note
  }
}
