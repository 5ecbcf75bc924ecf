package import Base

/// Which of several machines runs which modules, so that the last of them is done as early as can be: the longest first
/// onto whoever is done first with it, then moved and exchanged as long as that helps.
///
/// The same items in any order come to the same shards, on every machine.
package struct Sharding: Sendable, Equatable {
  /// What has to be run on one machine.
  package struct Item: Sendable, Hashable {
    package let id: ModuleID
    package let seconds: Double

    package init(_ id: ModuleID, seconds: Double) {
      self.id = id
      self.seconds = Sharding.sane(seconds)
    }
  }

  /// Sorted, shard by shard.
  package let shards: [[ModuleID]]
  /// How long each is expected to take.
  package let seconds: [Double]

  /// - `builds` are modules that somebody has to build: whoever runs a test of their package.
  /// - `packageSeconds` is what each machine pays for each package that it has a test of.
  package init(_ items: [Item], builds: [ModuleID] = [], count: Int, packageSeconds: Double) {
    var loads = Array(repeating: ShardLoad(Self.sane(packageSeconds)), count: max(1, count))
    let longestFirst = items.sorted { ($1.seconds, $0.id) < ($0.seconds, $1.id) }
    for item in longestFirst {
      let best = loads.indices.min {
        (loads[$0].seconds(with: item), $0) < (loads[$1].seconds(with: item), $1)
      }
      if let best { loads[best].add(item) }
    }
    Refinement.refine(&loads)
    for module in builds.sorted() {
      let item = Item(module, seconds: 0)
      let best = loads.indices.min { left, right in
        (loads[left].lacks(module) ? 1 : 0, loads[left].seconds, left)
          < (loads[right].lacks(module) ? 1 : 0, loads[right].seconds, right)
      }
      if let best { loads[best].add(item) }
    }
    shards = loads.map { $0.items.map(\.id).sorted() }
    seconds = loads.map(\.seconds)
  }

  /// The shard that has a module, counted from 1.
  package func number(of module: ModuleID) -> Int? {
    shards.firstIndex { $0.contains(module) }.map { $0 + 1 }
  }

  /// How many machines are worth their while: each has a minute to do, or the longest of all modules.
  package static func usefulCount(for items: [Item], packageSeconds: Double, most: Int) -> Int {
    guard let longest = items.map(\.seconds).max() else { return 0 }
    let packageSeconds = sane(packageSeconds)
    let packages = Double(Set(items.map(\.id.package)).count) * packageSeconds
    let total = items.reduce(packages) { $0 + $1.seconds }
    return min(most, items.count, max(1, Int((total / max(longest + packageSeconds, 60)).rounded(.up))))
  }

  /// What a damaged history says must not decide for all others.
  private static func sane(_ seconds: Double) -> Double { seconds.isFinite ? min(max(seconds, 0), 1e6) : 0 }
}

/// What one machine has to do.
struct ShardLoad {
  private(set) var items: [Sharding.Item] = []
  private(set) var seconds = 0.0
  private let packageSeconds: Double
  /// How many items of each package.
  private var packages: [RelativePath: Int] = [:]

  init(_ packageSeconds: Double) { self.packageSeconds = packageSeconds }

  func lacks(_ module: ModuleID) -> Bool { packages[module.package] == nil }

  /// What it would take with one more.
  func seconds(with item: Sharding.Item) -> Double {
    seconds + item.seconds + (packages[item.id.package] == nil ? packageSeconds : 0)
  }

  /// What it would take with `item` in place of one of its own.
  func seconds(with item: Sharding.Item?, insteadOf own: Sharding.Item) -> Double {
    var seconds = seconds - own.seconds
    if packages[own.id.package] == 1, item?.id.package != own.id.package { seconds -= packageSeconds }
    guard let item else { return seconds }
    let isNew = packages[item.id.package] == nil
    return seconds + item.seconds + (isNew ? packageSeconds : 0)
  }

  mutating func add(_ item: Sharding.Item) {
    seconds = seconds(with: item)
    packages[item.id.package, default: 0] += 1
    items.append(item)
  }

  mutating func replace(at place: Int, with item: Sharding.Item?) {
    let own = items[place]
    seconds = seconds(with: item, insteadOf: own)
    items.remove(at: place)
    let left = (packages[own.id.package] ?? 1) - 1
    packages[own.id.package] = left > 0 ? left : nil
    guard let item else { return }
    packages[item.id.package, default: 0] += 1
    items.append(item)
  }
}

/// Takes from the one who would be done last, and gives it to the one who would be done first.
private enum Refinement {
  /// Each round makes the last one faster; more are not worth the time of who waits for the plan.
  private static let rounds = 200
  /// Nobody notices less than a fiftieth.
  private static let goodEnough = 1.02

  static func refine(_ loads: inout [ShardLoad]) {
    for _ in 0..<rounds {
      let order = loads.indices.sorted { (loads[$0].seconds, $0) < (loads[$1].seconds, $1) }
      guard let first = order.first, let last = order.last, first != last,
        loads[last].seconds > goodEnough * loads.map(\.seconds).reduce(0, +) / Double(loads.count),
        let step = best(from: loads[last], to: loads[first])
      else { return }
      let given = loads[last].items[step.own]
      let taken = step.other.map { loads[first].items[$0] }
      loads[last].replace(at: step.own, with: taken)
      if let other = step.other {
        loads[first].replace(at: other, with: given)
      } else {
        loads[first].add(given)
      }
    }
  }

  private struct Step {
    let own: Int
    /// What is given in return.
    let other: Int?
    /// What the slower of the two takes then.
    let seconds: Double
  }

  private static func best(from last: ShardLoad, to first: ShardLoad) -> Step? {
    var best: Step?
    func consider(_ own: Int, _ other: Int?, _ seconds: Double) {
      if seconds < (best?.seconds ?? last.seconds) - 1e-9 {
        best = Step(own: own, other: other, seconds: seconds)
      }
    }
    for (own, item) in last.items.enumerated() {
      consider(own, nil, max(last.seconds(with: nil, insteadOf: item), first.seconds(with: item)))
      for (other, theirs) in first.items.enumerated() where theirs.seconds < item.seconds {
        let mine = last.seconds(with: theirs, insteadOf: item)
        consider(own, other, max(mine, first.seconds(with: item, insteadOf: theirs)))
      }
    }
    return best
  }
}
