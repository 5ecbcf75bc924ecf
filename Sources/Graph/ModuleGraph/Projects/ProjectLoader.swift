package import Base
import SwiftSources
package import Xcode

/// Reads the projects, workspaces, schemes, plans and settings of a tree, and links their targets to those of packages.
struct ProjectLoader {
  let tree: any FileTree
  let packages: WorkspaceGraph
  let config: XcodeConfig
  let isAbsence: @Sendable (Failure) -> Bool

  func load() throws(Failure) -> WorkspaceProjects {
    let all = try allFiles()
    let files = all.filter { !isExcluded($0.0) }
    let unmatched = unmatchedPatterns(among: files.filter { $1 == .project }.map(\.0.path.parent))
    guard files.contains(where: { $1 == .project }) else {
      return WorkspaceProjects(
        graph: XcodeGraph(modules: [], warnings: unmatched), containers: [], unread: [], fileLists: [],
        leftOut: [])
    }
    let links = try LinkMap(of: tree)
    let linked = ProjectLinks(links: links, packages: packages)
    let aliases = try linked.aliases(of: files, in: tree)
    var (sources, found) = try read(files + aliases, links)
    sources.packages = linkablePackages()
    sources.neutral = NeutralSettings(config.neutralSettings)
    sources.leaveOutProjects(except: config.takesProject)
    // A project that nobody can read stays where another one refers to it.
    let unread = found.unread.map(\.folder).filter { container in
      !config.takesProject(container) && !sources.projects.contains { $0.projects.contains(container) }
    }
    found.leaveOut(sources.leftOut.union(unread))
    let lists = Set(sources.projects.flatMap(\.fileLists)).subtracting(sources.fileLists.keys)
    for list in lists {
      if let bytes = try present({ () throws(Failure) in try links.contents(of: list, in: tree) }) {
        sources.fileLists[list] = Self.lines(of: bytes)
      }
    }
    let scripts = try readScripts(into: &sources, links)
    let graph = XcodeGraph(linking: sources)
    let modules = graph.modules.map { module in
      var module = module
      module.members = linked.followed(module.members)
      return module
    }
    // A change of these files alone, too, means that the projects are read again.
    let behind = (lists.union(scripts) + aliases.map(\.0.path)).compactMap { links.resolve($0)?.path }
    return WorkspaceProjects(
      graph: XcodeGraph(
        modules: modules, bundles: graph.bundles,
        warnings: unmatched + found.warnings + graph.warnings),
      containers: found.containers.sorted(), unread: found.unread,
      fileLists: lists.union(scripts).union(behind.filter { XcodeFile($0) == nil }),
      leftOut: Set(all.filter { $1 == .project }.map(\.0.path.parent)).subtracting(found.containers))
  }

  /// Returns the bundles that schemes and plans run. `targets` are the test modules of packages and projects.
  func catalog(among targets: Set<ModuleID>, unread: Set<RelativePath>) throws(Failure) -> TestCatalog {
    let files = try files().filter { file, kind in
      // The schemes of a project that is left out are, too.
      let container = Self.container(of: file.path)
      return [.scheme, .plan, .workspace].contains(kind)
        && container.map { !$0.isXcodeProject || packages.package(at: $0) != nil } ?? true
    }
    let absent = try tree.files { _, kind in kind == .absentSubmodule }.filter { $0.kind == .absentSubmodule }
    let links = try LinkMap(of: tree)
    let aliases = try ProjectLinks(links: links, packages: packages).aliases(of: files, in: tree)
    let sources = try read(files + aliases, links).sources
    let known = sources.schemes.map(\.file) + sources.plans.map(\.file)
    let listing = files.filter { $1 != .workspace }
    return TestCatalog(
      schemes: sources.schemes, plans: sources.plans, targets: targets, unread: unread,
      absent: Set(absent.map(\.path)), unreadFiles: Set(listing.map(\.0.path)).subtracting(known),
      workspaces: sources.workspaces)
  }

  /// Reads the shell scripts that phases run. Returns all paths where one may be.
  private func readScripts(
    into sources: inout XcodeSources, _ links: LinkMap
  ) throws(Failure) -> Set<RelativePath> {
    let scripts = ScriptFiles(of: sources)
    var seen: Set<RelativePath> = []
    while true {
      let new = scripts.named(with: sources.scripts).subtracting(seen)
      if new.isEmpty { return seen }
      seen.formUnion(new)
      for path in new {
        let real = links.resolve(path)?.path ?? path
        guard !real.escapesRoot, [.file, .executable].contains(try tree.kind(of: real)),
          let bytes = try present({ () throws(Failure) in try tree.contents(of: real) })
        else { continue }
        sources.scripts[path] = ScriptFiles.text(of: bytes, at: real)
      }
    }
  }

  private func files() throws(Failure) -> [(TreeFile, XcodeFile)] {
    try allFiles().filter { !isExcluded($0.0) }
  }

  private func allFiles() throws(Failure) -> [(TreeFile, XcodeFile)] {
    try tree.files { name, kind in
      kind != .absentSubmodule && kind != .symbolicLink && XcodeFile.mayBe(name)
    }.compactMap { file in XcodeFile(file.path).map { (file, $0) } }
  }

  private func isExcluded(_ file: TreeFile) -> Bool {
    Self.container(of: file.path).map { !$0.isXcodeProject && config.excludes($0) } ?? false
  }

  /// Returns the project or workspace that a file lies in. A project contains a workspace of its own.
  private static func container(of file: RelativePath) -> RelativePath? {
    file.withAncestors.first(where: \.isXcodeContainer)
  }

  /// Returns a warning for each pattern of `xcode.projects` that matches no project. It guards against a typo, which
  /// would leave projects out unseen.
  private func unmatchedPatterns(among containers: [RelativePath]) -> [Warning] {
    config.projects.filter { pattern in !containers.contains(where: pattern.covers) }.map { pattern in
      Warning(
        code: WorkspaceLoader.unmatchedPattern,
        message: "the pattern \"\(pattern.pattern)\" in \"xcode.projects\" matches no project")
    }
  }

  private func read(
    _ files: [(TreeFile, XcodeFile)], _ links: LinkMap
  ) throws(Failure) -> (sources: XcodeSources, found: Found) {
    var sources = XcodeSources()
    var found = Found()
    let projects = files.lazy.filter { $1 == .project }.map(\.0.path.parent)
    found.doubled = Set(Dictionary(grouping: projects) { $0 }.filter { $1.count > 1 }.keys)
    // Only schemes show from which folder the paths of a plan count.
    for (file, kind) in files where kind != .plan { try add(file, kind, links, to: &sources, &found) }
    for (file, kind) in files where kind == .plan { try add(file, kind, links, to: &sources, &found) }
    return (sources, found)
  }

  fileprivate struct Found {
    var containers: Set<RelativePath> = []
    /// Projects that exist in two forms. Xcode opens none of them, and either form may be the right one.
    var doubled: Set<RelativePath> = []
    var unread: [UnknownPackage] = []
    var warnings: [Warning] = []
  }

  private func add(
    _ file: TreeFile, _ kind: XcodeFile, _ links: LinkMap, to sources: inout XcodeSources,
    _ found: inout Found
  ) throws(Failure) {
    let path = file.path
    let contents = try present { () throws(Failure) in
      let real = links.resolve(path)?.path ?? path
      return real == path ? try tree.contents(of: file) : try tree.contents(of: real)
    }
    let bases = kind == .plan ? try self.bases(of: path, sources) : []
    do throws(XcodeProblem) {
      guard let bytes = contents else {
        throw XcodeProblem("its contents are missing in this clone", in: path)
      }
      switch kind {
      case .project:
        found.containers.insert(path.parent)
        let name = String(decoding: path.lastComponent, as: UTF8.self)
        let form = XcodeProject.Form(rawValue: name) ?? .propertyList
        if form == .json, found.doubled.contains(path.parent) {
          throw XcodeProblem(
            "the project also has a project.pbxproj: delete one of the two", in: path)
        }
        let neutral = NeutralSettings(config.neutralSettings)
        sources.projects.append(
          try XcodeProject(reading: bytes, container: path.parent, form: form, neutral: neutral))
      case .workspace:
        sources.workspaces.append(try XcodeWorkspace(reading: bytes, container: path.parent))
      case .scheme: sources.schemes.append(try XcodeScheme(reading: bytes, file: path))
      case .plan:
        let plans = try bases.map { base throws(XcodeProblem) in
          try XcodeTestPlan(reading: bytes, file: path, base: base)
        }
        if let plan = plans.first(where: hasContainers) ?? plans.first { sources.plans.append(plan) }
      case .settings: sources.settings[path] = XCConfig(reading: bytes, file: path)
      case .fileList:
        sources.fileLists[path] = Self.lines(of: bytes)
      case .podspec: sources.podspecs.append(path)
      case .pins: sources.pins[path] = try Self.pins(in: bytes, path)
      }
    } catch {
      found.note(error, in: path, kind)
    }
  }

  private static func lines(of bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Returns nil for a file that does not exist, or whose content this clone lacks.
  private func present(_ contents: () throws(Failure) -> [UInt8]?) throws(Failure) -> [UInt8]? {
    do throws(Failure) {
      return try contents()
    } catch  where isAbsence(error) {
      return nil
    }
  }

  /// Returns the folders that the paths of a plan may count from. They are the folders of the projects and workspaces
  /// whose schemes have the plan. Without a scheme it is that of the nearest project around the plan.
  private func bases(of plan: RelativePath, _ sources: XcodeSources) throws(Failure) -> [RelativePath] {
    let schemes = sources.schemes.filter { $0.plans.contains(plan) }
    if !schemes.isEmpty { return schemes.map(\.base) }
    let around = plan.parent.withAncestors
    for folder in around.reversed()
    where try tree.entries(of: folder).contains(where: { $0.name.hasSuffix(".xcodeproj") }) {
      return [folder]
    }
    return [plan.parent]
  }

  /// Returns true when the tree has all projects and packages that a plan names. Schemes of several containers may have
  /// one plan, and its paths count from one of them alone.
  private func hasContainers(_ plan: XcodeTestPlan) -> Bool {
    Set(plan.entries.map(\.target.container)).allSatisfy { ((try? tree.kind(of: $0)) ?? nil) != nil }
  }

  private static func pins(in bytes: [UInt8], _ file: RelativePath) throws(XcodeProblem) -> [String: String] {
    do {
      return try Lockfile(parsing: bytes).pins
    } catch {
      throw XcodeProblem(error.message, in: file, line: TextPosition(of: error.offset, in: bytes).line)
    }
  }
}

extension ProjectLoader.Found {
  fileprivate mutating func leaveOut(_ projects: Set<RelativePath>) {
    containers.subtract(projects)
    unread.removeAll { projects.contains($0.folder) }
  }

  /// Records a file that cannot be read. A project may then have any target. Any other file only gets a warning, since
  /// the targets are known without it.
  fileprivate mutating func note(_ problem: XcodeProblem, in path: RelativePath, _ kind: XcodeFile) {
    if kind == .project {
      containers.insert(path.parent)
      unread.append(UnknownPackage(folder: path.parent, reason: problem.description))
    } else {
      warnings.append(
        Warning(
          code: "unread-xcode-file", message: "\(problem): targets are selected without it"))
    }
  }
}

extension WorkspaceGraph {
  /// The test bundles that the schemes and plans of a tree run. `isAbsence` tells whether an error says that this clone lacks a
  /// file.
  package func testCatalog(
    in tree: any FileTree, _ config: XcodeConfig, isAbsence: @escaping @Sendable (Failure) -> Bool
  ) throws(Failure) -> TestCatalog {
    let targets = Set(modules.lazy.filter(\.kind.isTest).map(\.id))
    return try ProjectLoader(tree: tree, packages: self, config: config, isAbsence: isAbsence).catalog(
      among: targets, unread: unreadFolders)
  }

  /// The folders of projects and packages that cannot be read. Each may have any test bundle, and counts as affected.
  package var unreadFolders: Set<RelativePath> {
    Set(packages.lazy.filter { $0.problem != nil }.map(\.folder))
  }
}

// MARK: Packages

extension ProjectLoader {
  /// The packages with the products that projects may link.
  private func linkablePackages() -> [XcodeSources.Package] {
    let external = packages.externalPackages()
    return packages.packages.numbered.compactMap { index, package in
      guard !package.isMissing else { return nil }
      let modules = Dictionary(
        package.modules.map { (packages.modules[$0].id.name, packages.modules[$0].id) },
        uniquingKeysWith: { first, _ in first })
      let products = (package.manifest?.products ?? []).map { product in
        XcodeSources.Package.Product(
          name: product.name, modules: product.targets.compactMap { modules[$0] },
          isPlugin: product.kind == .plugin)
      }
      // Xcode also makes products of targets that no declared product has, and an unknown package may have any product.
      let declared = Set(products.map(\.name))
      let implicit = package.modules.map { packages.modules[$0] }.filter {
        [.executable, .plugin, .unknown].contains($0.kind) && !declared.contains($0.id.name)
      }.map { XcodeSources.Package.Product(name: $0.id.name, modules: [$0.id], isPlugin: $0.kind == .plugin) }
      return XcodeSources.Package(
        folder: package.folder, identity: package.identity, products: products + implicit,
        externalPackages: external[index],
        targets: package.manifest == nil
          ? nil
          : Dictionary(
            package.modules.map {
              (packages.modules[$0].id.name, packages.pinned($0))
            },
            uniquingKeysWith: { $0.union($1) }),
        dependencies: packages.folders(neededBy: package))
    }
  }
}

extension WorkspaceGraph {
  /// Returns the folders of the packages of the workspace that a package's targets use.
  fileprivate func folders(neededBy package: PackageNode) -> Set<RelativePath> {
    let targets = package.modules.lazy.flatMap { modules[$0].edges }.map(\.target)
    return Set(targets.map { packages[modules[$0].package].folder })
  }

  /// Returns the identities of the external packages that each package needs, directly or through packages of the
  /// workspace.
  fileprivate func externalPackages() -> Indexed<PackageIndex, Set<String>> {
    packages.indices.reduce(into: Indexed(repeating: [], count: packages.count)) { result, package in
      let needed = modules(neededBy: Array(packages[package].modules))
      result[package] = needed.nodes.reduce(into: []) { $0.formUnion(pinned($1)) }
    }
  }

  /// Returns the identities whose pins decide a module. A package of the workspace may stand in for an external one,
  /// but only where a project or workspace shows it. So the pin counts too.
  fileprivate func pinned(_ module: ModuleIndex) -> Set<String> {
    let standIns = modules[module].edges.filter { $0.kind == .standIn }
    return Set(modules[module].externalPackages)
      .union(standIns.map { packages[modules[$0.target].package].identity })
  }
}
