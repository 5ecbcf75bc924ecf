import Base
import Graph

/// The facts of one team.
struct ShownTeam: Sendable {
  struct Link: Sendable, Hashable {
    let team: String
    /// The number of dependencies between modules of the two teams.
    let dependencies: Int
  }

  struct Module: Sendable, Hashable {
    let id: ModuleID
    let kind: ModuleKind
    /// The other teams that own the module.
    let others: [String]
  }

  let owner: ShownOwner
  let handles: [String]
  let modules: [Module]
  /// The number of modules in the workspace.
  let moduleCount: Int
  let needs: [Link]
  let neededBy: [Link]
  /// The number of dependencies on modules that nobody owns.
  let toNobody: Int
  let findings: [ShownFinding]

  var tests: Int { modules.count { $0.kind.isTest } }
}

extension ShowContext {
  /// The names of all teams, also of teams without a module.
  var teamNames: [String] { TeamCoupling(self).names }

  /// Returns nil where there is no team of that name.
  func team(_ name: String) -> ShownTeam? {
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

  func teams() -> ShownTeams {
    let coupling = TeamCoupling(self)
    return ShownTeams(
      teams: coupling.names.indices.map { team($0, coupling) }, coupling: coupling,
      unowned: listed.filter { owners[$0].isUnowned }.map { graph.modules[$0].id }, moduleCount: listed.count)
  }
}

/// All teams, for a comparison.
struct ShownTeams: Sendable {
  /// The teams, sorted as in `coupling`.
  let teams: [ShownTeam]
  let coupling: TeamCoupling
  let unowned: [ModuleID]
  let moduleCount: Int
}

/// The number of dependencies that lead from the modules of one team to those of another.
///
/// A dependency counts for a team that owns the dependent module and not the dependency: no team waits for its own
/// modules. Owners of CODEOWNERS that belong to no team count as teams.
struct TeamCoupling: Sendable, Hashable {
  /// The names, sorted. Teams without a module are among them.
  let names: [String]
  private let counts: [[Int]]
  /// For each team the number of dependencies on modules that nobody owns.
  let toNobody: [Int]

  init(_ context: ShowContext) {
    let owning = context.listed.flatMap { context.owners[$0].owners }
    names = Set(owning).union(context.config.teams.keys).sorted()
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    var counts = Array(repeating: Array(repeating: 0, count: names.count), count: names.count)
    var toNobody = Array(repeating: 0, count: names.count)
    for module in context.listed {
      for edge in context.needed(by: module) {
        let owners = context.owners[edge.target].owners
        for from in context.owners[module].owners where !owners.contains(from) {
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

  /// The teams that the team depends on, most dependencies first.
  func needs(_ team: Int) -> [ShownTeam.Link] { links { counts[team][$0] } }

  /// The teams that depend on the team, most dependencies first.
  func neededBy(_ team: Int) -> [ShownTeam.Link] { links { counts[$0][team] } }

  private func links(_ count: (Int) -> Int) -> [ShownTeam.Link] {
    names.indices.filter { count($0) > 0 }.map { ShownTeam.Link(team: names[$0], dependencies: count($0)) }
      .sorted { ($1.dependencies, $0.team) < ($0.dependencies, $1.team) }
  }
}
