import Names
package import Support

extension ShowJSON {
  package static func text(_ team: ShownTeam, _ warnings: [Warning]) -> String {
    let shared = team.modules.filter { !$0.others.isEmpty }
    let modules: JSON = [
      "modules": team.modules.map(\.id.description), "shared": shared.map(\.id.description),
    ]
    return report(
      "team", warnings, JSON(team.facts, modules, team.links, ["findings": team.findings.map(\.json)]))
  }

  package static func text(_ teams: ShownTeams, _ warnings: [Warning]) -> String {
    let all = teams.teams.map { team in
      JSON(team.facts, ["modules": team.modules.count, "tests": team.tests], team.links)
    }
    return report(
      "teams", warnings,
      ["modules": teams.moduleCount, "unowned": teams.unowned.map(\.description), "teams": all])
  }
}

extension ShownTeam {
  fileprivate var facts: JSON {
    ["id": owner.id, "name": owner.name, "contact": owner.contact, "handles": handles]
  }

  fileprivate var links: JSON {
    [
      "needs": needs.map(\.json), "neededBy": neededBy.map(\.json), "needsOfNobody": toNobody,
    ]
  }
}

extension ShownTeam.Link {
  fileprivate var json: JSON { ["team": team, "dependencies": dependencies] }
}
