package import Base

/// The error of a report that cannot be used.
package struct RunReportFileError: Error, Sendable, Hashable {
  package enum Code: String, Sendable, Hashable {
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
  }

  package let code: Code
  package let message: String
}

/// A file that `--json-report` wrote, once its form was checked.
package struct RunReportFile: Sendable {
  /// The file's name, as the user typed it.
  package let name: String
  package let root: JSONNode

  package init(_ bytes: [UInt8], name: String) throws(RunReportFileError) {
    self.name = Text.cut(Text.escapingControls(name), to: 200)
    do throws(JSONError) {
      root = try JSONParser.parse(bytes)
    } catch {
      let place = TextPosition(of: error.offset, in: bytes)
      throw RunReportFileError(
        code: .unreadable, message: "\"\(self.name)\" is not JSON: \(error.message) (\(place))")
    }
    if let error = root["error"] {
      let reason = error["message"]?.stringValue ?? error["code"]?.stringValue ?? "no reason given"
      throw RunReportFileError(
        code: .noVerdict,
        message: "the run of \"\(self.name)\" ended without a verdict: \(Text.cut(reason, to: 500))")
    }
    guard let schema = root["schema"]?.intValue, root["outcome"]?.stringValue != nil,
      root["modules"]?.arrayValue != nil
    else {
      throw RunReportFileError(
        code: .unreadable,
        message: "\"\(self.name)\" is not a run report: the schema, outcome or modules are missing")
    }
    guard schema == JSONSchema.version else {
      throw RunReportFileError(
        code: .unreadable,
        message:
          "\"\(self.name)\" has schema \(schema), but this version of Ambit reads \(JSONSchema.version)")
    }
  }

  /// The base and the head of the run, to compare reports.
  var subject: [String] {
    ["base", "head"].map { side in
      let revision = root[side]
      return ["ref", "commit", "mergeBase"].map { revision?[$0]?.stringValue ?? "" }.joined(separator: " ")
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

  package var headCommit: String? { root["head"]?["commit"]?.stringValue }
}
