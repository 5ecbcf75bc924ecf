import Names
import Reports
import Support

/// One way to put the modules of a band together, so that a large workspace begins as few boxes.
struct GraphGrouping: Sendable, Hashable {
  struct Group: Sendable, Hashable {
    let name: String
    /// What `name` is a part of; empty for a whole.
    let whole: String
    let band: Int
  }

  /// A word for scripts.
  let key: String
  let title: String
  let groups: [Group]
  /// For each module the index of its group.
  let groupOfModule: [Int]

  /// Every module is in one group: those of several teams have one of their own.
  static func all(_ report: GraphReport, _ bands: GraphBands) -> [GraphGrouping] {
    let teams = report.modules.map { module in
      module.owners.map { report.setting.teamNames[$0] ?? $0 }.joined(separator: " + ")
    }
    let folders = report.modules.map { module in
      let package = module.id.package
      if !package.parent.isRoot { return package.parent.description }
      return package.isRoot ? "//" : package.description
    }
    let byFolder = GraphGrouping(key: "folder", title: "Folder", folders, report, bands)
    guard teams.contains(where: { !$0.isEmpty }) else { return [byFolder] }
    let named = teams.map { $0.isEmpty ? "no owner" : $0 }
    return [GraphGrouping(key: "team", title: "Team", named, report, bands), byFolder]
  }

  private struct Key: Hashable {
    let band: Int
    let whole: String
    let part: String

    static func comesFirst(_ left: Key, _ right: Key) -> Bool {
      (left.band, left.whole, left.part) < (right.band, right.whole, right.part)
    }
  }

  private init(key: String, title: String, _ names: [String], _ report: GraphReport, _ bands: GraphBands) {
    var members: [Key: [Int]] = [:]
    for (module, name) in names.enumerated() {
      members[Key(band: bands.bandOfModule[module], whole: name, part: ""), default: []].append(module)
    }
    var keys: [Key?] = Array(repeating: nil, count: names.count)
    for (whole, modules) in members {
      let families = NameFamilies.of(modules.map { report.modules[$0].id })
      for (module, family) in zip(modules, families) {
        keys[module] = Key(band: whole.band, whole: whole.whole, part: family)
      }
    }
    let ordered = Set(keys.compactMap(\.self)).sorted(by: Key.comesFirst)
    let number = Dictionary(ordered.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    self.key = key
    self.title = title
    groups = ordered.map { key in
      key.part.isEmpty
        ? Group(name: key.whole, whole: "", band: key.band)
        : Group(name: key.part, whole: key.whole, band: key.band)
    }
    groupOfModule = keys.map { $0.flatMap { number[$0] } ?? 0 }
  }
}
