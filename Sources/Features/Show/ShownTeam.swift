import Base
import Graph

/// All that is known of a team.
package struct ShownTeam: Sendable {
  package struct Link: Sendable, Hashable {
    let team: String
    /// Between modules.
    let dependencies: Int
  }

  package struct Module: Sendable, Hashable {
    let id: ModuleID
    let kind: ModuleKind
    /// Who owns it too.
    let others: [String]
  }

  let owner: ShownOwner
  let handles: [String]
  let modules: [Module]
  /// Of the workspace.
  let moduleCount: Int
  let needs: [Link]
  let neededBy: [Link]
  /// To modules that nobody owns.
  let toNobody: Int
  let findings: [ShownFinding]

  var tests: Int { modules.count { $0.kind == .test } }
}

extension ShowGround {
  /// Those that there are, whether they own a module or not.
  package var teamNames: [String] { TeamCoupling(self).names }

  /// nil where there is no team of that name.
  package func team(_ name: String) -> ShownTeam? {
    let coupling = TeamCoupling(self)
    return coupling.names.firstIndex(of: name).map { team($0, coupling) }
  }

  private func team(_ place: Int, _ coupling: TeamCoupling) -> ShownTeam {
    let name = coupling.names[place]
    let own = listed.filter { owners[$0].owners.contains(name) }
    let ids = Set(own.map { graph.modules[$0].id })
    return ShownTeam(
      owner: owner(name), handles: config.teams[name]?.handles ?? [],
      modules: own.map { module in
        .init(
          id: graph.modules[module].id, kind: graph.modules[module].kind,
          others: owners[module].owners.filter { $0 != name })
      },
      moduleCount: listed.count, needs: coupling.needs(place), neededBy: coupling.neededBy(place),
      toNobody: coupling.toNobody[place],
      findings: findings.filter { $0.module.map(ids.contains) == true }.map(ShownFinding.init))
  }

  package func teams() -> ShownTeams {
    let coupling = TeamCoupling(self)
    return ShownTeams(
      teams: coupling.names.indices.map { team($0, coupling) }, coupling: coupling,
      unowned: listed.filter { owners[$0].isUnowned }.map { graph.modules[$0].id }, moduleCount: listed.count)
  }
}

/// All teams, side by side.
package struct ShownTeams: Sendable {
  /// Sorted, as in `coupling`.
  let teams: [ShownTeam]
  let coupling: TeamCoupling
  let unowned: [ModuleID]
  let moduleCount: Int
}

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
