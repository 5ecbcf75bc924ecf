package import Terminal

extension ShowText {
  /// People read so many; scripts read all.
  private static let mostTeams = 20

  package func lines(_ teams: ShownTeams) -> [StyledText] {
    guard !teams.teams.isEmpty else {
      return [
        "There are no teams",
        StyledText("→ ", .dim)
          + StyledText("name them in workspace.json under \"teams\", or owners in CODEOWNERS"),
      ]
    }
    let shown = shown(teams)
    return [headline(teams)] + [""] + overview(teams, shown) + matrix(teams, shown) + rest(teams, shown)
  }

  /// `4 teams own 35 of 36 modules (97 %), nobody owns 1 (3 %)`
  private func headline(_ teams: ShownTeams) -> StyledText {
    let (count, unowned) = (teams.moduleCount, teams.unowned.count)
    let verb = teams.teams.count == 1 ? "owns" : "own"
    let line =
      StyledText(Wording.count(teams.teams.count, "team"), .heading)
      + StyledText(" \(verb) \(count - unowned) of \(Wording.count(count, "module"))")
    guard unowned > 0 else { return line }
    return line + StyledText(", nobody owns \(unowned) (\(Self.percent(unowned, of: count)))", .warning)
  }

  /// Where there are too many, those that own most; in the order of names.
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
    let title = ["", "team", "modules", "tests", "share", "needs", "needed by"].map { StyledText($0, .dim) }
    let rows = shown.map { place -> [StyledText] in
      let team = teams.teams[place]
      return [
        StyledText("\(place + 1)", .dim), StyledText(team.owner.id, .heading),
        StyledText("\(team.modules.count)", .count), StyledText("\(team.tests)", .count),
        StyledText(Self.percent(team.modules.count, of: team.moduleCount)),
        StyledText(Wording.count(team.needs.count, "team")),
        StyledText(Wording.count(team.neededBy.count, "team")),
      ]
    }
    let nobody = [
      "", StyledText("nobody", .warning), StyledText("\(teams.unowned.count)", .count), "",
      StyledText(Self.percent(teams.unowned.count, of: teams.moduleCount)),
    ]
    return table(
      [
        .init(.right), .init(truncation: .middle), .init(.right), .init(.right), .init(.right), .init(.right),
        .init(.right),
      ], [title] + rows + (teams.unowned.isEmpty ? [] : [nobody]))
  }
}

// MARK: The matrix

extension ShowText {
  /// Names of teams may take no more of a line.
  private static let widestName = 24

  private func nameWidth(_ teams: ShownTeams) -> Int {
    min(Self.widestName, teams.teams.map { DisplayWidth.of($0.owner.id) }.max() ?? 0)
  }

  /// How many teams fit beside each other, with their numbers, names and the column of nobody.
  private func columns(in width: Int, _ teams: ShownTeams) -> Int {
    let numbers = teams.teams.indices.flatMap { row in
      teams.teams.indices.map { teams.coupling.count(from: row, to: $0) }
    }
    let cell = max("\(teams.teams.count)".count, "\(numbers.max() ?? 0)".count) + 2
    return max(1, (width - nameWidth(teams) - 18) / cell)
  }

  private func matrix(_ teams: ShownTeams, _ shown: [Int]) -> [StyledText] {
    let coupling = teams.coupling
    let hasNobody = shown.contains { coupling.toNobody[$0] > 0 }
    let columns: [Table.Column] =
      [.init(.right), .init(truncation: .middle)] + shown.map { _ in .init(.right) }
      + (hasNobody ? [.init(.right)] : [])
    let title =
      [StyledText(), StyledText()] + shown.map { StyledText("\($0 + 1)", .dim) }
      + (hasNobody ? [StyledText("nobody", .dim)] : [])
    let rows = shown.map { row -> [StyledText] in
      let cells = shown.map { cell(coupling.count(from: row, to: $0), isSelf: row == $0) }
      let name = StyledText(teams.teams[row].owner.id, .heading).truncated(to: Self.widestName, .middle)
      return [StyledText("\(row + 1)", .dim), name] + cells
        + (hasNobody ? [cell(coupling.toNobody[row], isSelf: false)] : [])
    }
    return heading("Dependencies", "of modules, from the team in a row to that in a column")
      + table(columns, [title] + rows)
  }

  private func cell(_ count: Int, isSelf: Bool) -> StyledText {
    if isSelf { return StyledText("-", .dim) }
    return count == 0 ? StyledText("·", .dim) : StyledText("\(count)", .count)
  }

  private func rest(_ teams: ShownTeams, _ shown: [Int]) -> [StyledText] {
    let rest = teams.teams.count - shown.count
    guard rest > 0 else { return [] }
    let what = rest == 1 ? "1 team that owns" : "\(rest) teams that own"
    return ["", StyledText("and \(what) less: --json has all", .dim)]
  }
}
