import Reports

/// The next step where the report of a run cannot be used.
enum RunReportHints {
  static func hints(for error: RunReportFileError) -> [String] {
    switch error.code {
    case .unreadable: ["it takes files that `ambit test --json-report FILE` wrote"]
    case .noVerdict: ["look at the log of that run: what it did not test, nobody has"]
    case .missing:
      ["every shard writes one with `ambit test --shard I/N --json-report FILE`; look at the log of that job"]
    case .doubled: ["give one report of each shard: that of its last run"]
    case .otherPlan:
      [
        "run all shards again with one plan, and join the reports of that run alone",
        "a shard that is run again takes the plan of the first run; `digest` in the plan's file says which it is",
      ]
    case .different: ["the shards of one run have the same base and head"]
    }
  }
}
