import Base
import Reports
import Runner

extension Failure {
  /// The reason why reports of runs cannot be used.
  enum RunReport: String, Sendable {
    case unreadable = "unreadable-report"
    /// The run ended with an error before any verdict.
    case noVerdict = "run-without-verdict"
    /// The reports belong to different changes.
    case different = "different-runs"
    /// Some shards of the run are missing.
    case missing = "missing-shard"
    /// Two reports belong to the same shard.
    case doubled = "doubled-shard"
    /// The shards belong to different plans.
    case otherPlan = "different-plans"

    fileprivate var hints: [String] {
      switch self {
      case .unreadable: ["use files that `ambit test --json-report FILE` wrote"]
      case .noVerdict: ["check the log of that run for modules that it did not test"]
      case .missing:
        ["`ambit test --shard I/N --json-report FILE` writes a report; check the log of the missing shard"]
      case .doubled: ["give one report for each shard: the report of its last run"]
      case .otherPlan:
        [
          "run all shards again with one plan, and merge only the reports of that run",
          "to run one shard again, use the plan of the first run; `digest` in the file identifies a plan",
        ]
      case .different: ["all shards of a run need the same base and head"]
      }
    }
  }

  static func runReport(_ reason: RunReport, _ message: String) -> Failure {
    Failure(code: reason.rawValue, message: message, hints: reason.hints)
  }
}

/// A file that `--json-report` wrote, once its form was checked.
struct RunReportFile: Sendable {
  /// The file's name, as the user typed it.
  let name: String
  let root: JSONNode

  init(_ bytes: [UInt8], name: String) throws(Failure) {
    self.name = Text.cut(Text.escapingControls(name), to: 200)
    do throws(JSONError) {
      root = try JSONParser.parse(bytes)
    } catch {
      let place = TextPosition(of: error.offset, in: bytes)
      throw Failure.runReport(.unreadable, "\"\(self.name)\" is not JSON: \(error.message) (\(place))")
    }
    if let error = root["error"] {
      let reason = error["message"]?.stringValue ?? error["code"]?.stringValue ?? "no reason given"
      throw Failure.runReport(
        .noVerdict, "the run of \"\(self.name)\" ended without a verdict: \(Text.cut(reason, to: 500))")
    }
    guard let schema = root["schema"]?.intValue, root["outcome"]?.stringValue != nil,
      root["modules"]?.arrayValue != nil
    else {
      throw Failure.runReport(
        .unreadable, "\"\(self.name)\" is not a run report: the schema, outcome or modules are missing")
    }
    guard schema == JSONSchema.version else {
      throw Failure.runReport(
        .unreadable,
        "\"\(self.name)\" has schema \(schema), but this version of Ambit reads \(JSONSchema.version)")
    }
  }

  /// The base and the head of the run, to compare reports. The commit of the base says nothing where there is a merge
  /// base: others may push to the branch while the shards start.
  var subject: [String] {
    ["base", "head"].map { side in
      let revision = root[side]
      let mergeBase = revision?["mergeBase"]?.stringValue
      return [revision?["ref"]?.stringValue, mergeBase ?? revision?["commit"]?.stringValue].map { $0 ?? "" }
        .joined(separator: " ")
    }
  }

  /// The shard; nil for a whole run.
  var shard: Shard? {
    guard let shard = root["shard"], let number = shard["number"]?.intValue,
      let count = shard["count"]?.intValue
    else {
      return nil
    }
    return Shard(number, of: count)
  }

  /// The digest of the shard's plan; nil for whole runs, and for reports of earlier versions.
  var plan: String? { root["shard"]?["plan"]?.stringValue }

  var headCommit: String? { root["head"]?["commit"]?.stringValue }
}
