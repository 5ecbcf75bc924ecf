package import Base

/// Why the report of a run cannot be used.
package struct RunReportFileError: Error, Sendable, Hashable {
  package enum Code: String, Sendable, Hashable {
    case unreadable = "unreadable-report"
    /// The run said that it could not say anything.
    case noVerdict = "run-without-verdict"
    /// Reports that are not of one change.
    case different = "different-runs"
    /// Not all shards of a run are there.
    case missing = "missing-shard"
    /// Two reports of one shard.
    case doubled = "doubled-shard"
    /// Shards of several plans.
    case otherPlan = "different-plans"
  }

  package let code: Code
  package let message: String
}

/// A file that `--json-report` wrote, known to be one.
package struct RunReportFile: Sendable {
  /// As people named it.
  package let name: String
  package let root: JSONNode

  package init(_ bytes: [UInt8], name: String) throws(RunReportFileError) {
    self.name = Text.cut(Text.escapingControls(name), to: 200)
    do throws(JSONError) {
      root = try JSONParser.parse(bytes)
    } catch {
      let place = TextPosition(of: error.offset, in: bytes)
      throw RunReportFileError(
        code: .unreadable, message: "\"\(self.name)\" is no JSON: \(error.message) (\(place))")
    }
    if let error = root["error"] {
      let reason = error["message"]?.stringValue ?? error["code"]?.stringValue ?? "it does not say why"
      throw RunReportFileError(
        code: .noVerdict,
        message: "the run of \"\(self.name)\" ended without a verdict: \(Text.cut(reason, to: 500))")
    }
    guard let schema = root["schema"]?.intValue, root["outcome"]?.stringValue != nil,
      root["modules"]?.arrayValue != nil
    else {
      throw RunReportFileError(
        code: .unreadable,
        message: "\"\(self.name)\" is no report of a run: it has no schema, outcome and modules")
    }
    guard schema == JSONSchema.version else {
      throw RunReportFileError(
        code: .unreadable,
        message:
          "\"\(self.name)\" has schema \(schema), and this version of Ambit reads \(JSONSchema.version)")
    }
  }

  /// What was run: the commit, and what it was compared with.
  var subject: [String] {
    ["base", "head"].map { side in
      let revision = root[side]
      return ["ref", "commit", "mergeBase"].map { revision?[$0]?.stringValue ?? "" }.joined(separator: " ")
    }
  }

  /// nil for a whole run.
  var shard: Shard? {
    guard let shard = root["shard"], let number = shard["number"]?.intValue,
      let count = shard["count"]?.intValue
    else {
      return nil
    }
    return Shard(number, of: count)
  }

  /// The digest of the plan that it is a shard of; nil for whole runs, and for those of earlier versions.
  var plan: String? { root["shard"]?["plan"]?.stringValue }

  package var headCommit: String? { root["head"]?["commit"]?.stringValue }
}
