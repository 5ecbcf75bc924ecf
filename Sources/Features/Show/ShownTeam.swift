import Base
import Graph

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
  let findings: [LintFinding]

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
      findings: findings.filter { $0.module.map(ids.contains) == true })
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

extension ShowText {
  func lines(_ team: ShownTeam) -> [StyledText] {
    let tests =
      "\(team.tests == 0 ? "none" : "\(team.tests)") of them \(team.tests == 1 ? "a test" : "tests")"
    let share = Self.percent(team.modules.count, of: team.moduleCount)
    let modules = cut(team.modules) { module in
      let others = module.others.isEmpty ? "" : "with \(module.others.joined(separator: ", "))"
      return ["\(module.id, .module)", "\(module.kind.rawValue, .dim)", "\(others, .dim)"]
    }
    let nobody = team.toNobody > 0 ? [ShownTeam.Link(team: "nobody", dependencies: team.toNobody)] : []
    return ["\(Self.owners([team.owner]))  \("team", .dim)"]
      + facts([
        ("id", "\(team.owner.name == nil ? "" : team.owner.id)"),
        ("handles", "\(team.handles.joined(separator: ", "))"),
        ("owns", "\(Wording.count(team.modules.count, "module")), \(tests), \(share) of the workspace"),
      ])
      + .section("Modules", "\(team.modules.count)", table([.middle(30), .left, .end()], modules))
      + links("Needs", team.needs + nobody) + links("Needed by", team.neededBy)
      + rules([], team.findings)
  }

  private static func percent(_ part: Int, of whole: Int) -> String {
    Wording.percent(whole == 0 ? 0 : Double(part) / Double(whole))
  }

  private func links(_ title: String, _ links: [ShownTeam.Link]) -> [StyledText] {
    guard !links.isEmpty else { return ["", .heading("\(title) no other team")] }
    let count = Wording.count(links.reduce(0) { $0 + $1.dependencies }, "dependency", "dependencies")
    return .section(
      title, count,
      table([.middle(), .right], cut(links) { ["\($0.team, .heading)", "\($0.dependencies, .count)"] }))
  }
}

// MARK: All teams

extension ShowText {
  /// The number of teams that people see. Scripts see all.
  private static let mostTeams = 20

  func lines(_ teams: ShownTeams) -> [StyledText] {
    guard !teams.teams.isEmpty else {
      let advice = "add \"teams\" to workspace.json, or owners to CODEOWNERS"
      return ["There are no teams", "\("→ ", .dim)\(advice)"]
    }
    let shown = shown(teams)
    return [headline(teams), ""] + overview(teams, shown) + matrix(teams, shown) + rest(teams, shown)
  }

  /// `4 teams own 35 of 36 modules (97 %), nobody owns 1 (3 %)`
  private func headline(_ teams: ShownTeams) -> StyledText {
    let (count, unowned) = (teams.moduleCount, teams.unowned.count)
    let verb = teams.teams.count == 1 ? "owns" : "own"
    let share = ", nobody owns \(unowned) (\(Self.percent(unowned, of: count)))"
    return """
      \(Wording.count(teams.teams.count, "team"), .heading) \(verb) \(count - unowned) of \
      \(Wording.count(count, "module"))\(unowned > 0 ? share : "", .warning)
      """
  }

  /// The teams to show, sorted by name. With too many teams only those that own most are shown.
  private func shown(_ teams: ShownTeams) -> [Int] {
    let all = Array(teams.teams.indices)
    guard let limit = width.map({ min(Self.mostTeams, columns(in: $0, teams)) }), all.count > limit else {
      return all
    }
    let largest = all.sorted {
      (teams.teams[$1].modules.count, $0) < (teams.teams[$0].modules.count, $1)
    }
    return largest.prefix(max(1, limit)).sorted()
  }

  private func overview(_ teams: ShownTeams, _ shown: [Int]) -> [StyledText] {
    let titles = ["", "team", "modules", "tests", "share", "needs", "needed by"]
    let rows = shown.map { place -> [StyledText] in
      let team = teams.teams[place]
      return [
        "\(place + 1, .dim)", "\(team.owner.id, .heading)", "\(team.modules.count, .count)",
        "\(team.tests, .count)", "\(Self.percent(team.modules.count, of: team.moduleCount))",
        "\(Wording.count(team.needs.count, "team"))", "\(Wording.count(team.neededBy.count, "team"))",
      ]
    }
    let share = Self.percent(teams.unowned.count, of: teams.moduleCount)
    let nobody: [StyledText] = [
      "", "\("nobody", .warning)", "\(teams.unowned.count, .count)", "", "\(share)",
    ]
    return table(
      [.right, .middle(), .right, .right, .right, .right, .right],
      [titles.map { "\($0, .dim)" }] + rows + (teams.unowned.isEmpty ? [] : [nobody]))
  }
}

// MARK: The matrix

extension ShowText {
  /// The limit for a team's name in the matrix.
  private static let widestName = 24

  /// The number of teams that fit beside each other, with numbers, names and the column "nobody".
  private func columns(in width: Int, _ teams: ShownTeams) -> Int {
    let numbers = teams.teams.indices.flatMap { row in
      teams.teams.indices.map { teams.coupling.count(from: row, to: $0) }
    }
    let name = min(Self.widestName, teams.teams.map { DisplayWidth.of($0.owner.id) }.max() ?? 0)
    let cell = max("\(teams.teams.count)".count, "\(numbers.max() ?? 0)".count) + 2
    return max(1, (width - name - 18) / cell)
  }

  private func matrix(_ teams: ShownTeams, _ shown: [Int]) -> [StyledText] {
    let coupling = teams.coupling
    let hasNobody = shown.contains { coupling.toNobody[$0] > 0 }
    let title =
      ["", ""] + shown.map { "\($0 + 1, .dim)" as StyledText } + (hasNobody ? ["\("nobody", .dim)"] : [])
    let rows = shown.map { row -> [StyledText] in
      let name = StyledText(teams.teams[row].owner.id, .heading).truncated(to: Self.widestName, .middle)
      return ["\(row + 1, .dim)", name]
        + shown.map { cell(coupling.count(from: row, to: $0), isSelf: row == $0) }
        + (hasNobody ? [cell(coupling.toNobody[row], isSelf: false)] : [])
    }
    return .section(
      "Dependencies", "between modules, from the row's team to the column's team",
      table([.right, .middle()] + title.dropFirst(2).map { _ in .right }, [title] + rows))
  }

  private func cell(_ count: Int, isSelf: Bool) -> StyledText {
    isSelf ? "\("-", .dim)" : count == 0 ? "\("·", .dim)" : "\(count, .count)"
  }

  private func rest(_ teams: ShownTeams, _ shown: [Int]) -> [StyledText] {
    let rest = teams.teams.count - shown.count
    guard rest > 0 else { return [] }
    let what = rest == 1 ? "1 team that owns" : "\(rest) teams that own"
    return ["", "\("and \(what) less: --json has all", .dim)"]
  }
}
