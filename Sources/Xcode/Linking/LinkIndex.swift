import Base

/// The targets of all projects, by the names that they use for each other.
struct LinkIndex {
  let targets: [LinkedTarget]
  let containers: ContainerIndex
  let packages: XcodePackages
  private var byID: [ModuleID: Int] = [:]
  private var byProduct: [String: [Int]] = [:]
  private var byName: [String: [Int]] = [:]
  private let projects: Set<RelativePath>
  private var neighbours: [RelativePath: Set<RelativePath>] = [:]
  private var packageFolders: [RelativePath: Set<RelativePath>] = [:]

  init(_ sources: XcodeSources) {
    containers = ContainerIndex(sources)
    packages = XcodePackages(sources.packages)
    projects = Set(sources.projects.map(\.container))
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

  /// Returns true when a container of the project refers to a package, by its folder or a folder around it.
  func refers(_ project: RelativePath, to package: RelativePath) -> Bool {
    guard let folders = packageFolders[project], !folders.isEmpty else { return false }
    return package.withAncestors.contains(where: folders.contains)
  }
}
