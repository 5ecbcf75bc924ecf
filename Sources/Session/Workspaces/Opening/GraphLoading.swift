import Arguments
package import Base
import GitBridge
package import Graph
package import Reports
package import Runner
package import SwiftSources
package import Xcode

extension OpenWorkspace {
  /// Loads the graphs of the head and of the base, and counts how their manifests were evaluated.
  ///
  /// Manifests see the environment of `ambit test`, so that selection and build agree on the graph.
  ///
  /// - `needsBase`: true when a base without a graph is an error.
  package func load(
    _ source: ChangeSource, _ toolchain: Toolchain, _ world: World, ahead: ManifestsAhead? = nil,
    shelf: GraphShelf? = nil, needsBase: Bool = true
  ) throws(Failure) -> (loaded: WorkspaceLoader.Loaded, statistics: EvaluationStatistics) {
    let environment = RunEnvironment.of(config, toolchain: toolchain, world.environment).tests
    let evaluator = try world.evaluator(toolchain, environment, ahead: ahead)
    var statistics = EvaluationStatistics()
    var isStopped = false
    world.progressLine.begin("Finding packages")
    let loader = WorkspaceLoader(
      config: config, requestedTraits: traits, setsFlags: setsFlags, absoluteRoot: location.root,
      nesting: location.folderInRepository, names: location.names,
      toolchain: toolchain.version,
      isAbsence: Self.isAbsence
    ) { sources in
      world.progressLine.begin("Evaluating \(Wording.count(sources.count, "manifest"))")
      let evaluation = evaluator.evaluate(sources)
      statistics.add(evaluation.statistics)
      isStopped = isStopped || evaluation.isStopped
      world.progressLine.begin("Joining the graph")
      return evaluation.results
    }
    var imports = ImportScan(cacheFolder: world.cacheFolder, jobs: world.processors)
    let requests = try requests(source)
    let memory = memory(toolchain, environment, world).keeping(on: shelf)
    let loaded = try loader.load(head: requests.head, base: requests.base, memory: memory, imports: &imports)
    if needsBase, let problem = loaded.baseProblem { throw problem }
    imports.save()
    // An incomplete result must not look like an answer.
    if isStopped { throw .stopped }
    // A walk over old commits builds nothing.
    if shelf == nil {
      let manifests = PlacedManifests(manifests: loaded.impureInHead, evaluator: evaluator)
      try manifests.refuseStray(in: location, world)
    }
    ahead?.remember(loaded.impure, words: config.wordsAhead)
    return (loaded.adding(inputs: footprints.inputs), statistics)
  }
}

extension OpenWorkspace {
  /// Returns true for an error that says that this clone lacks a file's contents, as partial clones do.
  @Sendable static func isAbsence(_ failure: Failure) -> Bool { failure.isGit(.missingObject) }

  private func requests(
    _ source: ChangeSource
  ) throws(Failure) -> (head: WorkspaceLoader.Request, base: WorkspaceLoader.Request?) {
    let base = source.baseTree.map { tree in
      WorkspaceLoader.Request(
        tree: SubTree(of: tree, at: location.folderInRepository), commit: source.base?.mergeBase)
    }
    let changes = source.changes.map { $0.seen(from: location.folderInRepository) }
    let commit = head.isWorkingTree ? nil : head.commit?.description
    return (
      WorkspaceLoader.Request(tree: tree, commit: commit, changes: base == nil ? nil : changes), base
    )
  }

  package func memory(
    _ toolchain: Toolchain, _ environment: [String: String], _ world: World
  ) -> GraphMemory {
    let sandbox = ManifestSandbox.Use(world.environment)?.rawValue ?? ""
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + [sandbox]
    return GraphMemory(
      cacheFolder: world.cacheFolder,
      surroundings: [
        toolchain.identity, toolchain.swiftCompiler, location.root,
        location.folderInRepository.description,
        config.graphSettings(traits), setsFlags ? "flags" : "", variables.joined(separator: "\n"),
        "\(location.names)",
      ])
  }
}

extension RunEnvironment {
  /// The environment of runs under a configuration.
  package static func of(
    _ config: WorkspaceConfig, toolchain: Toolchain, _ environment: [String: String]
  ) -> RunEnvironment {
    // Git's variables of a running hook name the user's repository. A test must not act on it by mistake.
    let environment = environment.filter { !repositoryVariables.contains($0.key) }
    var result =
      config.run.environment == .fixed
      ? RunEnvironment.fixed(
        from: environment, toolchainBin: LocalFiles.folder(of: toolchain.swift),
        declared: Set(config.inputs.env)) : .inherited(environment)
    // The toolchain is part of the keys. These variables fix it, so that choosing another one meanwhile has no effect.
    if let sdk = toolchain.sdk {
      result.swiftPM["SDKROOT"] = sdk.path
      if let folder = sdk.developerFolder { result.swiftPM["DEVELOPER_DIR"] = folder }
    }
    return result
  }

  private static let repositoryVariables: Set = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_IMPLICIT_WORK_TREE",
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH", "GIT_EXEC_PATH",
    "GIT_REFLOG_ACTION", "GIT_INTERNAL_SUPER_PREFIX", "GIT_SHALLOW_FILE",
  ]
}

extension WorkspaceConfig {
  /// The part of the configuration that decides the graph.
  fileprivate func graphSettings(_ traits: RequestedTraits) -> String {
    let globs = [packages, exclude, xcode.projects, xcode.exclude].map {
      $0.map(\.pattern).joined(separator: "\n")
    }
    let edges = modules.filter { !$0.settings.dependsOn.isEmpty }.map { entry in
      ([entry.pattern.text] + entry.settings.dependsOn.map(\.text)).joined(separator: "\n")
    }
    let names = inputs.harmless.ownLiterals.joined(separator: "\n")
    let neutral = xcode.neutralSettings.joined(separator: "\n")
    return (globs + [neutral, traits.text] + edges + [names]).joined(separator: "\n\n")
  }
}

extension ManifestEvaluation {
  package var isStopped: Bool {
    results.contains { result in
      if case .failure(let problem) = result { problem.code == .stopped } else { false }
    }
  }
}

extension EvaluationStatistics {
  fileprivate mutating func add(_ other: EvaluationStatistics) {
    fromCache += other.fromCache
    batched += other.batched
    rerun += other.rerun
    fellBack += other.fellBack
    compilerRuns += other.compilerRuns
  }
}

/// Messages about packages that cannot be evaluated.
package enum UnknownPackages {
  package static let code = "unknown-manifest"

  /// `tree` has the files of the head.
  package static func fallback(for packages: [UnknownPackage], in tree: some FileTree) -> Fallback? {
    guard let first = packages.first else { return nil }
    let others = packages.count > 1 ? " and \(packages.count - 1) more" : ""
    return Fallback(
      code: code,
      message:
        "the package \"//\(first.folder)\"\(others) cannot be evaluated, so all possible dependents are selected",
      hints: [
        remedy(for: first, in: tree)
          ?? "fix the manifest; `swift package dump-package` in its folder shows the same error"
      ])
  }

  /// nil where the manifest itself is broken.
  package static func remedy(for package: UnknownPackage, in tree: some FileTree) -> String? {
    AbsentSubmodules.holding(package.folder, in: tree).map { AbsentSubmodules.remedy([$0]) }
  }

  /// Warnings about packages that only the base has broken. All that depends on them is selected.
  static func warnings(forBase loaded: WorkspaceLoader.Loaded) -> [Warning] {
    let unknown = Set(loaded.unknownPackages.map(\.folder))
    return loaded.unknownInBase.filter { !unknown.contains($0.folder) }.map {
      Warning(
        code: "unknown-base-manifest",
        message:
          "the package \"//\($0.folder)\" of the base cannot be evaluated, so its dependents are selected: "
          + $0.reason)
    }
  }

  package static func warnings(for packages: [UnknownPackage]) -> [Warning] {
    packages.map {
      Warning(code: code, message: "the package \"//\($0.folder)\" cannot be evaluated: \($0.reason)")
    }
  }
}

/// Messages about Xcode projects that cannot be read.
enum UnreadProjects {
  static let code = "unreadable-project"

  static func fallback(for projects: [UnknownPackage]) -> Fallback? {
    guard let first = projects.first else { return nil }
    let others = projects.count > 1 ? " and \(projects.count - 1) more" : ""
    return Fallback(
      code: code,
      message:
        "the project \"\(first.folder)\"\(others) cannot be read, so all targets of projects are selected: \(first.reason)",
      hints: ["fix the file; Xcode shows the same error when it opens the project"])
  }
}

extension World {
  /// Starts to run the manifests that the last run here had to run. Returns nil without a cache.
  func manifestsAhead(_ global: GlobalOptions) -> ManifestsAhead? {
    guard let cacheFolder else { return nil }
    let file = global.workspaceFile.map { absoluteText($0.bytes) } ?? ""
    return ManifestsAhead(cacheFolder: cacheFolder, place: [workingFolder, file]) { words in
      guard let toolchain = try? locateToolchain(for: workingFolder),
        let config = WorkspaceConfig(wordsAhead: words)
      else {
        return nil
      }
      return try? evaluator(toolchain, RunEnvironment.of(config, toolchain: toolchain, environment).tests)
    }
  }

  package func evaluator(
    _ toolchain: Toolchain, _ environment: [String: String], ahead: ManifestsAhead? = nil
  ) throws(Failure) -> ManifestEvaluator {
    ManifestEvaluator(
      toolchain: toolchain, cacheFolder: cacheFolder, scratchParent: temporaryFolder,
      environment: environment,
      jobs: processors, sandbox: try manifestSandbox(), ahead: ahead)
  }

  /// The sandbox for manifests that the environment asks for.
  package func manifestSandbox() throws(Failure) -> ManifestSandbox {
    guard let use = ManifestSandbox.Use(environment) else {
      let words = ManifestSandbox.Use.allCases.map(\.rawValue).joined(separator: ", ")
      let variable = ManifestSandbox.Use.variable
      throw Failure(
        code: "invalid-environment",
        message:
          "\(variable) is \"\(Text.escapingControls(environment[variable] ?? ""))\", which means nothing",
        hints: ["set it to one of: \(words)"])
    }
    return ManifestSandbox(use, searchPath: environment["PATH"] ?? "")
  }
}

extension OpenWorkspace {
  /// The test bundles that the schemes and plans of the head run. `graph` must include targets of projects.
  package func testCatalog(of graph: WorkspaceGraph) throws(Failure) -> TestCatalog {
    try graph.testCatalog(in: tree, config.xcode, isAbsence: Self.isAbsence)
  }
}

extension WorkspaceConfig {
  /// The settings that decide the environment of manifests: names without values.
  var wordsAhead: [String] { [run.environment.rawValue] + inputs.env }

  /// A configuration that holds only these settings.
  fileprivate init?(wordsAhead words: [String]) {
    self.init()
    guard let name = words.first, let mode = RunConfig.Environment(rawValue: name) else { return nil }
    run.environment = mode
    inputs.env = Array(words.dropFirst())
  }
}
