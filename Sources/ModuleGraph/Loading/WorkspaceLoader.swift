package import Config
package import Manifests
import Names
package import Support

/// Builds the graphs of one or two revisions from their file trees, with one round of manifest
/// evaluation for both.
package struct WorkspaceLoader {
  package typealias Evaluate = ([ManifestSource]) -> [Result<PackageManifest, ManifestProblem>]

  let config: WorkspaceConfig
  let requestedTraits: RequestedTraits
  /// Where the workspace lies on disk; manifests are told so.
  let absoluteRoot: String
  /// Where it lies in the repository.
  private let nesting: RelativePath
  /// Of the file system that everything is built on.
  private let names: NameMatching
  private let toolchain: ToolsVersion
  private let isAbsence: @Sendable (any Error) -> Bool
  private let evaluate: Evaluate

  /// `isAbsence` tells whether an error of a tree says that this clone lacks the content of a file,
  /// as in a partial clone. The package is then unknown.
  package init(
    config: WorkspaceConfig, requestedTraits: RequestedTraits = RequestedTraits(), absoluteRoot: String,
    nesting: RelativePath = .root, names: NameMatching = .exact, toolchain: ToolsVersion,
    isAbsence: @escaping @Sendable (any Error) -> Bool = { _ in false }, evaluate: @escaping Evaluate
  ) {
    self.isAbsence = isAbsence
    self.config = config
    self.requestedTraits = requestedTraits
    self.absoluteRoot = absoluteRoot
    self.nesting = nesting
    self.names = names
    self.toolchain = toolchain
    self.evaluate = evaluate
  }

  /// A revision to load.
  package struct Request {
    package let tree: any FileTree
    /// Names the tree's content for ever; nil for a working tree.
    package let commit: String?
    /// What differs from the base, for the head; nil when it is not known.
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
    /// Why the base that was asked for has no graph; nil when it has one.
    package var baseProblem: (any Error)?
    /// Whether both have the same graph, as is usual.
    package let isSameGraph: Bool

    package var head: WorkspaceGraph { headRevision.graph }
    /// nil when no base was asked for, or when it has none.
    package var base: WorkspaceGraph? { baseRevision?.graph }
    /// Of the head, as is what follows.
    package var unknownPackages: [UnknownPackage] { headRevision.unknownPackages }
    /// Path dependencies that lead to no package.
    package var missingPackages: [GraphBuilder.PathDependency] { headRevision.missingPackages }
    package var warnings: [Warning] { headRevision.warnings }
    /// Of the base: its packages that cannot be evaluated.
    package var unknownInBase: [UnknownPackage] { baseRevision?.unknownPackages ?? [] }
    /// Of both: the manifests that have to be run in every run.
    package let worldly: [ManifestSource]
  }

  /// Loads what `memory` does not know; what `imports` learns is for the caller to keep. A base that cannot be read or linked
  /// is no error: the head is loaded without it.
  package func load(
    head: Request, base: Request?, memory: GraphMemory, imports: inout ImportScan
  ) throws -> Loaded {
    guard base != nil else { return try loadBoth(head, nil, memory, &imports) }
    do {
      return try loadBoth(head, base, memory, &imports)
    } catch {
      // What is wrong with the head is thrown by this.
      var loaded = try loadBoth(head, nil, memory, &imports)
      loaded.baseProblem = error
      return loaded
    }
  }

  private func loadBoth(
    _ head: Request, _ base: Request?, _ memory: GraphMemory, _ imports: inout ImportScan
  ) throws -> Loaded {
    var evaluated: [ManifestSource: EvaluatedPackage.Outcome] = [:]
    let knownBase = base.flatMap { recall($0, memory, &evaluated) }
    // Both revisions' manifests are gathered before any is evaluated alone: one compile serves them all.
    if let base, knownBase == nil { try gather([head, base], &evaluated) }
    let baseRevision = try base.map { try knownBase ?? revision($0, memory, &evaluated, &imports) }
    if let base, let baseRevision, let changes = head.changes,
      try GraphValidity(
        revision: baseRevision, base: base.tree, tree: head.tree, names: names, changes: changes
      )
      .holds(&imports)
    {
      if let commit = head.commit { memory.keep(commit, sameAs: base.commit) }
      return Loaded(
        headRevision: baseRevision, baseRevision: baseRevision, isSameGraph: true,
        worldly: baseRevision.worldly.map(source))
    }
    let known = recall(head, memory, &evaluated)
    let headRevision = try known ?? revision(head, memory, &evaluated, &imports)
    let worldly = Set(headRevision.worldly + (baseRevision?.worldly ?? []))
    return Loaded(
      headRevision: headRevision, baseRevision: baseRevision, isSameGraph: false,
      worldly: worldly.map(source).sorted { $0.path < $1.path })
  }

  /// What is remembered of a commit, if the manifests that read the world still say what they said.
  private func recall(
    _ request: Request, _ memory: GraphMemory, _ evaluated: inout [ManifestSource: EvaluatedPackage.Outcome]
  ) -> LoadedRevision? {
    guard let revision = request.commit.flatMap(memory.recall) else { return nil }
    let sources = revision.worldly.map(source)
    remember(sources, &evaluated)
    let values = Dictionary(revision.graph.packages.map { ($0.folder, $0.encodedManifest) }) { first, _ in
      first
    }
    let isAsBefore = sources.allSatisfy { source in
      guard case .known(let manifest)? = evaluated[source] else { return false }
      return values[source.folder] == EncodedManifest(manifest)
    }
    return isAsBefore ? revision : nil
  }

  private func source(_ manifest: WorldlyManifest) -> ManifestSource {
    ManifestSource(
      folder: manifest.folder, absoluteFolder: absolutePath(of: manifest.folder), fileName: manifest.fileName,
      contents: manifest.contents)
  }

  private func revision(
    _ request: Request, _ memory: GraphMemory, _ evaluated: inout [ManifestSource: EvaluatedPackage.Outcome],
    _ imports: inout ImportScan
  ) throws -> LoadedRevision {
    let tree = ProbedTree(request.tree)
    let packages = try packages(of: tree, &evaluated)
    let revision = try link(packages, in: tree, &imports)
    if let commit = request.commit { memory.keep(commit, revision) }
    return revision
  }

  /// Evaluates the selected packages of several trees in one round.
  private func gather(
    _ requests: [Request], _ evaluated: inout [ManifestSource: EvaluatedPackage.Outcome]
  ) throws {
    var sources: [ManifestSource] = []
    for request in requests {
      let survey = try TreeSurvey(
        of: request.tree, absoluteRoot: absoluteRoot, nesting: nesting, names: names)
      sources += try selected(survey).candidates.compactMap {
        try presentSource(of: $0, in: request.tree, survey.links)
      }
    }
    remember(sources, &evaluated)
  }
}

// MARK: Packages

extension WorkspaceLoader {
  /// What was found in one tree.
  struct Packages {
    let links: LinkMap
    var isReproducible = true
    var worldly: [WorldlyManifest] = []
    var evaluated: [EvaluatedPackage]
    var missing: [GraphBuilder.PathDependency]
    var warnings: [Warning]
  }

  /// The packages of the workspace and, transitively, those that their path dependencies lead to even
  /// when the configuration leaves them out: what they hold is built all the same.
  private func packages(
    of tree: any FileTree, _ memory: inout [ManifestSource: EvaluatedPackage.Outcome]
  ) throws -> Packages {
    let survey = try TreeSurvey(of: tree, absoluteRoot: absoluteRoot, nesting: nesting, names: names)
    let (candidates, warnings) = selected(survey)
    var result = Packages(links: survey.links, evaluated: [], missing: [], warnings: warnings)
    // A manifest kept elsewhere may change without any file of a manifest's name doing so.
    result.isReproducible = survey.manifests.allSatisfy { survey.links.resolve($0)?.path == $0 }
    var pending = candidates
    var known = Set<RelativePath>()
    while !pending.isEmpty {
      known.formUnion(pending.map(\.folder))
      let sources = try pending.map { try presentSource(of: $0, in: tree, survey.links) }
      if sources.contains(nil) { result.isReproducible = false }
      result.worldly += sources.compactMap { $0 }.filter { ManifestPurity.of($0.contents) == .world }
        .map(WorldlyManifest.init)
      remember(sources.compactMap { $0 }, &memory)
      let evaluated = zip(pending, sources).map { candidate, source in
        let known = source.map { memory[$0] ?? .unknown("it was not evaluated") }
        return EvaluatedPackage(
          folder: candidate.folder, outcome: known ?? .unknown("its manifest is not in this partial clone"))
      }
      result.evaluated += evaluated
      pending = try follow(evaluated, in: tree, &known, &result)
    }
    return result
  }

  /// The packages that the path dependencies of `packages` lead to and that are not known yet.
  private func follow(
    _ packages: [EvaluatedPackage], in tree: any FileTree, _ known: inout Set<RelativePath>,
    _ result: inout Packages
  ) throws -> [PackageDiscovery.Candidate] {
    var found: [PackageDiscovery.Candidate] = []
    for dependency in GraphBuilder.pathDependencies(of: packages, links: result.links)
    where !known.contains(dependency.folder) {
      if let candidate = try PackageDiscovery.candidate(at: dependency.folder, in: tree) {
        known.insert(dependency.folder)
        found.append(candidate)
      } else if try isInAbsentSubmodule(dependency.folder, tree) {
        known.insert(dependency.folder)
        let reason = "it lies in a submodule that is not checked out"
        result.evaluated.append(EvaluatedPackage(folder: dependency.folder, outcome: .unknown(reason)))
      } else {
        result.missing.append(dependency)
      }
    }
    return found
  }

  private func isInAbsentSubmodule(_ folder: RelativePath, _ tree: any FileTree) throws -> Bool {
    var folder = folder
    while !folder.isRoot, !folder.escapesRoot {
      if let kind = try tree.kind(of: folder) { return kind == .absentSubmodule }
      folder = folder.parent
    }
    return false
  }

  /// Of a warning about a pattern of `packages` that matches nothing.
  package static let unmatchedPattern = "unmatched-pattern"

  /// The packages that the configuration makes part of the workspace.
  private func selected(_ survey: TreeSurvey) -> (
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

  private func remember(
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

  /// nil when the clone does not have the manifest.
  private func presentSource(
    of candidate: PackageDiscovery.Candidate, in tree: any FileTree, _ links: LinkMap
  ) throws -> ManifestSource? {
    do {
      return try source(of: candidate, in: tree, links)
    } catch  where isAbsence(error) {
      return nil
    }
  }

  private func source(
    of candidate: PackageDiscovery.Candidate, in tree: any FileTree, _ links: LinkMap
  ) throws -> ManifestSource {
    var texts: [String: [UInt8]] = [:]
    for name in candidate.names {
      let path = links.resolve(candidate.folder.appending(name))?.path
      texts[name] = try path.flatMap { try tree.contents(of: $0) } ?? []
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
