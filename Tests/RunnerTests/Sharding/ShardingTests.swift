import Base
import Foundation
import TestSupport
import Testing

@testable import Runner

@Suite struct ShardingTests {
  /// Modules of packages of one to five, whose tests take from a tenth of a second to a minute.
  private static func history(_ seed: UInt64) -> (items: [Sharding.Item], count: Int, packageSeconds: Double)
  {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...12, using: &random)
    var items: [Sharding.Item] = []
    for package in 0..<Int.random(in: 4 * count...12 * count, using: &random) {
      for module in 0..<Int.random(in: 1...5, using: &random) {
        let seconds = 0.1 * pow(600, Double.random(in: 0...1, using: &random))
        items.append(
          .init(ModuleID(package: RelativePath("P\(package)"), name: "T\(module)"), seconds: seconds))
      }
    }
    return (items, count, Double.random(in: 0...4, using: &random))
  }

  @Test("the last shard is done as early as can be, over hundreds of histories")
  func balance() {
    var worst = 0.0
    for seed in 0..<300 as Range<UInt64> {
      let (items, count, packageSeconds) = Self.history(seed)
      let sharding = Sharding(items, count: count, packageSeconds: packageSeconds)
      #expect(sharding.shards.flatMap { $0 }.sorted() == items.map(\.id).sorted(), "each once")
      // Nobody could do with less than each package once.
      let packages = Double(Set(items.map(\.id.package)).count) * packageSeconds
      let mean = items.reduce(packages) { $0 + $1.seconds } / Double(count)
      let longest = (items.map(\.seconds).max() ?? 0) + packageSeconds
      worst = max(worst, (sharding.seconds.max() ?? 0) / max(mean, longest))
    }
    #expect(worst <= 1.15, "\(worst)")
  }

  @Test("who takes how long is what its modules take")
  func seconds() {
    for seed in 0..<50 as Range<UInt64> {
      let (items, count, packageSeconds) = Self.history(seed)
      let sharding = Sharding(items, count: count, packageSeconds: packageSeconds)
      let known = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.seconds) })
      for (modules, seconds) in zip(sharding.shards, sharding.seconds) {
        let packages = Double(Set(modules.map(\.package)).count) * packageSeconds
        #expect(abs(modules.reduce(packages) { $0 + (known[$1] ?? 0) } - seconds) < 1e-6)
      }
    }
  }

  @Test("the order of the modules decides nothing")
  func order() {
    var random = SeededGenerator(seed: 7)
    let (items, count, packageSeconds) = Self.history(3)
    let sharding = Sharding(items, count: count, packageSeconds: packageSeconds)
    #expect(
      Sharding(items.shuffled(using: &random), count: count, packageSeconds: packageSeconds) == sharding)
  }

  @Test("a module without tests is built by who has a test of its package")
  func builds() {
    let items = (0..<6).map {
      Sharding.Item(ModuleID(package: RelativePath("P\($0)"), name: "T"), seconds: 1)
    }
    let builds =
      items.map { ModuleID(package: $0.id.package, name: "L") } + [ModuleID(package: "Q", name: "L")]
    let sharding = Sharding(items, builds: builds, count: 3, packageSeconds: 1)
    for item in items {
      #expect(
        sharding.number(of: item.id) == sharding.number(of: ModuleID(package: item.id.package, name: "L")))
    }
    #expect(sharding.number(of: ModuleID(package: "Q", name: "L")) != nil)
  }

  @Test("more shards than modules, and none of them")
  func few() {
    let item = Sharding.Item(ModuleID(package: "P", name: "T"), seconds: .nan)
    #expect(Sharding([item], count: 4, packageSeconds: 1).shards.map(\.count).sorted() == [0, 0, 0, 1])
    #expect(Sharding([], count: 2, packageSeconds: 1).shards == [[], []])
    #expect(Sharding.usefulCount(for: [], packageSeconds: 1, most: 9) == 0)
    #expect(Sharding.usefulCount(for: [item], packageSeconds: .infinity, most: 9) == 1)
    let hour = (0..<60).map {
      Sharding.Item(ModuleID(package: RelativePath("P\($0)"), name: "T"), seconds: 60)
    }
    #expect(Sharding.usefulCount(for: hour, packageSeconds: 0, most: 1_000) == 60)
    #expect(Sharding.usefulCount(for: hour, packageSeconds: 0, most: 9) == 9)
  }

  @Test(
    "a shard is a number of so many",
    arguments: [
      ("1/1", true), ("3/8", true), ("0/8", false), ("9/8", false), ("3/", false), ("/8", false),
      ("3/8/9", false),
      ("+3/8", false), ("1/1001", false), ("99999999999999999999/1", false), ("", false),
    ])
  func texts(_ text: String, _ isShard: Bool) {
    #expect((Shard(text) != nil) == isShard)
    if isShard { #expect(Shard(text)?.description == text) }
  }
}
