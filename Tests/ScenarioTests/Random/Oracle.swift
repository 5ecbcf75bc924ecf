/// The rules of selection, written down once more as slowly and plainly as possible.
///
/// It knows only the sketch's model: no manifest is evaluated, no graph is indexed. Where the rules leave
/// a choice, it demands no more than they do.
struct Oracle {
  let base: OracleRevision
  let head: OracleRevision
  private(set) var seeds: [String: String] = [:]

  /// The ids of the modules that must be selected, and no others.
  static func affected(from base: RandomWorkspace, to head: RandomWorkspace) -> Set<String> {
    var oracle = Oracle(
      base: OracleRevision(base, rules: head.config), head: OracleRevision(head, rules: head.config))
    oracle.collectSeeds(from: base, to: head)
    return oracle.walk().intersection(head.sketch.moduleIDs)
  }

  private init(base: OracleRevision, head: OracleRevision) {
    self.base = base
    self.head = head
  }

  private mutating func collectSeeds(from before: RandomWorkspace, to after: RandomWorkspace) {
    let old = before.files
    let new = after.files
    for path in Set(old.keys).union(new.keys) where old[path] != new[path] {
      if path == "workspace.json" {
        seedConfig(before.config ?? RandomConfig(), after.config ?? RandomConfig())
        continue
      }
      if old[path] != nil { seed(base, path, old[path], new[path]) }
      if new[path] != nil { seed(head, path, old[path], new[path]) }
    }
    seedSwitchedTraits()
  }

  /// A package that, as the root of a build, now switches other traits on in something it needs.
  private mutating func seedSwitchedTraits() {
    for package in head.sketch.packages
    where base.sketch.packages.contains(where: { $0.folder == package.folder }) {
      let before = base.traits(withRoot: package.folder)
      let after = head.traits(withRoot: package.folder)
      for (folder, traits) in after where before[folder] != nil && before[folder] != traits {
        let inside = head.sketch.packages.filter { $0.folder == folder }.flatMap { head.ids(of: $0) }
        add(head.needing(Set(inside)).intersection(head.ids(of: package)), "traits of \(folder)")
      }
    }
  }

  private mutating func seedConfig(_ old: RandomConfig, _ new: RandomConfig) {
    if old.unowned != new.unowned || old.platforms != new.platforms {
      return add(Set(head.modules), "config")
    }
    add(Set(head.modules).filter { old.inputs[$0] != new.inputs[$0] }, "config")
  }

  /// What a changed file of one revision affects by itself.
  private mutating func seed(_ revision: OracleRevision, _ path: String, _ old: String?, _ new: String?) {
    if path == ".swift-version" { return add(Set(revision.modules), path) }
    if let package = revision.sketch.packages.first(where: { $0.path("Package.swift") == path }) {
      let changed = ManifestOracle.changed(package.folder, base.sketch, head.sketch)
      return add(changed.union(revision.pluginUsers(in: path)), path)
    }
    if let package = revision.sketch.packages.first(where: { $0.path("Package.resolved") == path }) {
      guard RandomPins.versions(old ?? "") != RandomPins.versions(new ?? "") else { return }
      return add(revision.remoteUsers(in: package), path)
    }
    if path.hasSuffix(".gitattributes"), old?.contains("eol") ?? false == new?.contains("eol") ?? false {
      return
    }
    let owners = revision.owners(of: path)
    let leavingOut = owners.isEmpty ? revision.testsLeavingOut(path) : []
    let readers = revision.declaredReaders(of: path).union(leavingOut)
    let pluginUsers = revision.pluginUsers(in: path)
    if revision.isHarmless(path), readers.isEmpty {
      return add(pluginUsers.union(revision.namers(of: path)), path)
    }
    add(owners.union(readers).union(pluginUsers), path)
    guard owners.isEmpty, readers.isEmpty else { return }
    switch revision.rules?.unowned {
    case "ignore": break
    case "all": add(Set(base.modules + head.modules), path)
    default:
      let package = revision.package(of: path)
      add(package.map { revision.ids(of: $0) } ?? Set(base.modules + head.modules), path)
    }
  }

  private mutating func add(_ modules: Set<String>, _ cause: String) {
    for module in modules where seeds[module] == nil { seeds[module] = cause }
  }

  /// Everything that needs a seed, in either revision, directly or through others.
  private func walk() -> Set<String> {
    let edges = base.edges + head.edges
    var reached = Set(seeds.keys)
    var isGrowing = true
    while isGrowing {
      let more = edges.filter { reached.contains($0.to) && !reached.contains($0.from) }.map(\.from)
      reached.formUnion(more)
      isGrowing = !more.isEmpty
    }
    return reached
  }
}
