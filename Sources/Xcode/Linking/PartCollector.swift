import Digests
import Names
import Support

/// What decides each target besides its files: the project, xcconfigs, schemes, plans, and pins.
struct PartCollector {
  private let sources: XcodeSources
  private let containers: ContainerIndex
  private var settings: [RelativePath: SHA256Digest] = [:]
  /// The schemes and plans that name a bundle.
  private var tests: [ModuleID: [XcodeModule.Part]] = [:]
  /// The containers whose pins decide the bundles of packages.
  private var testContainers: [ModuleID: Set<RelativePath>] = [:]
  private let packages: [RelativePath: XcodeSources.Package]
  private let named: Set<String>

  init(_ sources: XcodeSources, _ containers: ContainerIndex, _ notes: inout LinkNotes) {
    self.sources = sources
    self.containers = containers
    packages = Dictionary(sources.packages.map { ($0.folder, $0) }) { first, _ in first }
    named = Self.namedPackages(sources)
    for (path, config) in sources.settings { settings[path] = Self.digest(of: config) }
    collectTests(&notes)
  }

  func parts(of target: LinkedTarget, _ edges: XcodeEdges) -> [XcodeModule.Part] {
    let project = target.project
    var parts = [XcodeModule.Part(.project, project.file, Self.digest(of: target.target, in: project))]
    for file in target.scope.files {
      if let digest = settings[file] { parts.append(.init(.settings, file, digest)) }
    }
    parts += tests[target.id] ?? []
    let containers = containers.containers(of: project.container)
    parts += shown(to: target, edges, in: containers)
    let reached = edges.packages.values.reduce(into: edges.externalPackages) {
      $0.formUnion($1.externalPackages)
    }
    parts += pins(reached, in: containers)
    return Self.sorted(parts)
  }

  /// The parts of the bundles that belong to packages.
  var bundles: [ModuleID: [XcodeModule.Part]] {
    var found: [ModuleID: [XcodeModule.Part]] = [:]
    for (module, parts) in tests {
      guard let package = packages[module.package] else { continue }
      let places = (testContainers[module] ?? []).sorted()
      found[module] = Self.sorted(parts + pins(package.externalPackages, in: places))
    }
    return found
  }

  private static func sorted(_ parts: [XcodeModule.Part]) -> [XcodeModule.Part] {
    XcodeModule.Part.merged([], parts)
  }
}

// MARK: Projects and settings

extension PartCollector {
  /// A project with parts that nobody understands has a definition that covers all of its file.
  private static func digest(of target: XcodeTarget, in project: XcodeProject) -> SHA256Digest {
    var writer = ByteWriter()
    writer.values(target.definition, project.definition)
    return SHA256.digest(of: writer.bytes)
  }

  /// The order of lines counts, comments do not.
  private static func digest(of config: XCConfig) -> SHA256Digest {
    var writer = ByteWriter()
    for line in config.lines {
      switch line {
      case .include(let include):
        writer.byte(1)
        writer.values(include.path, include.isOptional)
      case .assignment(let assignment):
        writer.byte(2)
        writer.values(assignment.setting, assignment.value)
      }
    }
    for problem in config.unknown {
      writer.byte(3)
      writer.values(problem.message)
    }
    return SHA256.digest(of: writer.bytes)
  }
}

// MARK: Containers

extension PartCollector {
  /// What the project and workspaces show of the packages and other projects that a target uses. Xcode finds the products of
  /// these only there, so a target is another one when a workspace shows less or more.
  private func shown(
    to target: LinkedTarget, _ edges: XcodeEdges, in places: [RelativePath]
  ) -> [XcodeModule.Part] {
    let used = Set(edges.packages.keys).union(edges.edges.map(\.target.package).filter(containers.isProject))
    return places.compactMap { place in
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
          notes.add(.testable, "\(plan.file) names \(entry.target.module), which is not there")
          continue
        }
        var writer = ByteWriter()
        writer.values(entry.definition, plan.definition)
        add(.init(.plan, plan.file, SHA256.digest(of: writer.bytes)), to: entry.target.module)
      }
    }
    for scheme in sources.schemes {
      for file in scheme.plans where plans[file] == nil {
        notes.add(.testable, "\(scheme.file) names the plan \(file), which is not there")
      }
      let tested =
        scheme.plans.isEmpty
        ? scheme.testables.map(\.target) : scheme.plans.flatMap { plans[$0]?.entries.map(\.target) ?? [] }
      for target in Set(tested) {
        guard targets.contains(target) else {
          if scheme.plans.isEmpty {
            notes.add(.testable, "\(scheme.file) names \(target.module), which is not there")
          }
          continue
        }
        add(.init(.scheme, scheme.file, scheme.definition), to: target.module)
        testContainers[target.module, default: []].formUnion(opened(with: scheme))
      }
    }
  }

  private mutating func add(_ part: XcodeModule.Part, to module: ModuleID) {
    tests[module, default: []].append(part)
  }

  /// The containers that show a scheme.
  private func opened(with scheme: XcodeScheme) -> [RelativePath] {
    containers.containers(of: scheme.container) + [scheme.container]
  }
}

// MARK: Pins

extension PartCollector {
  /// One part for each container, of the pins of `identities`. A pin that neither a project nor a package of the workspace
  /// names belongs to a package that another one from elsewhere needs, so it counts for all that need any.
  private func pins(_ identities: Set<String>, in places: [RelativePath]) -> [XcodeModule.Part] {
    guard !identities.isEmpty else { return [] }
    return Set(places.map(ContainerIndex.lockfile)).compactMap { file in
      guard let pins = sources.pins[file] else { return nil }
      let counting =
        identities.contains(XcodeModule.anyPackage)
        ? pins : pins.filter { identities.contains($0.key) || !named.contains($0.key) }
      var writer = ByteWriter()
      for (identity, text) in counting.sorted(by: { $0.key < $1.key }) { writer.values(identity, text) }
      return .init(.pins, file, SHA256.digest(of: writer.bytes))
    }
  }

  private static func namedPackages(_ sources: XcodeSources) -> Set<String> {
    var named: Set<String> = []
    for package in sources.packages { named.formUnion(package.externalPackages) }
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
    return package.targets?.contains(target.name) ?? true
  }
}

extension XcodeTargetReference {
  fileprivate var module: ModuleID { ModuleID(package: container, name: name) }
}
