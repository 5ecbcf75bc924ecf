package import Base
package import SwiftSources
import Xcode

/// Builds the graphs of one or two revisions from their file trees, with one round of manifest
/// evaluation for both.
package struct WorkspaceLoader {
  package typealias Evaluate = ([ManifestSource]) -> [Result<PackageManifest, ManifestProblem>]

  let config: WorkspaceConfig
  let requestedTraits: RequestedTraits
  /// True when the arguments for SwiftPM may set flags for `#if`.
  let setsFlags: Bool
  /// The workspace's absolute path on disk. Manifests get it as their package folder.
  let absoluteRoot: String
  /// The workspace's folder in the repository.
  let nesting: RelativePath
  /// The rules by which the file system matches names, such as without regard to case.
  let names: NameMatching
  let toolchain: ToolsVersion
  let isAbsence: @Sendable (Failure) -> Bool
  let evaluate: Evaluate

  /// `isAbsence` returns true for an error that says that this clone lacks a file's content, as a partial clone does.
  /// The package is then unknown.
  package init(
    config: WorkspaceConfig, requestedTraits: RequestedTraits = RequestedTraits(), setsFlags: Bool = false,
    absoluteRoot: String,
    nesting: RelativePath = .root, names: NameMatching = .exact, toolchain: ToolsVersion,
    isAbsence: @escaping @Sendable (Failure) -> Bool = { _ in false }, evaluate: @escaping Evaluate
  ) {
    self.isAbsence = isAbsence
    self.config = config
    self.requestedTraits = requestedTraits
    self.setsFlags = setsFlags
    self.absoluteRoot = absoluteRoot
    self.nesting = nesting
    self.names = names
    self.toolchain = toolchain
    self.evaluate = evaluate
  }

  /// A revision to load.
  package struct Request {
    package let tree: any FileTree
    /// The id of the tree's commit; nil for a working tree. A graph is remembered only under a commit.
    package let commit: String?
    /// The changes from the base to this tree, for the head; nil when they are not known.
    package let changes: [FileChange]?

    package init(tree: any FileTree, commit: String?, changes: [FileChange]? = nil) {
      self.tree = tree
      self.commit = commit
      self.changes = changes
    }
  }

  package struct Loaded: Sendable {
    let headRevision: LoadedRevision
    let baseRevision: LoadedRevision?
    /// The error that kept the base from having a graph; nil when the base has one or none was asked for.
    package var baseProblem: Failure?
    /// True when head and base have the same packages with the same edges, as is usual.
    package let isSameGraph: Bool
    /// True when head and base have the same Xcode projects, too.
    package var isSameWithProjects: Bool {
      isSameGraph && baseRevision.map { $0.projects == projects } ?? false
    }

    /// The graph of the head's packages. Runs build these, and rules check them.
    package var head: WorkspaceGraph { headRevision.graph }
    /// The graph of the base's packages; nil when no base was asked for, or when it has no graph.
    package var base: WorkspaceGraph? { baseRevision?.graph }
    /// The graph of the head's packages and Xcode projects, for everything that a change may reach.
    package var headWithProjects: WorkspaceGraph { headRevision.graph.adding(headRevision.projects) }
    package var withProjects: (head: WorkspaceGraph, base: WorkspaceGraph?) {
      let head = headWithProjects
      return (head, isSameWithProjects ? head : baseRevision.map { $0.graph.adding($0.projects) })
    }
    /// This result without the base, for a command that compares with nothing.
    package var withoutBase: Loaded {
      Loaded(headRevision: headRevision, baseRevision: nil, isSameGraph: false, impure: impure)
    }
    package var projects: WorkspaceProjects { headRevision.projects }
    /// The packages of the head that cannot be evaluated.
    package var unknownPackages: [UnknownPackage] { headRevision.unknownPackages }
    package var warnings: [Warning] {
      headRevision.warnings + projects.graph.warnings.filter { $0.code == WorkspaceLoader.unmatchedPattern }
    }
    /// The packages of the base that cannot be evaluated.
    package var unknownInBase: [UnknownPackage] { baseRevision?.unknownPackages ?? [] }
    /// The manifests of head and base that may read more than the environment. They are run again in every run.
    package let impure: [ManifestSource]
    /// The manifests of the head among them.
    package var impureInHead: [ManifestSource] {
      let own = Set(headRevision.impure)
      return impure.filter { own.contains(ImpureManifest($0)) }
    }
  }

  /// Loads both revisions, and links only what `memory` does not know. The caller saves what `imports` learned. A base
  /// that cannot be read or linked is no error: the head is loaded without it.
  package func load(
    head: Request, base: Request?, memory: GraphMemory, imports: inout ImportScan
  ) throws(Failure) -> Loaded {
    do throws(Failure) {
      return try loadBoth(head, base, memory, &imports)
    } catch {
      guard base != nil else { throw error }
      // This throws where the head is to blame.
      var loaded = try loadBoth(head, nil, memory, &imports)
      loaded.baseProblem = error
      return loaded
    }
  }

  private func loadBoth(
    _ head: Request, _ base: Request?, _ memory: GraphMemory, _ imports: inout ImportScan
  ) throws(Failure) -> Loaded {
    var evaluated: [ManifestSource: EvaluatedPackage.Outcome] = [:]
    let knownBase = base.flatMap { recall($0, memory, &evaluated) }
    // Both revisions' manifests are gathered before any is evaluated alone: one compile serves them all.
    if let base, knownBase == nil { try gather([head, base], &evaluated) }
    var baseRevision = knownBase
    if let base, knownBase == nil { baseRevision = try revision(base, memory, &evaluated, &imports) }
    if let base, let baseRevision, let changes = head.changes,
      try GraphValidity(
        revision: baseRevision, base: base.tree, tree: head.tree, names: names, changes: changes
      )
      .holds(&imports)
    {
      let headRevision = try baseRevision.after(changes, in: head.tree, config.xcode, isAbsence)
      if let commit = head.commit { memory.keep(commit, headRevision, sameAs: base.commit) }
      return Loaded(
        headRevision: headRevision ?? baseRevision, baseRevision: baseRevision, isSameGraph: true,
        impure: baseRevision.impure.map(source))
    }
    let headRevision: LoadedRevision
    if let known = recall(head, memory, &evaluated) {
      headRevision = known
    } else {
      headRevision = try revision(head, memory, &evaluated, &imports)
    }
    let impure = Set(headRevision.impure + (baseRevision?.impure ?? []))
    return Loaded(
      headRevision: headRevision, baseRevision: baseRevision, isSameGraph: false,
      impure: impure.map(source).sorted { $0.path < $1.path })
  }

  /// Returns the remembered revision of a commit. It is nil when a manifest that may read files or the environment now
  /// has another value.
  private func recall(
    _ request: Request, _ memory: GraphMemory, _ evaluated: inout [ManifestSource: EvaluatedPackage.Outcome]
  ) -> LoadedRevision? {
    guard let revision = request.commit.flatMap(memory.recall),
      revision.submodules.allSatisfy({ (try? request.tree.kind(of: $0)) == ($1 ? .folder : .absentSubmodule) }
      )
    else { return nil }
    let sources = revision.impure.map(source)
    evaluateNew(sources, &evaluated)
    let values = Dictionary(revision.graph.packages.map { ($0.folder, $0.encodedManifest) }) { first, _ in
      first
    }
    let isAsBefore = sources.allSatisfy { source in
      guard case .known(let manifest)? = evaluated[source] else { return false }
      return values[source.folder] == EncodedManifest(manifest)
    }
    return isAsBefore ? revision : nil
  }

  private func source(_ manifest: ImpureManifest) -> ManifestSource {
    ManifestSource(
      folder: manifest.folder, absoluteFolder: absolutePath(of: manifest.folder), fileName: manifest.fileName,
      contents: manifest.contents)
  }

  private func revision(
    _ request: Request, _ memory: GraphMemory, _ evaluated: inout [ManifestSource: EvaluatedPackage.Outcome],
    _ imports: inout ImportScan
  ) throws(Failure) -> LoadedRevision {
    let tree = ProbedTree(request.tree)
    let packages = try packages(of: tree, &evaluated)
    var revision = try link(packages, in: tree, &imports)
    try revision.readProjects(in: request.tree, config.xcode, isAbsence)
    revision.submodules = request.tree.metSubmodules
    if let commit = request.commit { memory.keep(commit, revision) }
    return revision
  }

  /// Evaluates the selected packages of several trees in one round.
  private func gather(
    _ requests: [Request], _ evaluated: inout [ManifestSource: EvaluatedPackage.Outcome]
  ) throws(Failure) {
    var sources: [ManifestSource] = []
    for request in requests {
      let survey = try TreeSurvey(
        of: request.tree, absoluteRoot: absoluteRoot, nesting: nesting, names: names)
      let candidates = selected(survey).candidates
      let nested = nestedPackages(among: candidates, in: request.tree, survey.links)
      for candidate in candidates where !(nested?.isDoubtful(candidate.folder) ?? false) {
        if let source = try presentSource(of: candidate, in: request.tree, survey.links) {
          sources.append(source)
        }
      }
    }
    evaluateNew(sources, &evaluated)
  }
}

extension WorkspaceLoader {
  /// Evaluates the manifests that `memory` lacks. `OpenWorkspace.load` has the evaluator.
  func evaluateNew(
    _ sources: [ManifestSource], _ memory: inout [ManifestSource: EvaluatedPackage.Outcome]
  ) {
    let new = Set(sources).filter { memory[$0] == nil }.sorted { $0.path < $1.path }
    for (source, result) in zip(new, new.isEmpty ? [] : evaluate(new)) {
      memory[source] =
        switch result {
        case .success(let manifest): .known(manifest)
        case .failure(let problem): .unknown(problem.description)
        }
    }
  }

  /// Returns nil when the clone lacks the manifest's content.
  func presentSource(
    of candidate: PackageDiscovery.Candidate, in tree: any FileTree, _ links: LinkMap
  ) throws(Failure) -> ManifestSource? {
    do throws(Failure) {
      return try source(of: candidate, in: tree, links)
    } catch  where isAbsence(error) {
      return nil
    }
  }

  private func source(
    of candidate: PackageDiscovery.Candidate, in tree: any FileTree, _ links: LinkMap
  ) throws(Failure) -> ManifestSource {
    var texts: [String: [UInt8]] = [:]
    for name in candidate.names {
      let path = links.resolve(candidate.folder.appending(name))?.path
      texts[name] = try path.flatMap { path throws(Failure) in try tree.contents(of: path) } ?? []
    }
    let name = ManifestSelection.manifestFileName(among: candidate.names, toolchain: toolchain) { name in
      texts[name].flatMap(ToolsVersionLine.parse)
    }
    let inForce = name ?? PackageFile.manifest
    return ManifestSource(
      folder: candidate.folder, absoluteFolder: absolutePath(of: candidate.folder), fileName: inForce,
      contents: texts[inForce] ?? [])
  }

  private func absolutePath(of folder: RelativePath) -> String {
    folder.isRoot ? absoluteRoot : absoluteRoot + "/" + String(decoding: folder.bytes, as: UTF8.self)
  }
}

/// Decides whether a graph that was built from one tree is also that of another.
///
/// A change to anything else leaves the graph as it is: the graph is made of manifests, symbolic links and submodules,
/// the existence of certain files and folders, and the imports of modules. In doubt the answer is no.
struct GraphValidity {
  let revision: LoadedRevision
  /// The tree that the graph was built from.
  let base: any FileTree
  let tree: any FileTree
  let names: NameMatching
  let changes: [FileChange]

  func holds(_ imports: inout ImportScan) throws(Failure) -> Bool {
    // A graph that depends on more than files and manifests may have changed without them.
    guard revision.isReproducible else { return false }
    if changes.contains(where: Self.reshapes) { return false }
    if revision.asksProjects, changes.contains(where: { XcodeFile.describesContainer($0.path.lastComponent) })
    {
      return false
    }
    let moved = changes.filter { $0.old == nil || $0.new == nil }
    if moved.contains(where: { TargetLayout.isTestEntryPoint($0.path.lastComponent) }) { return false }
    if !moved.isEmpty {
      guard let probes = revision.probes.probes?.answering(names) else { return false }
      for change in moved where try alters(probes, change) { return false }
    }
    return try importsAreTheSame(&imports)
  }

  /// Returns true when the change by itself may alter the graph.
  private static func reshapes(_ change: FileChange) -> Bool {
    if PackageFile.isManifest(change.path.lastComponent) { return true }
    return [change.old?.kind, change.new?.kind].contains { $0 != nil && $0 != .file && $0 != .executable }
  }

  /// Returns true when a probed path came into being, went away or became one of another kind.
  private func alters(_ probes: TreeProbes, _ change: FileChange) throws(Failure) -> Bool {
    if change.old == nil, probes.mayFind(change.path) { return true }
    guard change.new == nil else { return false }
    return try probes.lose(change.path, in: tree)
  }

  /// Compares the imports of each changed file before and after. Only where they differ, or a file came or went, are
  /// the file's modules scanned again.
  private func importsAreTheSame(_ imports: inout ImportScan) throws(Failure) -> Bool {
    let sources = changes.filter { SourceLanguage(of: $0.path.lastComponent) != nil }
    let wanted = NamedFiles.wanted(Set(revision.graph.modules.flatMap(\.layout.soughtNames)).sorted())
    let isSame = concurrentMap(sources, jobs: imports.jobs) { isSameImports($0, wanted) }
    let doubtful = zip(sources, isSame).filter { !$1 }.map(\.0.path)
    guard !doubtful.isEmpty else { return true }
    let touched = modules(reading: doubtful)
    let found = try imports.imports(of: touched.map { revision.graph.modules[$0] }, in: tree)
    guard found.unread.isEmpty else { return false }
    return zip(touched, found.byModule).allSatisfy { revision.imports[$0] == ImportScan.Found.digest($1) }
  }

  private func isSameImports(_ change: FileChange, _ wanted: NameSet) -> Bool {
    guard change.old != nil, change.new != nil,
      let language = SourceLanguage(of: change.path.lastComponent),
      let old = try? base.contents(of: change.path), let new = try? tree.contents(of: change.path)
    else { return false }
    // At the root, every name in the file counts as outside, so none is left out of the comparison.
    return FolderImports(file: old, language, at: .root, wanted: wanted)
      == FolderImports(file: new, language, at: .root, wanted: wanted)
  }

  private func modules(reading sources: [RelativePath]) -> [ModuleIndex] {
    var folders: Set<RelativePath> = []
    for source in sources { folders.formUnion(source.withAncestors) }
    return revision.graph.modules.indices.filter { index in
      ScanRoot.all(of: revision.graph.modules[index].layout).contains { folders.contains($0.folder) }
    }
  }
}
