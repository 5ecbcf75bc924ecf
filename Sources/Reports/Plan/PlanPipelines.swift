package import Support

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
