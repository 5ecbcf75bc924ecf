import Base
import Graph
import Reports
import Runner

/// The result of `ambit plan`.
struct PlanReport: Sendable {
  struct Module: Sendable, Hashable {
    let id: ModuleID
    /// The gate that makes a run unnecessary; nil when the module would run.
    let gate: Gate?
    /// The seconds of earlier runs; nil when no run was timed.
    let expectedSeconds: Double?
    let reason: Reason?
    /// The reason why this machine cannot run the module; nil when it can.
    let excuse: String?

    var runs: Bool { gate == nil && excuse == nil }
  }

  let affected: AffectedReport
  /// The description of the build.
  let build: String
  /// The test modules that the change reaches, sorted.
  let tests: [Module]
  /// The other modules that a run has to build, sorted.
  let builds: [ModuleID]
  /// The modules among `builds` and `tests` that no earlier run has built as they are.
  let toBuild: Set<ModuleID>
  /// The processor seconds that compiling `compiled` took before; nil when none of it was timed.
  var buildSeconds: Double?
  /// The modules of each shard; nil without shards.
  var sharding: Sharding?

  /// The digest that distinguishes the shards of this plan from those of another; nil without shards.
  var digest: String? {
    sharding.map {
      PlanDigest.text(ofPlan: PlanDigest.shards(of: $0), count: $0.shards.count, build: build)
    }
  }

  /// True when there is something to run or to build.
  var hasWork: Bool { tests.contains(where: \.runs) || !toBuild.isEmpty }

  var running: [Module] { tests.filter(\.runs) }
  var gates: GateCounts { GateCounts(tests.compactMap(\.gate)) }
  var cached: Int { tests.count { $0.gate != nil } }
  var expectedSeconds: Double { running.reduce(0) { $0 + ($1.expectedSeconds ?? 0) } }

  /// The modules that no earlier run has built as they are, tests included.
  var compiled: Set<ModuleID> { toBuild.union(running.map(\.id)) }

  /// The shards, if there is any work.
  var shards: [Shard] {
    guard hasWork, let count = sharding?.shards.count else { return [] }
    return Shard.all(of: count)
  }
}

/// `plan --json`, and the file of `--out`. The fields are a contract.
enum PlanJSON {
  static func text(_ report: PlanReport) -> String {
    let builds = report.builds.lazy.map { id -> JSON in
      [
        "id": id.description, "needed": report.toBuild.contains(id),
        "shard": report.sharding?.number(of: id),
      ]
    }
    let totals: JSON = [
      "tests": report.tests.count, "run": report.running.count, "cached": report.cached,
      "gates": report.gates.json, "expectedSeconds": report.expectedSeconds,
      "buildSeconds": report.buildSeconds,
    ]
    let affected = report.affected
    return JSON.report([
      "selection": affected.selection.scope.rawValue, "base": affected.revisions.base?.json,
      "head": affected.revisions.head.json, "build": report.build,
      "modules": report.tests.lazy.map { $0.json(in: report) }, "builds": builds,
      "shards": report.sharding?.json, "digest": report.digest, "totals": totals,
      "fallback": affected.fallback, "warnings": affected.warnings,
    ])
  }
}

extension PlanReport.Module {
  fileprivate func json(in report: PlanReport) -> JSON {
    [
      "id": id.description, "runs": runs, "gate": gate?.rawValue, "excuse": excuse,
      "expectedSeconds": expectedSeconds, "reason": reason.map { ReasonText.line($0).plain },
      "shard": report.sharding?.number(of: id),
    ]
  }
}

extension Sharding {
  fileprivate var json: [JSON] {
    zip(shards, seconds).enumerated().map { index, shard in
      ["number": index + 1, "modules": shard.0.count, "expectedSeconds": shard.1]
    }
  }
}

/// The shards of a plan, as jobs of a pipeline.
enum PlanPipelines {
  /// Outputs of a step, for `$GITHUB_OUTPUT`.
  static func github(_ report: PlanReport) -> String {
    let matrix: JSON = ["shard": report.shards.map(\.description)]
    return GitHubOutputs.text([
      ("any", report.hasWork ? "true" : "false"), ("shards", String(report.shards.count)),
      ("matrix", matrix.compactJSON),
    ])
  }

  /// A child pipeline. GitLab refuses a pipeline without jobs, so there is always one. The pipeline of a merge request
  /// runs only jobs with rules.
  static func gitlab(_ report: PlanReport) -> String {
    guard report.hasWork else {
      return """
        "ambit: nothing to run":
          script: ["true"]
          rules: [{when: always}]

        """
    }
    let jobs = report.shards.map { shard in
      """
      "ambit \(shard)":
        extends: .ambit-shard
        variables:
          AMBIT_SHARD: "\(shard)"

      """
    }
    return "include:\n  - local: .gitlab/ambit-shard.yml\n" + jobs.joined()
  }

  /// Steps to upload. `command` returns the command line that runs a shard and writes its report to a file.
  static func buildkite(_ report: PlanReport, command: (Shard, String) -> String) -> String {
    let steps = report.shards.map { shard -> JSON in
      let file = "ambit-\(shard.number).json"
      // Buildkite replaces variables at a dollar sign.
      let line = command(shard, file).replacing("$", with: "$$")
      return ["label": "ambit \(shard)", "command": line, "artifact_paths": file]
    }
    return JSON(["steps": steps]).prettyJSON + "\n"
  }
}

/// `ambit plan` for people: the modules to run, with earlier times and reasons; then the modules that need not run.
enum PlanText {
  static func lines(_ report: PlanReport, width: Int?) -> [StyledText] {
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
