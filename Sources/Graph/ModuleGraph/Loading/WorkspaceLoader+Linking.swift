import Base

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
        message: "\"\(first)\"\(others) cannot be read: undeclared imports may be missed")
    ]
  }
}
