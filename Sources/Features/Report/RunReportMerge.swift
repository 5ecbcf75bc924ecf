import Base
import Reports
import Runner

/// `ambit report merge`: joins the reports of shards to the report that a single run would have written.
///
/// The code copies all fields of the files, not only those that this version knows. So fields of a newer version stay.
enum RunReportMerge {
  /// The outcome is `passed`, `failed`, `incomplete` or `stopped`.
  static func joined(_ files: [RunReportFile]) throws(Failure) -> (text: String, outcome: String) {
    guard let first = files.first else {
      throw Failure.runReport(.unreadable, "there is no report to merge")
    }
    for file in files where file.subject != first.subject {
      throw Failure.runReport(
        .different,
        "\"\(first.name)\" and \"\(file.name)\" are about different changes: their commits differ")
    }
    try requireAll(files)
    let reports = files.map(\.root)
    let modules = entries(reports, "modules", id: "id", ranks: moduleRanks)
    let packages = entries(reports, "packages", id: "package", ranks: packageRanks)
    let outcome = outcome(reports, modules + packages)
    // The joined report is no shard.
    let members = (first.root.objectValue ?? []).filter { !["shard", "filter", "inputs"].contains($0.key) }
    let fields = members.map { member -> (String, any JSONValue) in
      let value: any JSONValue =
        switch member.key {
        case "selection": worst(reports, "selection", of: ["all", "some", "none"])
        case "outcome": outcome
        case "started": reports.contains { $0["started"]?.boolValue == true }
        case "modules": modules
        case "packages": packages
        case "build": build(reports.compactMap { $0["build"] })
        case "totals": totals(reports.compactMap { $0["totals"] }, modules)
        case "fallback": reports.compactMap { $0["fallback"] }.first { !$0.isNull }
        case "warnings": distinct(reports.flatMap { $0["warnings"]?.arrayValue ?? [] })
        default: member.value
        }
      return (member.key, value)
    }
    let inputs = reports.flatMap { $0["inputs"]?.arrayValue ?? [] }
    // One filtered report makes the joined report a filtered one.
    let filter = reports.lazy.compactMap { $0["filter"] }.first { !$0.isNull }
    let report = JSON(
      JSON(fields: fields),
      ["filter": OptionalField(filter), "inputs": OptionalField(inputs.isEmpty ? nil : inputs)])
    return (report.prettyJSON + "\n", outcome)
  }

  /// Checks that all shards are there. Otherwise the modules of a missing shard would look like passes.
  private static func requireAll(_ files: [RunReportFile]) throws(Failure) {
    guard
      let (name, count) = files.lazy.compactMap({ file in file.shard.map { (file.name, $0.count) } }).first
    else {
      return
    }
    for file in files {
      guard let shard = file.shard, shard.count == count else {
        let what = file.shard.map { "is one of \($0.count) shards" } ?? "is not a shard"
        throw Failure.runReport(
          .different, "\"\(name)\" is one of \(count) shards, but \"\(file.name)\" \(what)")
      }
    }
    try requireOnePlan(files)
    var there: [Int: String] = [:]
    for file in files {
      guard let number = file.shard?.number else { continue }
      if let other = there.updateValue(file.name, forKey: number) {
        throw Failure.runReport(
          .doubled, "\"\(other)\" and \"\(file.name)\" are both the report of shard \(number)/\(count)")
      }
    }
    let missing = (1...count).filter { there[$0] == nil }
    guard let first = missing.first else { return }
    let others = missing.count > 1 ? " and \(missing.count - 1) more" : ""
    throw Failure.runReport(.missing, "the report of shard \(first)/\(count)\(others) is missing")
  }

  /// Checks that all shards follow one plan. Say one plan gives a module to the second shard, and another plan to the
  /// third. Then a second shard of the other plan leaves the module in no report.
  private static func requireOnePlan(_ files: [RunReportFile]) throws(Failure) {
    guard let first = files.first else { return }
    guard let plan = first.plan, files.allSatisfy({ $0.plan == plan }) else {
      let plans = files.map { file in
        "\"\(file.name)\" has \(file.plan.map { "plan \(Text.cut(Text.escapingControls($0), to: 12))" } ?? "no known plan")"
      }
      let isUnknown = files.allSatisfy { $0.plan == nil }
      throw Failure.runReport(
        .otherPlan,
        isUnknown
          ? "the reports do not name their plan: an older version of Ambit wrote them"
          : "the shards follow different plans: \(plans.joined(separator: ", "))")
    }
  }

  /// The outcomes from the most to the least important. A module that one shard skipped has its result in another
  /// shard's report.
  static let moduleRanks = [
    "failed", "crashed", "timed-out", "build-failed", "no-verdict", "flaky", "passed", "cached", "skipped",
  ]
  private static let packageRanks = ["build-failed", "no-verdict", "built", "skipped"]

  private static func worst(_ reports: [JSONNode], _ key: String, of words: [String]) -> String {
    let said = Set(reports.compactMap { $0[key]?.stringValue })
    return words.first(where: said.contains) ?? said.min() ?? ""
  }

  /// The outcome of all reports. Their entries are checked too, since somebody may have edited a file.
  ///
  /// A failure anywhere is a failure, even when another shard was stopped.
  private static func outcome(_ reports: [JSONNode], _ entries: [JSONNode]) -> String {
    let said = worst(reports, "outcome", of: ["failed", "stopped", "incomplete", "passed"])
    let outcomes = Set(entries.compactMap { $0["outcome"]?.stringValue })
    if !outcomes.isDisjoint(with: ["failed", "crashed", "timed-out", "build-failed"]) { return "failed" }
    return said == "passed" && outcomes.contains("no-verdict") ? "incomplete" : said
  }

  private static func distinct(_ nodes: [JSONNode]) -> [JSONNode] {
    var seen: Set<String> = []
    return nodes.filter { seen.insert($0.compactJSON).inserted }
  }

  private static func build(_ builds: [JSONNode]) -> JSON {
    let states = Set(builds.compactMap { $0["state"]?.stringValue })
    let members = builds.first?.objectValue ?? []
    let fields = members.map { member -> (String, any JSONValue) in
      let value: any JSONValue =
        switch member.key {
        case "seconds": builds.sum(member.key)
        case "groups", "invocations", "compiled": Int(builds.sum(member.key))
        // One build from nothing explains the time of all.
        case "state": states.contains("fresh") ? "fresh" : states.min()
        default: member.value
        }
      return (member.key, value)
    }
    return JSON(fields: fields)
  }

  private static func totals(_ totals: [JSONNode], _ modules: [JSONNode]) -> JSON {
    let outcomes = modules.compactMap { $0["outcome"]?.stringValue }
    let others: Set = ["passed", "flaky", "cached", "skipped", "no-verdict"]
    let gates = GateCounts(modules.compactMap { $0["gate"]?.stringValue.flatMap(Gate.init(reading:)) })
    let known: JSON = [
      "affected": totals.compactMap { $0["affected"]?.intValue }.max() ?? 0,
      "run": modules.count { ($0["attempts"]?.intValue ?? 0) > 0 },
      "cached": outcomes.count { $0 == "cached" }, "failed": outcomes.count { !others.contains($0) },
      "quarantined": modules.reduce(0) { sum, module in
        sum + (module["quarantined"]?.arrayValue ?? []).count { $0["outcome"]?.stringValue == "failed" }
      },
      "noVerdict": outcomes.count { $0 == "no-verdict" }, "skipped": outcomes.count { $0 == "skipped" },
      "secondsSaved": totals.sum("secondsSaved"),
      "gates": gates.json,
    ]
    let names = Set(known.fields.map(\.0))
    let more = (totals.first?.objectValue ?? []).filter { !names.contains($0.key) }
    return JSON(known, JSON(fields: more.map { ($0.key, $0.value) }))
  }

  /// The entries of several reports, one for each id: the most important one.
  private static func entries(
    _ reports: [JSONNode], _ key: String, id: String, ranks: [String]
  ) -> [JSONNode] {
    var best: [String: JSONNode] = [:]
    for entry in reports.flatMap({ $0[key]?.arrayValue ?? [] }) {
      guard let name = entry[id]?.stringValue else { continue }
      let rank = { (node: JSONNode) in
        ranks.firstIndex(of: node["outcome"]?.stringValue ?? "") ?? -1
      }
      if best[name].map({ rank(entry) < rank($0) }) ?? true { best[name] = entry }
    }
    return best.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension [JSONNode] {
  /// The sum of a field. It is limited, so that a large number in a file cannot crash the program.
  fileprivate func sum(_ key: String) -> Double {
    reduce(0) { sum, node in
      Swift.min(sum + Swift.max(node[key]?.doubleValue ?? 0, 0), 1e12)
    }
  }
}
