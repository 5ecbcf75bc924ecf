import Config
import ModuleGraph
import Ownership

/// How many dependencies lead from the modules of one team to those of another.
///
/// A dependency counts for a team where it owns the module that needs, and not the one that is needed: what it owns
/// together with others, it does not wait for. Owners of CODEOWNERS that no team claims count as teams.
struct TeamCoupling: Sendable, Hashable {
  /// Sorted; those that own nothing are among them.
  let names: [String]
  private let counts: [[Int]]
  /// From each team to modules that nobody owns.
  let toNobody: [Int]

  init(_ ground: ShowGround) {
    let owning = ground.listed.flatMap { ground.owners[$0].owners }
    names = Set(owning).union(ground.config.teams.keys).sorted()
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    var counts = Array(repeating: Array(repeating: 0, count: names.count), count: names.count)
    var toNobody = Array(repeating: 0, count: names.count)
    for module in ground.listed {
      for edge in ground.needed(by: module) {
        let owners = ground.owners[edge.target].owners
        for from in ground.owners[module].owners where !owners.contains(from) {
          guard let row = places[from] else { continue }
          if owners.isEmpty { toNobody[row] += 1 }
          for to in owners { if let column = places[to] { counts[row][column] += 1 } }
        }
      }
    }
    self.counts = counts
    self.toNobody = toNobody
  }

  func count(from: Int, to: Int) -> Int { counts[from][to] }

  /// What the team needs, most first.
  func needs(_ team: Int) -> [ShownTeam.Link] { links { counts[team][$0] } }

  /// What needs it.
  func neededBy(_ team: Int) -> [ShownTeam.Link] { links { counts[$0][team] } }

  private func links(_ count: (Int) -> Int) -> [ShownTeam.Link] {
    names.indices.filter { count($0) > 0 }.map { ShownTeam.Link(team: names[$0], dependencies: count($0)) }
      .sorted { ($1.dependencies, $0.team) < ($0.dependencies, $1.team) }
  }
}
