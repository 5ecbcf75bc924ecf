import Digests
import Names
package import Runner
import Support

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
