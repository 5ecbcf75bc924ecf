import Base
import Graph

/// The direct and indirect dependencies of all modules in one revision's graph.
///
/// Everything is computed once for the whole graph. As bits, the dependents of ten thousand modules take some megabytes
/// and milliseconds. A walk from each module would take seconds.
struct Coupling: Sendable {
  /// The direct dependencies of each module. `users` has the direct dependents.
  let needed: Indexed<ModuleIndex, [ModuleIndex]>
  let users: Indexed<ModuleIndex, [ModuleIndex]>
  /// The number of modules in the longest chain below each module. The modules of a cycle count once.
  let depth: Indexed<ModuleIndex, Int>
  /// Each module with all its direct and indirect dependents.
  private let reached: Indexed<ModuleIndex, ModuleBits>

  /// `platforms` has the platforms whose conditional edges count; nil for all. Stand-ins for packages that cannot be
  /// read do not count.
  init(_ graph: WorkspaceGraph, platforms: Set<String>?) {
    var needed = Indexed<ModuleIndex, [ModuleIndex]>(repeating: [], count: graph.modules.count)
    var users = needed
    for (index, module) in graph.modules.numbered where module.kind != .unknown {
      // A test that may start a program is not built upon it.
      for edge in module.edges where edge.counts(on: platforms) && edge.kind != .mayStart {
        guard graph.modules[edge.target].kind != .unknown, edge.target != index else { continue }
        needed[index].append(edge.target)
        users[edge.target].append(index)
      }
    }
    self.needed = needed
    self.users = users
    let knots = StrongComponents.find(needed)
    depth = Self.depths(knots, needed)
    reached = Self.reach(knots, users)
  }

  /// Returns the modules that a change of one of these may reach, themselves included.
  func reach(from modules: some Sequence<ModuleIndex>) -> [ModuleIndex] {
    var bits = ModuleBits(count: reached.count)
    for module in modules { bits.formUnion(reached[module]) }
    return bits.modules
  }

  /// Returns the depths. The dependencies of a group come before it.
  private static func depths(
    _ knots: [[ModuleIndex]], _ needed: Indexed<ModuleIndex, [ModuleIndex]>
  ) -> Indexed<ModuleIndex, Int> {
    var depth = Indexed<ModuleIndex, Int>(repeating: 0, count: needed.count)
    for knot in knots {
      let inside = knot.count > 1 ? Set(knot) : []
      let below = knot.flatMap { needed[$0] }.filter { !inside.contains($0) }.map { depth[$0] + 1 }.max() ?? 0
      for module in knot { depth[module] = below }
    }
    return depth
  }

  /// Returns the dependents. The dependents of a group come after it.
  private static func reach(
    _ knots: [[ModuleIndex]], _ users: Indexed<ModuleIndex, [ModuleIndex]>
  ) -> Indexed<ModuleIndex, ModuleBits> {
    var reached = Indexed<ModuleIndex, ModuleBits>(
      repeating: ModuleBits(count: users.count), count: users.count)
    for knot in knots.reversed() {
      var bits = ModuleBits(count: users.count)
      for module in knot {
        bits.insert(module)
        for user in users[module] { bits.formUnion(reached[user]) }
      }
      for module in knot { reached[module] = bits }
    }
    return reached
  }
}

/// A set of modules of one graph.
private struct ModuleBits: Sendable {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ module: ModuleIndex) { words[module.rawValue / 64] |= 1 << (module.rawValue % 64) }

  mutating func formUnion(_ other: ModuleBits) {
    for place in words.indices { words[place] |= other.words[place] }
  }

  var modules: [ModuleIndex] {
    words.enumerated().flatMap { place, word in
      var found: [ModuleIndex] = []
      var rest = word
      while rest != 0 {
        found.append(ModuleIndex(place * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
      return found
    }
  }
}
