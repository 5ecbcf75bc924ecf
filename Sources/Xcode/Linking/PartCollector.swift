import Base

/// Collects the parts that decide each target besides its files: the project, xcconfigs, schemes, plans, and pins.
struct PartCollector {
  private let sources: XcodeSources
  private let containers: ContainerIndex
  private var settings: [RelativePath: SHA256Digest] = [:]
  /// The parts of schemes and plans that name each bundle.
  private var tests: [ModuleID: [XcodeModule.Part]] = [:]
  /// The files that these schemes and plans mention.
  private(set) var mentions: [ModuleID: TestMentions] = [:]
  private let packages: [RelativePath: XcodeSources.Package]
  /// The external packages that a project or package names, for each lockfile.
  private let named: [RelativePath: Set<String>]

  init(_ sources: XcodeSources, _ containers: ContainerIndex, _ notes: inout LinkNotes) {
    self.sources = sources
    self.containers = containers
    packages = Dictionary(sources.packages.map { ($0.folder, $0) }) { first, _ in first }
    named = sources.pins.mapValues { Self.namedPackages(sources, pins: $0) }
    for (path, config) in sources.settings { settings[path] = Self.digest(of: config, sources.neutral) }
    collectTests(&notes)
  }

  func parts(of target: LinkedTarget, _ edges: XcodeEdges) -> [XcodeModule.Part] {
    let project = target.project
    var parts = [XcodeModule.Part(.project, project.file, digest(of: target, edges))]
    for file in target.scope.files {
      if let digest = settings[file] { parts.append(.init(.settings, file, digest)) }
    }
    parts += tests[target.id] ?? []
    let containers = containers.containers(of: project.container)
    parts += shown(to: target, edges, in: containers)
    // Targets of packages with a known manifest have pins of their own.
    let reached = edges.packages.values.lazy.filter(\.isUnread)
      .reduce(into: edges.externalPackages) { $0.formUnion($1.externalPackages) }
    parts += pins(reached, in: containers) + requirements(for: reached, in: containers)
    return Self.sorted(parts)
  }

  /// Returns the parts of modules of packages. They are schemes and plans of test bundles, and pins of the containers
  /// that show the package. `used` has the packages whose products the targets of each project use.
  func packageParts(_ used: [RelativePath: Set<RelativePath>]) -> [ModuleID: [XcodeModule.Part]] {
    var found = tests.filter { packages[$0.key.package] != nil }
    var places: [RelativePath: [RelativePath]] = [:]
    for container in containers.all {
      for folder in shown(by: container, used) { places[folder, default: []].append(container) }
    }
    for (folder, containers) in places {
      let local = standIns(for: folder, in: containers)
      for (name, identities) in packages[folder]?.targets ?? [:] {
        let parts = pins(identities, in: containers) + local + requirements(for: identities, in: containers)
        if !parts.isEmpty { found[ModuleID(package: folder, name: name), default: []] += parts }
      }
    }
    return found.mapValues(Self.sorted)
  }

  /// Returns one part for each project and workspace that refers to a package that this one needs. The referred package
  /// stands in for the one of its identity in the manifest.
  private func standIns(for folder: RelativePath, in places: [RelativePath]) -> [XcodeModule.Part] {
    let needed = packages[folder]?.dependencies ?? []
    if needed.isEmpty { return [] }
    return Set(places.flatMap(containers.describing)).compactMap { container in
      let referred = needed.filter { $0 != folder && containers.refers(container, to: $0) }
      guard !referred.isEmpty, let file = containers.file(of: container) else { return nil }
      return .init(.project, file, SHA256.digest(of: referred.sorted().encoded))
    }
  }

  /// Returns the packages that a container shows, and their dependencies.
  private func shown(by container: RelativePath, _ used: [RelativePath: Set<RelativePath>]) -> Set<
    RelativePath
  > {
    let folders = Set(containers.packageFolders(in: [container]))
    var rest = packages.keys.filter { $0.withAncestors.contains(where: folders.contains) }
    for project in containers.projects(in: container) { rest += used[project] ?? [] }
    var found: Set<RelativePath> = []
    while let next = rest.popLast() {
      guard let package = packages[next], found.insert(next).inserted else { continue }
      rest += package.dependencies
    }
    return found
  }

  private static func sorted(_ parts: [XcodeModule.Part]) -> [XcodeModule.Part] {
    XcodeModule.Part.merged([], parts)
  }
}

// MARK: Projects and settings

extension PartCollector {
  /// Returns the digest of a target's definition. A project with unknown parts has a definition that covers its whole
  /// file. The targets of edges count too: a new package of the workspace may stand in for an external one. A package
  /// below a synchronised folder counts, since its files leave the target, and join it again without the manifest.
  private func digest(of target: LinkedTarget, _ edges: XcodeEdges) -> SHA256Digest {
    var writer = ByteWriter()
    writer.values(target.target.definition, target.project.definition)
    for edge in edges.edges { writer.values(edge.target, edge.kind.rawValue) }
    writer.values(edges.externalPackages)
    for folder in target.target.folders where folder.isMember {
      let below = packages.keys.filter { $0 != folder.folder && $0.isInside(folder.folder) }
      for package in below.sorted() { writer.data(package.bytes) }
    }
    return SHA256.digest(of: writer.bytes)
  }

  /// Returns the digest of an xcconfig. The order of lines counts; comments and neutral settings do not.
  private static func digest(of config: XCConfig, _ neutral: NeutralSettings) -> SHA256Digest {
    var writer = ByteWriter()
    for line in config.lines {
      switch line {
      case .include(let include):
        writer.byte(1)
        writer.values(include.path, include.isOptional)
      case .assignment(let assignment):
        if neutral.contains(assignment.setting.utf8) { continue }
        writer.byte(2)
        writer.values(assignment.setting, assignment.value)
      }
    }
    for text in config.unknownTexts {
      writer.byte(3)
      writer.data(text)
    }
    return SHA256.digest(of: writer.bytes)
  }
}

// MARK: Containers

extension PartCollector {
  /// Returns one part for each container with the used packages and projects that it shows. Xcode finds their products
  /// only there, so a target changes when a workspace shows less or more.
  private func shown(
    to target: LinkedTarget, _ edges: XcodeEdges, in places: [RelativePath]
  ) -> [XcodeModule.Part] {
    let used = Set(edges.packages.keys).union(
      edges.edges.map(\.target.package).filter { containers.file(of: $0) != nil })
    return Set(places.flatMap(containers.describing)).sorted().compactMap { place in
      let shown = used.filter { $0 != target.project.container && containers.refers(place, to: $0) }
      guard !shown.isEmpty, let file = containers.file(of: place) else { return nil }
      var writer = ByteWriter()
      for folder in shown.sorted() { writer.data(folder.bytes) }
      return .init(.project, file, SHA256.digest(of: writer.bytes))
    }
  }
}

// MARK: Schemes and plans

extension PartCollector {
  private mutating func collectTests(_ notes: inout LinkNotes) {
    let targets = KnownTargets(sources)
    let plans = Dictionary(sources.plans.map { ($0.file, $0) }) { first, _ in first }
    for plan in sources.plans {
      for entry in plan.entries {
        guard targets.contains(entry.target) else {
          if sources.leftOut.contains(entry.target.container) { continue }
          notes.add(.testable, "\(plan.file) names \(entry.target.module), which does not exist")
          continue
        }
        let digest = SHA256.digest(ofValues: entry.definition, plan.definition)
        add(.init(.plan, plan.file, digest), to: entry.target.module, plan.mentions)
      }
    }
    for scheme in sources.schemes {
      for file in scheme.plans where plans[file] == nil {
        notes.add(.testable, "\(scheme.file) names the plan \(file), which does not exist")
      }
      let tested =
        scheme.plans.isEmpty
        ? scheme.testables.map(\.target) : scheme.plans.flatMap { plans[$0]?.entries.map(\.target) ?? [] }
      for target in Set(tested) {
        guard targets.contains(target) else {
          if scheme.plans.isEmpty, !sources.leftOut.contains(target.container) {
            notes.add(.testable, "\(scheme.file) names \(target.module), which does not exist")
          }
          continue
        }
        add(.init(.scheme, scheme.file, scheme.definition), to: target.module, scheme.mentions)
      }
    }
  }

  private mutating func add(_ part: XcodeModule.Part, to module: ModuleID, _ mentions: TestMentions) {
    tests[module, default: []].append(part)
    self.mentions[module, default: TestMentions()].add(mentions)
  }
}

// MARK: Pins

extension PartCollector {
  /// Returns one part for each container, with the pins of `identities`. A pin that no project or package of the
  /// container names belongs to a dependency of an external package. It counts for every module with an external
  /// package.
  private func pins(_ identities: Set<String>, in places: [RelativePath]) -> [XcodeModule.Part] {
    guard !identities.isEmpty else { return [] }
    return Set(places.map(ContainerIndex.lockfile)).compactMap { file in
      guard let pins = sources.pins[file] else { return nil }
      let counting =
        identities.contains(XcodeModule.anyPackage)
        ? pins : pins.filter { identities.contains($0.key) || named[file]?.contains($0.key) != true }
      var writer = ByteWriter()
      for (identity, text) in counting.sorted(by: { $0.key < $1.key }) { writer.values(identity, text) }
      return .init(.pins, file, SHA256.digest(of: writer.bytes))
    }
  }

  /// Returns one part for each project that asks for versions of external packages. Without a lockfile each of them
  /// counts for every module with an external package: Xcode resolves all packages together. With a lockfile those
  /// count that the module uses, and those that nothing names.
  private func requirements(
    for identities: Set<String>, in places: [RelativePath]
  ) -> [XcodeModule.Part] {
    guard !identities.isEmpty else { return [] }
    let lockfiles = places.compactMap { named[ContainerIndex.lockfile(of: $0)] }
    let others = lockfiles.dropFirst().reduce(lockfiles.first ?? []) { $0.intersection($1) }
    return Set(places.flatMap(containers.describing)).compactMap { container in
      let counting = containers.requirements(of: container).filter { identity, _ in
        identities.contains(XcodeModule.anyPackage) || identities.contains(identity)
          || !others.contains(identity)
      }
      guard !counting.isEmpty, let file = containers.file(of: container) else { return nil }
      var writer = ByteWriter()
      for (identity, bytes) in counting.sorted(by: { $0.key < $1.key }) {
        writer.data(identity.utf8)
        writer.data(bytes)
      }
      return .init(.project, file, SHA256.digest(of: writer.bytes))
    }
  }

  /// Returns the identities that projects and packages name. A package of the workspace that the lockfile pins is
  /// external there, so its names do not count.
  private static func namedPackages(_ sources: XcodeSources, pins: [String: String]) -> Set<String> {
    var named: Set<String> = []
    for package in sources.packages where pins[package.identity] == nil {
      guard let targets = package.targets else {
        named.formUnion(package.externalPackages)
        continue
      }
      for identities in targets.values { named.formUnion(identities) }
    }
    for product in sources.projects.lazy.flatMap(\.targets).flatMap(\.products) {
      if case .remote(let identity) = product.origin { named.insert(identity.lowercased()) }
    }
    return named
  }
}

/// The targets that schemes and plans may name.
private struct KnownTargets {
  private var projects: Set<XcodeTargetReference> = []
  private var packages: [RelativePath: XcodeSources.Package] = [:]

  init(_ sources: XcodeSources) {
    for project in sources.projects {
      for target in project.targets {
        projects.insert(.init(container: project.container, name: target.name))
      }
    }
    for package in sources.packages { packages[package.folder] = package }
  }

  func contains(_ target: XcodeTargetReference) -> Bool {
    if projects.contains(target) { return true }
    guard let package = packages[target.container] else { return false }
    return package.targets.map { $0[target.name] != nil } ?? true
  }
}

extension XcodeTargetReference {
  fileprivate var module: ModuleID { ModuleID(package: container, name: name) }
}
