import Base

/// Evaluates manifests. It takes values from the cache, then from programs that an earlier run compiled. It compiles
/// the remaining manifests together, and asks SwiftPM about those that fail.
///
/// A value is SwiftPM's own, since the manifest is run and not guessed at. SwiftPM decides about every manifest that
/// may mean something else in a batch. Manifests run in a sandbox if the machine has one.
package struct ManifestEvaluator: Sendable {
  let toolchain: Toolchain
  let cacheFolder: String?
  let scratchParent: String?
  let environment: [String: String]
  let jobs: Int
  private let secondsPerManifest: Int
  private let sandbox: ManifestSandbox
  private let ahead: ManifestsAhead?

  /// - `cacheFolder`: nil to remember nothing.
  /// - `scratchParent`: the folder for temporary files of one evaluation; nil for the environment's `TMPDIR`. If a
  ///   folder cannot be made there, it is made in `/tmp`.
  /// - `environment`: the whole environment of manifests, compiler and SwiftPM.
  /// - `jobs`: the number of compilers, and of manifests, that run at a time.
  /// - `sandbox`: keeps manifests from writing; nil for none.
  /// - `ahead`: manifests that were started earlier.
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

  /// All that decides the value of a manifest besides the manifest.
  struct Surroundings: Sendable, Hashable {
    let toolchain: Toolchain
    let environment: [String: String]
    let secondsPerManifest: Int
  }

  var surroundings: Surroundings {
    Surroundings(toolchain: toolchain, environment: environment, secondsPerManifest: secondsPerManifest)
  }

  /// Evaluates `sources`. The results have the same order.
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
      state.abandon(sources, "cannot create a folder in \"\(scratchParent ?? "/tmp")\"")
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
      // Chunks already run side by side, except when there is only one.
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
      // A program whose manifest SwiftPM has to judge would be run in vain.
      keep(answer, sources) { wanted.contains($0) && (try? state.results[$0]?.get()) != nil }
    }
  }

  private func settle(
    _ answer: BatchEvaluation.Answer, _ sources: [ManifestSource], _ state: inout EvaluationState,
    from origin: ManifestOrigin
  ) {
    for index in answer.timedOut {
      // SwiftPM would wait for the manifest too, and longer.
      let problem = ManifestProblem(
        .timedOut, file: sources[index].path, message: "it timed out after \(secondsPerManifest) s")
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

  /// SwiftPM refuses tools versions that are older or newer than the toolchain's, with its own message.
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
    return BatchDoubt.about(manifest, in: source.absoluteFolder) == nil ? manifest : nil
  }

  /// Returns the values of `Context`. Only SwiftPM collects information about Git, so a manifest that reads it is never
  /// evaluated here.
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

enum ManifestEnvironment {
  /// Returns the environment with a fixed order for sets and dictionaries. A manifest that lists its targets from one
  /// would otherwise differ between base and head.
  static func settled(_ environment: [String: String]) -> [String: String] {
    environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { given, _ in given }
  }

  /// Returns the environment with a folder for temporary files that goes away with `scratch`. Compiler and SwiftPM
  /// leave files behind: SwiftPM its locks, and both all of them when interrupted.
  static func compiling(_ environment: [String: String], _ scratch: ScratchFolder?) -> [String: String] {
    guard let scratch else { return environment }
    return environment.merging(["TMPDIR": scratch.path]) { _, own in own }
  }

  /// Returns flags that put compiled C modules into `scratch`, when the compiler cannot keep them in the home folder.
  static func moduleCache(_ environment: [String: String], _ scratch: ScratchFolder) -> [String] {
    if let home = environment["HOME"], LocalFiles.isWritable(home) { return [] }
    return ["-module-cache-path", "\(scratch.path)/modules"]
  }
}

/// A private temporary folder that is deleted after its last use.
final class ScratchFolder: Sendable {
  let path: String

  /// Makes the folder in `parent`, else in `/tmp`. The path has no symbolic links, since SwiftPM reports resolved
  /// paths.
  convenience init?(in parent: String?) {
    guard let path = parent.flatMap(Self.make) ?? Self.make(in: "/tmp") else { return nil }
    self.init(path: path)
  }

  private init(path: String) {
    self.path = path
  }

  private static func make(in parent: String) -> String? {
    guard parent.hasPrefix("/"), let parent = LocalFiles.resolved(parent) else { return nil }
    return LocalFiles.makeTemporaryFolder(named: "ambit-manifests", in: parent)
  }

  deinit {
    LocalFiles.removeTree(path)
  }
}

/// Evaluation of manifests whose compiled programs are kept.
extension ManifestEvaluator {
  /// Runs kept programs. The answer is by the indices of the sources.
  func runKept(_ indices: [Int], of sources: [ManifestSource], _ scratch: ScratchFolder)
    -> BatchEvaluation.Answer
  {
    var answer = BatchEvaluation.Answer()
    guard let shelf else { return answer }
    let programKey = ProgramKey(toolchain: toolchain, environment: environment)
    let found = indices.compactMap { index in
      shelf.place(of: programKey.key(of: sources[index])).map { (index: index, place: $0) }
    }
    let programs = Dictionary(grouping: found, by: \.place.program).sorted {
      $0.value[0].index < $1.value[0].index
    }
    for (number, (digest, members)) in programs.enumerated() {
      let folder = "\(scratch.path)/kept-\(number)"
      guard let program = shelf.program(digest), LocalFiles.makeFolders(folder) else { continue }
      let requests = members.map {
        ProgramRun.Request(place: $0.place.index, context: Self.context(sources[$0.index]))
      }
      answer.add(run(jobs).run(program, requests, in: folder), of: members.map(\.index))
    }
    return answer
  }

  /// Returns the values of the sources whose programs are kept. The programs are run, and nothing is compiled.
  func valuesOfKept(_ sources: [ManifestSource]) -> [ManifestSource: PackageManifest] {
    guard let scratch = ScratchFolder(in: scratchParent) else { return [:] }
    var values: [ManifestSource: PackageManifest] = [:]
    for (index, bytes) in runKept(Array(sources.indices), of: sources, scratch).written {
      values[sources[index]] = Self.trusted(bytes, of: sources[index])
    }
    return values
  }

  /// Keeps the programs of manifests that have to be run again in every run.
  func keep(_ answer: BatchEvaluation.Answer, _ sources: [ManifestSource], where isWanted: (Int) -> Bool) {
    guard let shelf, let program = answer.program else { return }
    let programKey = ProgramKey(toolchain: toolchain, environment: environment)
    let places = program.members.enumerated().filter { isWanted($0.element) }
    shelf.keep(program.path, places.map { (programKey.key(of: sources[$0.element]), $0.offset) })
  }

  private var shelf: ProgramShelf? { cacheFolder.map { ProgramShelf(cacheFolder: $0) } }
}
