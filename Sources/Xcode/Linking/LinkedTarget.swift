import Base

final class LinkedTarget: Sendable {
  let id: ModuleID
  let project: XcodeProject
  let target: XcodeTarget
  let scope: SettingScope
  /// The names that its product's file may have.
  let products: Set<String>
  /// The platforms that it is built for; nil when its settings do not name all.
  let platforms: Set<String>?

  init(_ target: XcodeTarget, of project: XcodeProject, _ levels: ProjectLevels, _ chains: SettingChains) {
    id = ModuleID(package: project.container, name: target.name)
    self.project = project
    self.target = target
    scope = SettingScope(target, of: project, levels, chains)
    products = Self.products(of: target, scope)
    platforms = Self.platforms(of: scope)
  }

  /// Returns the name in the project, and the names that `PRODUCT_NAME` gives in the configurations.
  private static func products(of target: XcodeTarget, _ scope: SettingScope) -> Set<String> {
    guard let product = target.product else { return [] }
    var names: Set<String> = [product]
    guard let dot = product.lastIndex(of: "."), target.type != .library else { return names }
    for value in scope.values(of: "PRODUCT_NAME").alternatives {
      let name = value.joined(separator: " ")
      if !name.isEmpty, !name.contains(ExpandedMark.unknown) { names.insert(name + product[dot...]) }
    }
    return names
  }

  private static func platforms(of scope: SettingScope) -> Set<String>? {
    let supported = scope.values(of: "SUPPORTED_PLATFORMS")
    guard supported.isComplete else { return nil }
    if !supported.alternatives.isEmpty {
      return Set(supported.alternatives.joined().flatMap { $0.split(separator: " ").map(String.init) })
    }
    let roots = scope.values(of: "SDKROOT")
    guard roots.isComplete, !roots.alternatives.isEmpty else { return nil }
    var found: Set<String> = []
    for root in roots.alternatives {
      guard let known = Self.platforms(ofSDK: root.joined(separator: " ")) else { return nil }
      found.formUnion(known)
    }
    return found
  }

  private static func platforms(ofSDK root: String) -> Set<String>? {
    switch root.prefix(while: \.isLetter) {
    case "iphoneos", "iphonesimulator": ["iphoneos", "iphonesimulator"]
    case "macosx": ["macosx"]
    case "watchos", "watchsimulator": ["watchos", "watchsimulator"]
    case "appletvos", "appletvsimulator": ["appletvos", "appletvsimulator"]
    case "xros", "xrsimulator": ["xros", "xrsimulator"]
    default: nil
    }
  }

  /// Returns false only when both are known to be built for different platforms.
  func mayLink(_ other: LinkedTarget) -> Bool {
    guard let mine = platforms, let theirs = other.platforms else { return true }
    return !mine.isDisjoint(with: theirs)
  }
}

/// The targets of all projects, by the names that they use for each other.
struct LinkIndex {
  let targets: [LinkedTarget]
  let containers: ContainerIndex
  let packages: XcodePackages
  private var byID: [ModuleID: Int] = [:]
  private var byProduct: [String: [Int]] = [:]
  private var byName: [String: [Int]] = [:]
  private let projects: Set<RelativePath>
  private let podspecs: [RelativePath]
  private let leftOut: Set<RelativePath>
  private var neighbours: [RelativePath: Set<RelativePath>] = [:]
  private var packageFolders: [RelativePath: Set<RelativePath>] = [:]

  init(_ sources: XcodeSources) {
    containers = ContainerIndex(sources)
    packages = XcodePackages(sources.packages)
    projects = Set(sources.projects.map(\.container))
    podspecs = sources.podspecs
    leftOut = sources.leftOut
    var targets: [LinkedTarget] = []
    for project in sources.projects {
      let chains = SettingChains(sources.settings, from: project.folder)
      let levels = ProjectLevels(of: project, chains)
      for target in project.targets { targets.append(LinkedTarget(target, of: project, levels, chains)) }
      neighbours[project.container] = containers.neighbours(of: project.container)
      packageFolders[project.container] = Set(containers.packageFolders(of: project.container))
    }
    self.targets = targets
    for (place, target) in targets.enumerated() {
      byID[target.id] = place
      byName[target.target.name, default: []].append(place)
      for product in target.products { byProduct[product, default: []].append(place) }
    }
  }

  func target(_ id: ModuleID) -> LinkedTarget? { byID[id].map { targets[$0] } }

  func hasProject(_ container: RelativePath) -> Bool { projects.contains(container) }

  /// Returns the targets that make a product of that name, in all projects that some container shows together with
  /// `target`.
  func makers(of product: String, for target: LinkedTarget) -> [LinkedTarget] {
    near(target, byProduct[product] ?? [])
  }

  func targets(named name: String, for target: LinkedTarget) -> [LinkedTarget] {
    near(target, byName[name] ?? [])
  }

  private func near(_ target: LinkedTarget, _ places: [Int]) -> [LinkedTarget] {
    guard !places.isEmpty else { return [] }
    let near = neighbours[target.project.container]
    return places.map { targets[$0] }.filter { other in
      other.id != target.id && near?.contains(other.project.container) ?? true
    }
  }

  /// Returns the folders of pods and of projects that Git does not have, if the target links a product that no known
  /// project makes. Any file there may be a source of that product.
  func absentSources(of target: LinkedTarget) -> Set<RelativePath> {
    let linksUnknown = target.target.uses.contains { use in
      use.isForeign && makers(of: use.file, for: target).isEmpty
    }
    let isOfPods = target.scope.absent.contains { $0.path.holds("/Pods-") }
    guard linksUnknown || isOfPods else { return [] }
    let absent = containers.containers(of: target.project.container).flatMap(containers.absentProjects)
    return Set(podspecs.flatMap { [$0, $0.parent] } + absent.filter { !leftOut.contains($0) }.map(\.parent))
      .filter { !$0.escapesRoot }
  }

  /// Returns true when a container of the project refers to a package, by its folder or a folder around it.
  func refers(_ project: RelativePath, to package: RelativePath) -> Bool {
    guard let folders = packageFolders[project], !folders.isEmpty else { return false }
    return package.withAncestors.contains(where: folders.contains)
  }
}
