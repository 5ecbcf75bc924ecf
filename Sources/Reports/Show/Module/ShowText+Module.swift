import History
import ModuleGraph
import Names
import Ownership
package import Terminal

extension ShowText {
  package func lines(_ module: ShownModule) -> [StyledText] {
    [StyledText(module.id.description, .module) + StyledText("  \(module.kind.rawValue)", .dim)]
      + facts([
        ("folder", StyledText(module.folder.map { $0.isEmpty ? "." : $0 } ?? "", .path)),
        ("owner", Self.owners(module.owners) + StyledText(Self.source(module.ownersBy), .dim)),
        ("layer", StyledText(module.layers.joined(separator: ", "))),
        ("tags", StyledText(module.tags.joined(separator: ", "))),
        ("key", kept(module.kept)),
        ("usually", StyledText(module.history?.expectedSeconds.map(HistoryText.duration) ?? "", .count)),
      ])
      + neighbours("Needs", module.needs, external: module.external)
      + neighbours("Needed by", module.neededBy, external: [])
      + tests(module) + rules(module.demands, module.findings) + history(module)
  }

  private static func source(_ source: ResolvedOwners.Source) -> String {
    switch source {
    case .workspaceRule(let index): ", by rule \(index + 1) of \"owners\" in workspace.json"
    case .codeOwners(let lines):
      ", by line \(lines.map(String.init).joined(separator: " and ")) of CODEOWNERS"
    case .files, .nobody: ""
    }
  }

  private func kept(_ kept: ShownResults?) -> StyledText {
    guard let kept else { return "" }
    let key = StyledText("\(kept.key.prefix(12))", .count) + StyledText("  ")
    if let obstacle = kept.obstacle { return key + StyledText("nothing is kept: \(obstacle)", .warning) }
    switch kept.state {
    case .passed: return key + StyledText("passed before, would not run", .good)
    case .built: return key + StyledText("built before", .good)
    case .nothing: return key + StyledText("nothing is kept under it", .dim)
    }
  }

  private func tests(_ module: ShownModule) -> [StyledText] {
    guard !module.tests.isEmpty else { return module.kind == .test ? [] : heading("Tested by nothing") }
    return heading("Tested by", "\(module.tests.count)")
      + table(
        [.init(truncation: .middle, narrowest: 20)],
        cut(module.tests) { [StyledText($0.description, .module)] })
  }
}

// MARK: Neighbours

extension ShowText {
  private func neighbours(
    _ title: String, _ neighbours: ShownNeighbours, external: [String]
  ) -> [StyledText] {
    let direct = neighbours.direct.count
    guard direct + external.count > 0 else { return heading("\(title) nothing") }
    let remark = neighbours.total > direct ? "\(direct), \(neighbours.total) in all" : "\(direct)"
    let groups = Dictionary(grouping: neighbours.direct, by: label).sorted { $0.key < $1.key }
    var rows = groups.flatMap { label, modules in
      cut(modules) { module in
        [StyledText(module.id.description, .module), StyledText(Self.word(module.edge), .dim)]
      }.enumerated().map { [StyledText($0.offset == 0 ? label : "", .heading)] + $0.element }
    }
    rows += external.enumerated().map {
      [StyledText($0.offset == 0 ? "outside" : "", .heading), StyledText($0.element)]
    }
    return heading(title, remark)
      + table([.init(), .init(truncation: .middle, narrowest: 30), .init()], rows)
      + teams(neighbours)
  }

  /// Where there are layers they say more than teams.
  private func label(_ module: ShownNeighbours.Module) -> String {
    let words = module.layers.isEmpty ? module.owners : module.layers
    return words.isEmpty ? "nobody's" : words.joined(separator: ", ")
  }

  private func teams(_ neighbours: ShownNeighbours) -> [StyledText] {
    guard neighbours.direct.count > 1, neighbours.direct.contains(where: { !$0.layers.isEmpty }) else {
      return []
    }
    var counts: [String: Int] = [:]
    for module in neighbours.direct {
      for owner in module.owners.isEmpty ? ["nobody"] : module.owners { counts[owner, default: 0] += 1 }
    }
    let names = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
    return [
      StyledText("  of teams  ", .dim)
        + StyledText(NameList.text(names, room: width.map { max(20, $0 - 12) }))
    ]
  }

  private static func word(_ edge: ModuleEdge.Kind) -> String {
    switch edge {
    case .dependency: ""
    case .plugin: "plugin"
    case .macro: "macro"
    case .undeclaredImport: "not declared"
    case .configured: "by workspace.json"
    case .mayStart: "may be started"
    case .standIn: "in Xcode"
    }
  }
}

// MARK: History

extension ShowText {
  private func history(_ module: ShownModule) -> [StyledText] {
    guard let history = module.history, !history.isEmpty else { return [] }
    return results(history) + slow(history) + flaky(history)
  }

  private func results(_ history: ShownHistory) -> [StyledText] {
    guard !history.story.isEmpty else { return [] }
    let lines = HistoryText.table(of: history.story, now, width.map { $0 - 2 })
    return heading("Last results") + lines.map { StyledText("  ") + $0 }
  }

  private func slow(_ history: ShownHistory) -> [StyledText] {
    guard !history.cases.isEmpty else { return [] }
    return heading("Slowest cases")
      + table(
        [.init(truncation: .middle, narrowest: 20), .init(.right)],
        cut(history.cases) { [StyledText($0.name), StyledText(HistoryText.duration($0.seconds), .count)] })
  }

  private func flaky(_ history: ShownHistory) -> [StyledText] {
    guard let flaky = history.flaky else { return [] }
    return heading("Flaky", "\(flaky.retried + flaky.contradicted) of \(Wording.count(flaky.runs, "run"))")
      + table(
        [.init(truncation: .middle, narrowest: 20), .init()],
        cut(flaky.cases) { [StyledText($0.name), StyledText("failed \($0.failures)×", .dim)] })
  }
}
