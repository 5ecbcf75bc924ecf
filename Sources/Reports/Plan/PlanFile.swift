import Support

/// A file that `ambit plan --out` wrote, as far as a shard needs it.
package struct PlanFile: Sendable, Equatable {
  /// As people named it.
  package let name: String
  package let shardCount: Int
  /// By module, tests and builds, counted from 1.
  package let shards: [String: Int]
  package let headCommit: String?
  /// How it is built, in words.
  package let build: String
  /// The commit that the change was compared with; nil when there was none.
  package let base: String?
  /// Whether everything was selected.
  package let isAll: Bool
  /// Tells it from every other plan.
  package let digest: String

  package init(_ bytes: [UInt8], name: String) throws(PlanFileError) {
    self.name = Text.cut(Text.escapingControls(name), to: 200)
    let root: JSONNode
    do throws(JSONError) {
      root = try JSONParser.parse(bytes)
    } catch {
      let place = TextPosition(of: error.offset, in: bytes)
      throw PlanFileError("\"\(self.name)\" is no JSON: \(error.message) (\(place))")
    }
    guard root["schema"]?.intValue == JSONSchema.version, let modules = root["modules"]?.arrayValue,
      let builds = root["builds"]?.arrayValue
    else {
      throw PlanFileError("\"\(self.name)\" is no plan that this version of Ambit wrote")
    }
    guard let count = root["shards"]?.arrayValue?.count, count > 0 else {
      throw PlanFileError(
        "the plan \"\(self.name)\" has no shards: make it with `ambit plan --shards N --out FILE`")
    }
    shardCount = count
    var shards: [String: Int] = [:]
    for entry in modules + builds {
      guard let id = entry["id"]?.stringValue, let shard = entry["shard"]?.intValue,
        (1...count).contains(shard)
      else {
        throw PlanFileError("the plan \"\(self.name)\" has a module that no shard has")
      }
      shards[id] = shard
    }
    self.shards = shards
    build = root["build"]?.stringValue ?? ""
    digest = PlanDigest.text(ofPlan: shards, count: count, build: build)
    headCommit = root["head"]?["commit"]?.stringValue
    let base = root["base"]
    self.base = base?["mergeBase"]?.stringValue ?? base?["commit"]?.stringValue
    isAll = root["selection"]?.stringValue == "all"
  }
}

package struct PlanFileError: Error, Sendable, Hashable {
  package let message: String

  init(_ message: String) { self.message = message }
}
