import Base

/// Turns manifests into values: from the cache, by running what an earlier run compiled, else many in one compile,
/// else by asking SwiftPM.
///
/// A value is SwiftPM's own (the manifest is run, not guessed at), and SwiftPM has the last word on every
/// manifest that the batch cannot be trusted with. Wherever there is a sandbox, they are run in it.
package struct ManifestEvaluator: Sendable {
  let toolchain: Toolchain
  let cacheFolder: String?
  let scratchParent: String?
  let environment: [String: String]
  let jobs: Int
  private let secondsPerManifest: Int
  private let sandbox: ManifestSandbox
  private let ahead: ManifestsAhead?

  /// - `cacheFolder`: nil remembers nothing.
  /// - `scratchParent`: a folder for what lives as long as one evaluation; nil: the environment's `TMPDIR`.
  ///   Where none can be made there, it is made in `/tmp`.
  /// - `environment`: the whole of what manifests, the compiler and SwiftPM see.
  /// - `jobs`: how many compilers, and how many manifests, run at a time.
  /// - `sandbox`: what keeps them from writing; nil: none.
  /// - `ahead`: what was begun before.
  package init(
    toolchain: Toolchain, cacheFolder: String?, scratchParent: String? = nil,
    environment: [String: String], jobs: Int, secondsPerManifest: Int = 30,
    sandbox: ManifestSandbox? = nil, ahead: ManifestsAhead? = nil
  ) {
    self.toolchain = toolchain
    self.cacheFolder = cacheFolder
    self.scratchParent = scratchParent ?? environment["TMPDIR"]
    self.environment = environment
    self.jobs = max(jobs, 1)
    self.secondsPerManifest = secondsPerManifest
    self.sandbox = sandbox ?? ManifestSandbox(.off, searchPath: "")
    self.ahead = ahead
  }

  /// All that decides, besides a manifest, what it comes to.
  struct Surroundings: Sendable, Hashable {
    let toolchain: Toolchain
    let environment: [String: String]
    let secondsPerManifest: Int
  }

  var surroundings: Surroundings {
    Surroundings(toolchain: toolchain, environment: environment, secondsPerManifest: secondsPerManifest)
  }

  /// Evaluates `sources`; results stand in the same order.
  package func evaluate(_ sources: [ManifestSource]) -> ManifestEvaluation {
    var state = EvaluationState(count: sources.count)
    let begun = ahead?.values(in: surroundings) ?? [:]
    for (index, source) in sources.enumerated() {
      if let manifest = begun[source] { state.settle(index, .success(manifest), from: .keptProgram) }
    }
    guard !state.open.isEmpty else { return state.finished() }
    let surroundings = ManifestCacheKey.Surroundings(toolchain: toolchain, environment: environment)
    let keys = sources.map(surroundings.key(of:))
    let cache = cacheFolder.map { ManifestCache(folder: $0) }
    for index in state.open {
      guard let manifest = cache?[keys[index].plain] ?? cache?[keys[index].placed] else { continue }
      state.settle(index, .success(manifest), from: .cache)
    }
    guard !state.open.isEmpty else { return state.finished() }
    guard let scratch = ScratchFolder(in: scratchParent) else {
      state.abandon(sources, "no folder can be made in \"\(scratchParent ?? "/tmp")\"")
      return state.finished()
    }
    let kept = Dictionary(
      uniqueKeysWithValues: state.open.compactMap { index in
        keys[index].keeping(sources[index].contents).map { (index, $0) }
      })
    let twins = state.setTwinsAside(kept)
    settle(runKept(state.open, of: sources, scratch), sources, &state, from: .keptProgram)
    evaluateInBatch(sources, &state, scratch)
    askSwiftPM(sources, &state, scratch)
    state.settle(twins, sources)
    var new: [ManifestCache.Key: PackageManifest] = [:]
    for (index, key) in kept { new[key] = try? state.results[index]?.get() }
    cache?.save(adding: new, used: keys.flatMap { [$0.plain, $0.placed] })
    return state.finished()
  }

  private func evaluateInBatch(
    _ sources: [ManifestSource], _ state: inout EvaluationState, _ scratch: ScratchFolder
  ) {
    let members = state.open.compactMap { index -> BatchChunk.Member? in
      guard let outline = try? ManifestOutline(sources[index].contents), isWithinReach(outline) else {
        return nil
      }
      return BatchChunk.Member(
        index: index, outline: outline, isKept: ProgramKey.isKept(sources[index], outline))
    }
    let chunks = BatchChunk.chunks(of: members, jobs: jobs)
    let evaluation = BatchEvaluation(
      toolchain: toolchain, environment: environment, scratch: scratch,
      // Chunks run side by side already, except where there is only one.
      programs: run(chunks.count < jobs ? jobs : 1))
    let answers = concurrentMap(Array(chunks.enumerated()), jobs: jobs) { number, chunk in
      let contexts = chunk.members.map { ($0.index, Self.context(sources[$0.index])) }
      return evaluation.evaluate(
        chunk, named: "batch-\(number)", contexts: Dictionary(uniqueKeysWithValues: contexts))
    }
    let wanted = Set(members.filter(\.isKept).map(\.index))
    for answer in answers {
      state.compilerRuns += answer.compilerRuns
      settle(answer, sources, &state, from: .batch)
      // What SwiftPM has to judge would be run in vain.
      keep(answer, sources) { wanted.contains($0) && (try? state.results[$0]?.get()) != nil }
    }
  }

  private func settle(
    _ answer: BatchEvaluation.Answer, _ sources: [ManifestSource], _ state: inout EvaluationState,
    from origin: ManifestOrigin
  ) {
    for index in answer.timedOut {
      // SwiftPM would wait for it as well, and longer.
      let problem = ManifestProblem(
        .timedOut, file: sources[index].path, message: "it did not end within \(secondsPerManifest) s")
      state.settle(index, .failure(problem), from: origin)
    }
    for (index, bytes) in answer.written {
      guard let manifest = Self.trusted(bytes, of: sources[index]) else { continue }
      state.settle(index, .success(manifest), from: origin)
    }
  }

  func run(_ runners: Int) -> ProgramRun {
    ProgramRun(
      environment: environment, sandbox: sandbox, runners: runners, secondsPerManifest: secondsPerManifest)
  }

  /// Older or newer tools versions than the toolchain's are refused by SwiftPM, in its own words.
  private func isWithinReach(_ outline: ManifestOutline) -> Bool {
    let newest = ToolsVersion(toolchain.version.major, toolchain.version.minor)
    return (ToolsVersion(5, 0)...newest).contains(outline.toolsVersion)
  }

  static func trusted(_ bytes: [UInt8], of source: ManifestSource) -> PackageManifest? {
    guard let version = ToolsVersionLine.parse(source.contents) else { return nil }
    let paths = DependencyPath(
      packageFolder: source.absoluteFolder, folder: source.folder, contents: source.contents)
    guard let manifest = try? SerializedManifest.decode(bytes, toolsVersion: version, paths: paths) else {
      return nil
    }
    return BatchDoubt.about(manifest) == nil ? manifest : nil
  }

  /// What `Context` reads. Git information is SwiftPM's to gather: a manifest that asks for it finds none
  /// here, and is therefore never sent here.
  static func context(_ source: ManifestSource) -> String {
    JSON(["packageDirectory": source.absoluteFolder]).compactJSON
  }

  private func askSwiftPM(
    _ sources: [ManifestSource], _ state: inout EvaluationState, _ scratch: ScratchFolder
  ) {
    let dump = PackageDump(
      toolchain: toolchain, environment: environment, sandbox: sandbox, scratch: scratch,
      seconds: secondsPerManifest * 4)
    let open = state.open
    let results = concurrentMap(open, jobs: jobs) { index in
      dump.evaluate(sources[index], named: "dump-\(index)")
    }
    for (index, result) in zip(open, results) { state.settle(index, result, from: .swiftPM) }
  }
}

/// The environment that manifests are evaluated in.
enum ManifestEnvironment {
  /// The given one, with sets and dictionaries iterating in the same order in every run: a manifest that
  /// lists its targets from one would otherwise differ from itself between base and head.
  static func settled(_ environment: [String: String]) -> [String: String] {
    environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { given, _ in given }
  }

  /// The same with a place for temporary files that goes away with `scratch`: compiler and SwiftPM leave some
  /// behind, SwiftPM its locks, and all when they are interrupted.
  static func compiling(_ environment: [String: String], _ scratch: ScratchFolder?) -> [String: String] {
    guard let scratch else { return environment }
    return environment.merging(["TMPDIR": scratch.path]) { _, own in own }
  }

  /// Where compiled C modules are kept when the home folder, where the compiler keeps them, cannot hold any.
  static func moduleCache(_ environment: [String: String], _ scratch: ScratchFolder) -> [String] {
    if let home = environment["HOME"], LocalFiles.isWritable(home) { return [] }
    return ["-module-cache-path", "\(scratch.path)/modules"]
  }
}
