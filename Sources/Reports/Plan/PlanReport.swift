package import Base
package import Graph
package import Runner

/// What `ambit plan` answers.
package struct PlanReport: Sendable {
  package struct Module: Sendable, Hashable {
    package let id: ModuleID
    /// What stands for running it; nil when it would run.
    package let gate: Gate?
    /// What it took before; nil for what nobody timed.
    package let expectedSeconds: Double?
    package let reason: Reason?
    /// Why this machine cannot run it.
    package let excuse: String?

    package init(id: ModuleID, gate: Gate?, expectedSeconds: Double?, reason: Reason?, excuse: String?) {
      self.id = id
      self.gate = gate
      self.expectedSeconds = expectedSeconds
      self.reason = reason
      self.excuse = excuse
    }

    package var runs: Bool { gate == nil && excuse == nil }
  }

  package let affected: AffectedReport
  /// How it is built.
  package let build: String
  /// The test modules that the change reaches, sorted.
  package let tests: [Module]
  /// The other modules that a run has to build, sorted.
  package let builds: [ModuleID]
  /// Those of them that no earlier run has built as they are.
  package let toBuild: Set<ModuleID>
  /// What compiling took before of all that would be built, in seconds of processor time; nil where nobody timed any of it.
  package var buildSeconds: Double?
  /// nil where one machine does it all.
  package var sharding: Sharding?

  package init(
    affected: AffectedReport, build: String, tests: [Module], builds: [ModuleID], toBuild: Set<ModuleID>,
    sharding: Sharding? = nil
  ) {
    self.affected = affected
    self.build = build
    self.tests = tests
    self.builds = builds
    self.toBuild = toBuild
    self.sharding = sharding
  }

  /// Tells the shards of this plan from those of every other; nil where one machine does it all.
  var digest: String? {
    sharding.map {
      PlanDigest.text(ofPlan: PlanDigest.shards(of: $0), count: $0.shards.count, build: build)
    }
  }

  /// Whether there is anything to run or to build.
  package var hasWork: Bool { tests.contains(where: \.runs) || !toBuild.isEmpty }

  package var running: [Module] { tests.filter(\.runs) }
  package var gates: GateCounts { GateCounts(tests.compactMap(\.gate)) }
  package var cached: Int { tests.count { $0.gate != nil } }
  package var expectedSeconds: Double { running.reduce(0) { $0 + ($1.expectedSeconds ?? 0) } }

  /// The modules that no earlier run has built as they are, tests included.
  package var compiled: Set<ModuleID> { toBuild.union(running.map(\.id)) }

  /// Those that have anything to do.
  package var shards: [Shard] {
    guard hasWork, let count = sharding?.shards.count else { return [] }
    return Shard.all(of: count)
  }
}

/// `plan --json`, and what `--out` writes: a contract, field by field.
package enum PlanJSON {
  package static func text(_ report: PlanReport) -> String {
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

/// The shards of a plan as a pipeline's jobs.
package enum PlanPipelines {
  /// Outputs of a step, for `$GITHUB_OUTPUT`.
  package static func github(_ report: PlanReport) -> String {
    let matrix: JSON = ["shard": report.shards.map(\.description)]
    return GitHubOutputs.text([
      ("any", report.hasWork ? "true" : "false"), ("shards", String(report.shards.count)),
      ("matrix", matrix.compactJSON),
    ])
  }

  /// A child pipeline. One without jobs would be an error, so there is always one; and that of a merge request has only
  /// jobs with rules.
  package static func gitlab(_ report: PlanReport) -> String {
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

  /// Steps to upload. `command` runs a shard and has it write its report to a file.
  package static func buildkite(_ report: PlanReport, command: (Shard, String) -> String) -> String {
    let steps = report.shards.map { shard -> JSON in
      let file = "ambit-\(shard.number).json"
      // Buildkite puts variables in where it reads a dollar.
      let line = command(shard, file).replacing("$", with: "$$")
      return ["label": "ambit \(shard)", "command": line, "artifact_paths": file]
    }
    return JSON(["steps": steps]).prettyJSON + "\n"
  }
}
