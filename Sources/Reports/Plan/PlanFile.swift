import Base
package import Runner

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

/// Tells two plans of shards apart: the shards of one run are all of one plan, or a module may be in none of them.
package enum PlanDigest {
  /// The digest of a plan in a file, over what the plan says.
  package static func text(ofPlan shards: [String: Int], count: Int, build: String) -> String {
    text("plan", shards, count, build)
  }

  /// The digest of shards without a plan file, which share all modules of the workspace.
  package static func text(sharing modules: Sharding, build: String) -> String {
    text("workspace", shards(of: modules), modules.shards.count, build)
  }

  static func shards(of sharding: Sharding) -> [String: Int] {
    sharding.shards.enumerated().reduce(into: [:]) { shards, shard in
      for module in shard.element { shards[module.description] = shard.offset + 1 }
    }
  }

  private static func text(_ kind: String, _ shards: [String: Int], _ count: Int, _ build: String) -> String {
    var writer = ByteWriter()
    writer.values("ambit shards 1", kind, count, build)
    writer.count(shards.count)
    for (module, number) in shards.sorted(by: { $0.key < $1.key }) { writer.values(module, number) }
    return SHA256.digest(of: writer.bytes).description
  }
}
