import Support

/// `watch --json`: every verdict as a line.
package enum WatchJSON {
  package static func line(
    run: Int, outcome: String, exitCode: Int?, seconds: Double, changed: [String]
  ) -> String {
    let text = JSON.report([
      "run": run, "outcome": outcome, "exitCode": exitCode, "seconds": seconds, "changed": changed,
    ])
    // No string of JSON holds a line end as it is.
    return text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}
