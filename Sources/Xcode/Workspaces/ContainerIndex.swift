import Base

/// The containers that show each project: workspaces, and projects that refer to it.
struct ContainerIndex {
  /// The projects of each container, with the container itself if it is a project.
  private var shown: [RelativePath: Set<RelativePath>] = [:]
  private var containers: [RelativePath: Set<RelativePath>] = [:]
  private let workspaces: [RelativePath: XcodeWorkspace]
  private let projects: [RelativePath: XcodeProject]

  init(_ sources: XcodeSources) {
    projects = Dictionary(sources.projects.map { ($0.container, $0) }) { first, _ in first }
    workspaces = Dictionary(sources.workspaces.map { ($0.container, $0) }) { first, _ in first }
    for project in sources.projects { shown[project.container] = reach(from: [project.container]) }
    for workspace in sources.workspaces {
      let references = workspace.references.compactMap(\.inTree)
      // The workspace inside of a project always shows that project.
      let own = workspace.container.parent
      shown[workspace.container] = reach(from: projects[own] == nil ? references : references + [own])
    }
    for (container, all) in shown {
      for project in all { containers[project, default: []].insert(container) }
    }
  }

  /// Returns the projects that the given ones refer to, directly or through others.
  private func reach(from start: [RelativePath]) -> Set<RelativePath> {
    var found: Set<RelativePath> = []
    var rest = start
    while let next = rest.popLast() {
      guard let project = projects[next], found.insert(next).inserted else { continue }
      rest += project.projects
    }
    return found
  }

  /// The containers in which a project may be opened.
  func containers(of project: RelativePath) -> [RelativePath] { (containers[project] ?? []).sorted() }

  func projects(in container: RelativePath) -> Set<RelativePath> { shown[container] ?? [] }

  /// Returns the projects that some container shows together with `project`; nil when no container shows a second one.
  func neighbours(of project: RelativePath) -> Set<RelativePath>? {
    let all = Set(containers(of: project).flatMap { projects(in: $0) })
    return all.count > 1 ? all : nil
  }

  /// Returns the folders that the containers of a project refer to as packages. A package below one of them counts too.
  func packageFolders(of project: RelativePath) -> [RelativePath] {
    packageFolders(in: containers(of: project))
  }

  var all: [RelativePath] { shown.keys.sorted() }

  func packageFolders(in containers: [RelativePath]) -> [RelativePath] {
    Set(containers.flatMap(describing).flatMap(ownPackageFolders)).sorted()
  }

  /// Returns the container itself and the projects that it shows.
  func describing(_ container: RelativePath) -> Set<RelativePath> {
    projects(in: container).union([container])
  }

  /// Returns the folders that one project or workspace itself refers to.
  func ownPackageFolders(of container: RelativePath) -> [RelativePath] {
    projects[container]?.packageFolders ?? workspaces[container]?.references.compactMap(\.inTree) ?? []
  }

  /// Returns the versions of external packages that a project asks for; none for a workspace.
  func requirements(of container: RelativePath) -> [String: [UInt8]] {
    projects[container]?.requirements ?? [:]
  }

  /// Returns the projects that a container refers to and Git does not have, such as `Pods/Pods.xcodeproj`.
  func absentProjects(of container: RelativePath) -> [RelativePath] {
    let named =
      projects[container]?.projects
      ?? workspaces[container]?.references.compactMap(\.inTree).filter(\.isXcodeProject) ?? []
    return named.filter { projects[$0] == nil }
  }

  func file(of container: RelativePath) -> RelativePath? {
    projects[container]?.file ?? workspaces[container]?.file
  }

  /// Returns true when a container itself shows another project or package. A folder around the package counts too.
  func refers(_ container: RelativePath, to other: RelativePath) -> Bool {
    let folders =
      projects[container].map { $0.packageFolders + $0.projects }
      ?? workspaces[container]?.references.compactMap(\.inTree) ?? []
    return other.withAncestors.contains(where: folders.contains)
  }

  /// Returns the file that pins the packages of a container.
  static func lockfile(of container: RelativePath) -> RelativePath {
    let workspace = container.isXcodeProject ? container.appending("project.xcworkspace") : container
    return workspace.appending("xcshareddata/swiftpm/Package.resolved")
  }
}
