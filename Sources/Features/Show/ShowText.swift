import Base
import Graph
import Reports
import Runner

/// `ambit show` for people. Modules, packages and teams each have a file of their own.
struct ShowText {
  let width: Int?
  /// The number of a list's items that are shown; nil shows all.
  let most: Int?
  /// The time in seconds since 1970.
  let now: Int

  init(width: Int?, showsAll: Bool, now: Int) {
    self.width = width
    most = showsAll || width == nil ? nil : 8
    self.now = now
  }
}

// MARK: Pieces

extension ShowText {
  /// `  owner  Core (#core)`; rows without a value are left out.
  func facts(_ rows: [(name: String, value: StyledText)]) -> [StyledText] {
    table(
      [.left, .middle(20)], rows.filter { !$0.value.spans.isEmpty }.map { ["\($0.name, .dim)", $0.value] })
  }

  /// The cells of the first items, and a row with the number of the others.
  func cut<Item>(_ items: [Item], _ cells: (Item) -> [StyledText]) -> [[StyledText]] {
    let shown = most.map { items.count > $0 + 1 ? Array(items.prefix($0)) : items } ?? items
    let rest = items.count - shown.count
    return shown.map(cells) + (rest > 0 ? [["\("and \(rest) more", .dim)"]] : [])
  }

  func table(_ columns: [Table.Column], _ rows: [[StyledText]]) -> [StyledText] {
    Table.indented(columns, rows, width: width)
  }

  static func owners(_ owners: [ShownOwner]) -> StyledText {
    guard !owners.isEmpty else { return "\("nobody", .warning)" }
    let names = owners.map { owner -> StyledText in
      "\(owner.name ?? owner.id, .heading)\(owner.contact.map { " (\($0))" } ?? "", .dim)"
    }
    return names.dropFirst().reduce(names[0]) { "\($0), \($1)" }
  }
}

// MARK: Rules

extension ShowText {
  /// The rules that apply to the subject, and the places where it breaks one.
  func rules(_ demands: [RuleDemand], _ findings: [LintFinding]) -> [StyledText] {
    let column = demands.map(\.rule.id.count).max() ?? 0
    let texts = demands.flatMap { demand in
      StyledText(demand.text).wrapped(to: width.map { max(30, $0 - column - 4) }).enumerated().map {
        ["\($0.offset == 0 ? demand.rule.id : "", .dim)", $0.element] as [StyledText]
      }
    }
    let rest = findings.count - (most ?? findings.count)
    return .section(
      "Rules", findings.isEmpty ? "none broken" : "\(findings.count) broken",
      table([.left, .left], texts) + findings.prefix(most ?? findings.count).flatMap(lines)
        + (rest > 0 ? [StyledText("  and \(rest) more", .dim)] : []))
  }

  /// The finding on one line, or the message below its place where the line would be too long.
  private func lines(_ finding: LintFinding) -> [StyledText] {
    let isError = finding.severity == .error
    let place: StyledText = "\(isError ? "  ✗ " : "  ! ", isError ? .bad : .warning)\(finding.place, .path)"
    let message = StyledText(finding.message)
    guard let width, place.width + 2 + message.width > width else { return ["\(place): \(message)"] }
    return [place] + message.wrapped(to: width - 4).map { "    \($0)" }
  }
}

extension ShowText {
  func lines(_ module: ShownModule) -> [StyledText] {
    ["\(module.id, .module)  \(module.kind.rawValue, .dim)"]
      + facts([
        ("folder", "\(module.folder.map { $0.isEmpty ? "." : $0 } ?? "", .path)"),
        ("owner", "\(Self.owners(module.owners))\(Self.source(module.ownersBy), .dim)"),
        ("layer", "\(module.layers.joined(separator: ", "))"),
        ("tags", "\(module.tags.joined(separator: ", "))"),
        ("key", kept(module.kept)),
        ("usually", "\(module.history?.expectedSeconds.map(Wording.duration) ?? "", .count)"),
      ])
      + neighbours("Needs", module.needs, external: module.external)
      + neighbours("Needed by", module.neededBy, external: [])
      + tests(module) + rules(module.demands, module.findings) + (module.history.map(history) ?? [])
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
    let (words, style): (String, Style) =
      switch kept.state {
      case _ where kept.obstacle != nil: ("not cached: \(kept.obstacle ?? "")", .warning)
      case .passed: ("passed before, would not run", .good)
      case .built: ("built before", .good)
      case .nothing: ("not cached", .dim)
      }
    return "\(kept.key.prefix(12), .count)  \(words, style)"
  }

  private func tests(_ module: ShownModule) -> [StyledText] {
    guard !module.tests.isEmpty else {
      return module.kind.isTest ? [] : ["", .heading("No tests")]
    }
    return .section(
      "Tested by", "\(module.tests.count)", table([.middle(20)], cut(module.tests) { ["\($0, .module)"] }))
  }
}

// MARK: Neighbours

extension ShowText {
  private func neighbours(
    _ title: String, _ neighbours: ShownNeighbours, external: [String]
  ) -> [StyledText] {
    let direct = neighbours.direct.count
    guard direct + external.count > 0 else { return ["", .heading("\(title) nothing")] }
    let groups = Dictionary(grouping: neighbours.direct, by: label).sorted { $0.key < $1.key }
    let rows = groups.flatMap { label, modules in
      titled(label, cut(modules) { ["\($0.id, .module)", "\(Self.word($0.edge), .dim)"] })
    }
    return .section(
      title, neighbours.total > direct ? "\(direct), \(neighbours.total) in all" : "\(direct)",
      table([.left, .middle(30), .left], rows + titled("outside", external.map { ["\($0)"] }))
        + teams(neighbours))
  }

  /// Writes the label only in the first row.
  private func titled(_ label: String, _ rows: [[StyledText]]) -> [[StyledText]] {
    rows.enumerated().map { ["\($0.offset == 0 ? label : "", .heading)"] + $0.element }
  }

  /// The label of a neighbour: its layers, otherwise its owners. Layers say more than teams.
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
    return ["  \("of teams  ", .dim)\(NameList.text(names, room: width.map { max(20, $0 - 12) }))"]
  }

  private static func word(_ edge: ModuleEdge.Kind) -> String {
    switch edge {
    case .dependency: ""
    case .plugin: "plugin"
    case .macro: "macro"
    case .undeclaredImport: "not declared"
    case .configured: "by workspace.json"
    case .mayStart: "may run or load"
    case .standIn: "in Xcode"
    case .implicit, .candidate: "not declared"
    case .host: "runs in"
    }
  }
}

// MARK: History

extension ShowText {
  private func history(_ history: ShownHistory) -> [StyledText] {
    let results = HistoryText.table(of: history.story, now, width.map { $0 - 2 })
    let slowest = cut(history.cases) { ["\($0.name)", "\(Wording.duration($0.seconds), .count)"] }
    return .section("Last results", results.map { "  \($0)" })
      + .section("Slowest cases", table([.middle(20), .right], slowest))
      + (history.flaky.map(flaky) ?? [])
  }

  private func flaky(_ flaky: FlakyModule) -> [StyledText] {
    let times = "\(flaky.retried + flaky.contradicted) of \(Wording.count(flaky.runs, "run"))"
    return ["", .heading("Flaky", times)]
      + table(
        [.middle(20), .left], cut(flaky.cases) { ["\($0.name)", "\("failed \($0.failures)×", .dim)"] })
  }
}
