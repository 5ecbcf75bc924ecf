import Names
package import Support

extension ShowJSON {
  package static func text(_ team: ShownTeam, _ warnings: [Warning]) -> String {
    report("team", warnings) { writer in
      writer.facts(team)
      writer.field("modules", team.modules.map(\.id.description))
      writer.field("shared", team.modules.filter { !$0.others.isEmpty }.map(\.id.description))
      writer.links("needs", team.needs)
      writer.links("neededBy", team.neededBy)
      writer.field("needsOfNobody", team.toNobody)
      writer.findings(team.findings)
    }
  }

  package static func text(_ teams: ShownTeams, _ warnings: [Warning]) -> String {
    report("teams", warnings) { writer in
      writer.field("modules", teams.moduleCount)
      writer.field("unowned", teams.unowned.map(\.description))
      writer.field("teams") { writer in
        writer.array(of: teams.teams) { writer, team in
          writer.object { writer in
            writer.facts(team)
            writer.field("modules", team.modules.count)
            writer.field("tests", team.tests)
            writer.links("needs", team.needs)
            writer.links("neededBy", team.neededBy)
            writer.field("needsOfNobody", team.toNobody)
          }
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func facts(_ team: ShownTeam) {
    field("id", team.owner.id)
    field("name", team.owner.name)
    field("contact", team.owner.contact)
    field("handles", team.handles)
  }

  fileprivate mutating func links(_ name: String, _ links: [ShownTeam.Link]) {
    field(name) { writer in
      writer.array(of: links) { writer, link in
        writer.object { writer in
          writer.field("team", link.team)
          writer.field("dependencies", link.dependencies)
        }
      }
    }
  }
}
