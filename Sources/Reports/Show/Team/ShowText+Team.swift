import ModuleGraph
import Names
package import Terminal

extension ShowText {
  package func lines(_ team: ShownTeam) -> [StyledText] {
    [Self.owners([team.owner]) + StyledText("  team", .dim)]
      + facts([
        ("id", StyledText(team.owner.name == nil ? "" : team.owner.id)),
        ("handles", StyledText(team.handles.joined(separator: ", "))),
        ("owns", StyledText(Self.share(team))),
      ])
      + (team.modules.isEmpty ? [] : heading("Modules", "\(team.modules.count)") + modules(team))
      + links("Needs", team.needs + nobody(team), "no other team")
      + links("Needed by", team.neededBy, "no other team")
      + rules([], team.findings)
  }

  private static func share(_ team: ShownTeam) -> String {
    let count = Wording.count(team.modules.count, "module")
    let tests = team.tests == 0 ? "none" : "\(team.tests)"
    return "\(count), \(tests) of them \(team.tests == 1 ? "a test" : "tests"), "
      + "\(percent(team.modules.count, of: team.moduleCount)) of the workspace"
  }

  static func percent(_ part: Int, of whole: Int) -> String {
    OwnersText.percent(whole == 0 ? 0 : Double(part) / Double(whole))
  }

  private func modules(_ team: ShownTeam) -> [StyledText] {
    let rows = cut(team.modules) { module in
      [
        StyledText(module.id.description, .module), StyledText(module.kind.rawValue, .dim),
        StyledText(module.others.isEmpty ? "" : "with \(module.others.joined(separator: ", "))", .dim),
      ]
    }
    return table([.init(truncation: .middle, narrowest: 30), .init(), .init(truncation: .tail)], rows)
  }

  private func nobody(_ team: ShownTeam) -> [ShownTeam.Link] {
    team.toNobody > 0 ? [.init(team: "nobody", dependencies: team.toNobody)] : []
  }

  private func links(_ title: String, _ links: [ShownTeam.Link], _ none: String) -> [StyledText] {
    guard !links.isEmpty else { return heading("\(title) \(none)") }
    return heading(
      title, Wording.count(links.reduce(0) { $0 + $1.dependencies }, "dependency", "dependencies"))
      + table(
        [.init(truncation: .middle), .init(.right)],
        cut(links) { [StyledText($0.team, .heading), StyledText("\($0.dependencies)", .count)] })
  }
}
