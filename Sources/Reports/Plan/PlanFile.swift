package import Base
package import Runner

/// A file that `ambit plan --out` wrote, with the parts that a shard needs.
package struct PlanFile: Sendable, Equatable {
  /// The file's name, as the user typed it.
  package let name: String
  package let shardCount: Int
  /// The shard of each module, tests and builds. Shards count from 1.
  package let shards: [String: Int]
  package let headCommit: String?
  /// The description of the build: configuration and flags.
  package let build: String
  /// The commit that the change was compared with; nil when there was none.
  package let base: String?
  /// True when the plan selects everything.
  package let isAll: Bool
  /// True when nothing was compared, for another reason than a plan of everything that was asked for.
  package let hasUnknownBase: Bool
  /// The digest that distinguishes the plan from every other plan.
  package let digest: String

  package init(_ bytes: [UInt8], name: String) throws(Failure) {
    self.name = Text.cut(Text.escapingControls(name), to: 200)
    let root: JSONNode
    do throws(JSONError) {
      root = try JSONParser.parse(bytes)
    } catch {
      let place = TextPosition(of: error.offset, in: bytes)
      throw Failure.plan("\"\(self.name)\" is not JSON: \(error.message) (\(place))")
    }
    guard root["schema"]?.intValue == JSONSchema.version, let modules = root["modules"]?.arrayValue,
      let builds = root["builds"]?.arrayValue
    else {
      throw Failure.plan("\"\(self.name)\" is not a plan of this version of Ambit")
    }
    guard let count = root["shards"]?.arrayValue?.count, count > 0 else {
      throw Failure.plan(
        "the plan \"\(self.name)\" has no shards: make it with `ambit plan --shards N --out FILE`")
    }
    shardCount = count
    var shards: [String: Int] = [:]
    for entry in modules + builds {
      guard let id = entry["id"]?.stringValue, let shard = entry["shard"]?.intValue,
        (1...count).contains(shard)
      else {
        throw Failure.plan("the plan \"\(self.name)\" has a module without a shard")
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
    hasUnknownBase = self.base == nil && (!isAll || root["fallback"]?.isNull == false)
  }
}

extension Failure {
  /// The code of a plan that cannot be used.
  package static let unreadablePlan = "unreadable-plan"

  fileprivate static func plan(_ message: String) -> Failure {
    Failure(code: unreadablePlan, message: message)
  }
}

/// A digest that distinguishes two plans of shards. All shards of a run must follow the same plan: otherwise a module
/// might be in none of them.
package enum PlanDigest {
  /// The digest of a plan in a file.
  package static func text(ofPlan shards: [String: Int], count: Int, build: String) -> String {
    text("plan", shards, count, build)
  }

  /// The digest of shards without a plan file. These divide all modules of the workspace.
  package static func text(sharing modules: Sharding, build: String) -> String {
    text("workspace", shards(of: modules), modules.shards.count, build)
  }

  /// The digest of shards of which flags leave modules out.
  package static func text(of plan: String, narrowedBy flags: [String]) -> String {
    SHA256.digest(ofValues: "ambit narrowed shards 1", plan, flags).description
  }

  package static func shards(of sharding: Sharding) -> [String: Int] {
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
