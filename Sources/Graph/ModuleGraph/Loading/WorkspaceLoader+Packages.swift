import Base
import SwiftSources

/// Finds the packages of a revision.
extension WorkspaceLoader {
  struct Packages {
    let links: LinkMap
    var isReproducible = true
    var impure: [ImpureManifest] = []
    var evaluated: [EvaluatedPackage]
    var missing: [GraphBuilder.PathDependency]
    var warnings: [Warning]
    /// True when an Xcode project or workspace took part in the choice of packages.
    var asksProjects = false

    /// Removes stray packages.
    mutating func drop(_ folders: Set<RelativePath>) {
      guard !folders.isEmpty else { return }
      evaluated.removeAll { folders.contains($0.folder) }
      missing.removeAll { folders.contains($0.dependent) }
      impure.removeAll { folders.contains($0.folder) }
    }
  }

  /// Returns the packages of the workspace and, transitively, those that their path dependencies lead to. The latter
  /// count even when the configuration leaves them out, since they are built too.
  func packages(
    of tree: any FileTree, _ memory: inout [ManifestSource: EvaluatedPackage.Outcome]
  ) throws(Failure) -> Packages {
    let survey = try TreeSurvey(of: tree, absoluteRoot: absoluteRoot, nesting: nesting, names: names)
    let (candidates, warnings) = selected(survey)
    var result = Packages(links: survey.links, evaluated: [], missing: [], warnings: warnings)
    // A manifest behind a link may change without a change of any manifest file.
    result.isReproducible = survey.manifests.allSatisfy { survey.links.resolve($0)?.path == $0 }
    let nested = nestedPackages(among: candidates, in: tree, survey.links)
    var doubtful = candidates.filter { nested?.isDoubtful($0.folder) ?? false }
    let first = Set(doubtful.map(\.folder))
    var pending = candidates.filter { !first.contains($0.folder) }
    var known = Set<RelativePath>()
    var strays: Set<RelativePath> = []
    while !pending.isEmpty || !doubtful.isEmpty {
      if pending.isEmpty, let nested {
        // The outermost packages can always be judged.
        let ready = doubtful.filter { nested.canJudge($0.folder, known.union(strays)) }
        strays.formUnion(try nested.strays(among: ready.map(\.folder), result.evaluated).folders)
        pending = ready.filter { !strays.contains($0.folder) && !known.contains($0.folder) }
        doubtful.removeAll(where: ready.contains)
        continue
      }
      known.formUnion(pending.map(\.folder))
      let evaluated = try evaluated(pending, in: tree, &memory, &result)
      result.evaluated += evaluated
      pending = try follow(evaluated, in: tree, &known, &result)
    }
    if let nested {
      let folders = result.evaluated.map(\.folder).filter { nested.candidates.contains($0) }
      let found = try nested.strays(among: Set(folders).union(strays), result.evaluated)
      result.asksProjects = found.askedProjects
      result.drop(found.folders)
      result.warnings += NestedPackages.warning(for: found.folders)
    }
    addMissing(to: &result)
    return result
  }

  /// Returns nil when patterns of workspace.json name the packages.
  func nestedPackages(
    among candidates: [PackageDiscovery.Candidate], in tree: any FileTree, _ links: LinkMap
  ) -> NestedPackages? {
    guard config.packages.isEmpty else { return nil }
    return NestedPackages(candidates: Set(candidates.map(\.folder)), tree: tree, links: links)
  }

  private func evaluated(
    _ candidates: [PackageDiscovery.Candidate], in tree: any FileTree,
    _ memory: inout [ManifestSource: EvaluatedPackage.Outcome], _ result: inout Packages
  ) throws(Failure) -> [EvaluatedPackage] {
    let sources = try candidates.map { candidate throws(Failure) in
      try presentSource(of: candidate, in: tree, result.links)
    }
    if sources.contains(nil) { result.isReproducible = false }
    result.impure += sources.compactMap { $0 }.filter { ManifestPurity.of($0.contents) == .world }
      .map(ImpureManifest.init)
    evaluateNew(sources.compactMap { $0 }, &memory)
    return zip(candidates, sources).map { candidate, source in
      let known = source.map { memory[$0] ?? .unknown("it was not evaluated") }
      return EvaluatedPackage(
        folder: candidate.folder, outcome: known ?? .unknown("its manifest is not in this partial clone"))
    }
  }

  /// Adds a stand-in for each folder without a package that a dependency leads to. If another package has that
  /// identity, it stands in.
  private func addMissing(to result: inout Packages) {
    var bearers: [String: Set<RelativePath>] = [:]
    for package in result.evaluated {
      bearers[identity(of: package.folder), default: []].insert(package.folder)
    }
    for dependency in result.missing
    where bearers[identity(of: dependency.folder), default: []].subtracting([dependency.dependent]).isEmpty
      && !result.evaluated.contains(where: { $0.folder == dependency.folder })
    {
      result.evaluated.append(EvaluatedPackage(folder: dependency.folder, outcome: .missing))
    }
  }

  private func identity(of folder: RelativePath) -> String {
    PackageIdentity.of(folder: folder, workspaceName: workspaceName)
  }

  /// The name of the folder that is the workspace's root.
  var workspaceName: String { absoluteRoot.split(separator: "/").last.map(String.init) ?? "" }

  /// Returns the packages that the path dependencies of `packages` lead to, unless they are known.
  private func follow(
    _ packages: [EvaluatedPackage], in tree: any FileTree, _ known: inout Set<RelativePath>,
    _ result: inout Packages
  ) throws(Failure) -> [PackageDiscovery.Candidate] {
    var found: [PackageDiscovery.Candidate] = []
    for dependency in GraphBuilder.pathDependencies(of: packages, links: result.links)
    where !known.contains(dependency.folder) {
      if let candidate = try PackageDiscovery.candidate(at: dependency.folder, in: tree) {
        known.insert(dependency.folder)
        found.append(candidate)
      } else if try isInAbsentSubmodule(dependency.folder, tree) {
        known.insert(dependency.folder)
        let reason = "its submodule is not checked out"
        result.evaluated.append(EvaluatedPackage(folder: dependency.folder, outcome: .unknown(reason)))
      } else {
        result.missing.append(dependency)
      }
    }
    return found
  }

  private func isInAbsentSubmodule(_ folder: RelativePath, _ tree: any FileTree) throws(Failure) -> Bool {
    var folder = folder
    while !folder.isRoot, !folder.escapesRoot {
      if let kind = try tree.kind(of: folder) { return kind == .absentSubmodule }
      folder = folder.parent
    }
    return false
  }

  /// The code of a warning about a pattern of `packages` that matches nothing.
  package static let unmatchedPattern = "unmatched-pattern"

  /// Returns the packages that the configuration makes part of the workspace.
  func selected(_ survey: TreeSurvey) -> (
    candidates: [PackageDiscovery.Candidate], warnings: [Warning]
  ) {
    let candidates = PackageDiscovery.candidates(among: survey.manifests)
    let selection = PackageSelection(from: candidates.map(\.folder), config: config)
    let folders = Set(selection.folders)
    let warnings = selection.unmatched.map { pattern in
      Warning(
        code: Self.unmatchedPattern,
        message: "the pattern \"\(pattern.pattern)\" in \"packages\" matches no package")
    }
    return (candidates.filter { folders.contains($0.folder) }, warnings)
  }
}

/// Links the packages of a revision to its graph.
extension WorkspaceLoader {
  func link(
    _ packages: Packages, in tree: ProbedTree, _ imports: inout ImportScan
  ) throws(Failure) -> LoadedRevision {
    let declared = try GraphBuilder(
      packages: packages.evaluated, tree: tree, links: packages.links, workspaceName: workspaceName,
      requestedTraits: requestedTraits
    ).build()
    let seeking = declared.graph.seekingNames(config.inputs.harmless.ownLiterals)
    let (included, found) = try follow(seeking, in: tree, packages.links, &imports)
    let withImports = UndeclaredImports(included, setsFlags: setsFlags).added(found.byModule)
      .namingFiles(found.byModule, unread: found.unread, packages.impure)
    let configured = ConfiguredDependencies(config: config).added(to: withImports)
    let graph = ProductsBesideTests.added(to: configured)
    let unread = Self.warnings(forUnread: found.unread)
    let unknown = packages.evaluated.compactMap { package -> UnknownPackage? in
      guard case .unknown(let reason) = package.outcome else { return nil }
      return UnknownPackage(folder: package.folder, reason: reason)
    }
    return LoadedRevision(
      graph: graph, unknownPackages: unknown,
      warnings: packages.warnings + Self.warnings(forMissing: packages) + declared.warnings + unread,
      probes: EncodedProbes(tree.probes),
      imports: found.byModule.mapped(ImportScan.Found.digest), impure: packages.impure,
      asksProjects: packages.asksProjects,
      isReproducible: packages.isReproducible && unknown.isEmpty && unread.isEmpty)
  }

  /// Scans the sources of all modules, and then the files that they include, until no module reads a new file.
  private func follow(
    _ declared: WorkspaceGraph, in tree: ProbedTree, _ links: LinkMap, _ imports: inout ImportScan
  ) throws(Failure) -> (
    graph: WorkspaceGraph, found: (byModule: Indexed<ModuleIndex, [ImportScan.Found]>, unread: [RelativePath])
  ) {
    let files = IncludedFiles(tree: tree, links: links)
    let first = try imports.imports(of: declared.modules.elements, in: tree)
    var found = (byModule: Indexed<ModuleIndex, _>(first.byModule), unread: first.unread)
    var (graph, grown) = try files.added(found.byModule, to: declared)
    while !grown.isEmpty {
      let more = try imports.imports(of: grown.map { graph.modules[$0] }, in: tree)
      for (module, roots) in zip(grown, more.byModule) { found.byModule[module] = roots }
      found.unread = Set(found.unread + more.unread).sorted()
      (graph, grown) = try files.added(found.byModule, to: graph)
    }
    return (graph, found)
  }

  /// Returns one warning for each missing folder, however many packages depend on it.
  private static func warnings(forMissing packages: Packages) -> [Warning] {
    packages.evaluated.filter { $0.outcome == .missing }.compactMap { package -> Warning? in
      let dependents = packages.missing.filter { $0.folder == package.folder }
      guard let first = dependents.first else { return nil }
      let depend = dependents.count > 1 ? " and \(dependents.count - 1) more depend" : " depends"
      return Warning(
        code: missingPackage,
        message:
          "\(first.dependent.appending(PackageFile.manifest))\(depend) on \"\(first.path)\", but Git has no package "
          + "in \"\(package.folder)\": dependents are selected when it may have changed")
    }
  }

  /// The code of a warning about a dependency that leads to no package.
  package static let missingPackage = "missing-package"

  /// Returns one warning for all files: a clone without file contents would have thousands.
  private static func warnings(forUnread files: [RelativePath]) -> [Warning] {
    guard let first = files.first else { return [] }
    let others = files.count > 1 ? " and \(files.count - 1) more files" : ""
    return [
      Warning(
        code: "unread-source",
        message:
          "\"\(first)\"\(others) cannot be read, or changed meanwhile: undeclared imports may be missed")
    ]
  }
}
