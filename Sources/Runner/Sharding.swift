package import Base

/// Distributes modules among machines, so that the slowest machine is done as early as possible.
///
/// The longest module goes first, onto the machine that would be done first with it. Then modules are moved and
/// exchanged while that helps.
///
/// The result depends neither on the order of the items nor on the machine.
package struct Sharding: Sendable, Equatable {
  /// A module that one machine has to run.
  package struct Item: Sendable, Hashable {
    package let id: ModuleID
    package let seconds: Double

    package init(_ id: ModuleID, seconds: Double) {
      self.id = id
      self.seconds = Sharding.sane(seconds)
    }
  }

  /// The modules of each shard, sorted.
  package let shards: [[ModuleID]]
  /// The expected seconds of each shard.
  package let seconds: [Double]

  /// - `builds` are modules that some machine has to build. A machine that tests their package is preferred.
  /// - `packageSeconds` are the seconds that a machine needs for each package with one of its tests.
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

  /// Returns a useful number of machines. Each has at least a minute of work, or as much as the longest module takes.
  package static func usefulCount(for items: [Item], packageSeconds: Double, most: Int) -> Int {
    guard let longest = items.map(\.seconds).max() else { return 0 }
    let packageSeconds = sane(packageSeconds)
    let packages = Double(Set(items.map(\.id.package)).count) * packageSeconds
    let total = items.reduce(packages) { $0 + $1.seconds }
    return min(most, items.count, max(1, Int((total / max(longest + packageSeconds, 60)).rounded(.up))))
  }

  /// Limits the seconds, so that one damaged value of the history cannot decide for all modules.
  private static func sane(_ seconds: Double) -> Double { seconds.isFinite ? min(max(seconds, 0), 1e6) : 0 }
}

/// The work of one machine.
struct ShardLoad {
  private(set) var items: [Sharding.Item] = []
  private(set) var seconds = 0.0
  private let packageSeconds: Double
  /// The number of items of each package.
  private var packages: [RelativePath: Int] = [:]

  init(_ packageSeconds: Double) { self.packageSeconds = packageSeconds }

  func lacks(_ module: ModuleID) -> Bool { packages[module.package] == nil }

  /// The seconds with one more item.
  func seconds(with item: Sharding.Item) -> Double {
    seconds + item.seconds + (packages[item.id.package] == nil ? packageSeconds : 0)
  }

  /// The seconds with `item` in place of its item `own`.
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

/// Moves work from the slowest machine to the fastest one.
private enum Refinement {
  /// The most rounds. Each makes the slowest machine faster, but the user waits for the plan meanwhile.
  private static let rounds = 200
  /// The search stops when the slowest machine is within 2 % of the average.
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
    /// The item that the fastest machine gives in return.
    let other: Int?
    /// The seconds of the slower of both machines after the step.
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
