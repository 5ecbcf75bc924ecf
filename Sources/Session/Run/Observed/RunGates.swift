import Base
import Graph
import Runner
import Store

/// Decides whether a built test module must run, and keeps what its tests read.
///
/// The same product replaces a run only where just sources and headers differ from the pass. Not all reads of tests are
/// observed.
final class RunGates: ProductGate {
  private let results: ResultStore
  let keys: ModuleKeys
  private let context: Context
  /// The undeclared reads of earlier runs.
  let seen: Footprints
  private let leftovers: Leftovers
  private let usesGates: Bool
  /// nil where no run happens with other files altered.
  let alterable: AlterableFiles?
  private let state = Guarded(State())

  /// The folders of the run.
  struct Context: Sendable {
    /// The workspace's absolute path.
    let root: String
    let folderInRepository: RelativePath
    let toolchain: String
    /// A folder in which tests may make files that count for nothing.
    let temporary: String?
    /// The home folder of the user.
    let home: String?
    /// Returns the path of a place beside the repository, where tests see the workspace at another place than its own.
    let beside: (@Sendable (RelativePath) -> [UInt8])?
  }

  private struct State {
    /// The audit, which runs modules that need not run.
    var audit: Audit?
    /// The modules that the audit runs although they were built as when they passed.
    var auditedAsBuilt: Set<ModuleID> = []
    /// The outcomes of the runs where other files were altered.
    var altered: [ModuleID: AlteredOutcome] = [:]
    var products: [ModuleID: SHA256Digest] = [:]
    var replayed: [ModuleID: KeptPass] = [:]
    var observations: [ModuleID: Result<Observation, ObservationObstacle>] = [:]
    /// The places that tests looked at, also of modules without an observation.
    var met: [ModuleID: Observation] = [:]
    var outputs: [ModuleID: IgnoredOutputs] = [:]
    /// The state before the run of all that earlier runs looked at.
    var known: KnownPlaces?
    /// The undeclared reads that were sent to workers with a module. `elsewhere` are the modules that passed there.
    var sent: [ModuleID: Observation] = [:]
    var elsewhere: Set<ModuleID> = []
    /// The modules that read files of this system.
    var bound: Set<ModuleID> = []
    /// Modules whose tests read build outputs other than products. The same product says nothing about these.
    var scratchReaders: Set<ModuleID> = []
    /// Made on first use.
    var holders: FileHolders?
  }

  init(
    _ results: ResultStore, _ keys: ModuleKeys, _ context: Context, seen: Footprints, _ leftovers: Leftovers,
    usesGates: Bool, alterable: AlterableFiles? = nil
  ) {
    self.results = results
    self.keys = keys
    self.context = context
    self.seen = seen
    self.leftovers = leftovers
    self.usesGates = usesGates
    self.alterable = alterable
  }

  /// Runs the drawn modules in any case. It also runs the same percentage of modules that were built as before.
  func audit(_ audit: Audit) {
    state.with { $0.audit = audit }
  }

  var auditedAsBuilt: Set<ModuleID> { state.with { $0.auditedAsBuilt } }

  /// The outcomes of the runs where other files were altered.
  var altered: [ModuleID: AlteredOutcome] { state.with { $0.altered } }

  func otherFiles(of test: BuiltTest) -> OtherFiles? {
    let isAudited = state.with {
      $0.audit?.modules.contains(test.id) == true || $0.auditedAsBuilt.contains(test.id)
    }
    guard isAudited, hasKey(of: test.id), let alterable else { return nil }
    let (cover, seen) = (cover(for: test.id), seen[test.id].tests)
    let met = Footprint.Places(met[test.id]?.sights ?? [])
    return alterable.files(in: context.root) { path in
      cover(path, .content) != .foreign || seen.holds(path) || met.holds(path)
    }
  }

  /// Files that turn out to matter count like those that tests were seen to read.
  func note(_ outcome: AlteredOutcome, of test: BuiltTest) {
    let view = view()
    state.with { state in
      state.altered[test.id] = outcome
      guard case .reads(let files) = outcome else { return }
      let sights = files.compactMap { file in
        let place = SeenPlace.workspace(file)
        return view.state(of: place, .content).map { Observation.Sight(place, .content, $0, .foreign) }
      }
      state.met[test.id] = Observation((state.met[test.id]?.sights ?? []) + sights)
    }
  }

  func replay(_ test: BuiltTest) -> ModuleReport? {
    let product = digest(of: test)
    let isAsked = state.with { state in
      state.products[test.id] = product
      return usesGates && state.audit?.modules.contains(test.id) != true
    }
    guard isAsked, let product, let key = keys.key(of: test.id), key.obstacle?.code != .outsideRepository
    else { return nil }
    // Other tests may have written files since the last call.
    let view = view(products: test.seenFolder)
    for candidate in results.candidates(product: product) {
      guard let kept = results.kept(under: candidate), let observation = kept.wholeObservation,
        observation.difference(upTo: .product, in: view) == nil, allLeftovers.met(by: observation) == nil
      else { continue }
      if isDrawn(test.id) { return nil }
      state.with { $0.replayed[test.id] = kept }
      return kept.report(of: test.id, key: key.text, at: .product)
    }
    return nil
  }

  /// Draws the first module always, so that an audit of few modules still runs one.
  private func isDrawn(_ module: ModuleID) -> Bool {
    state.with { state in
      guard let audit = state.audit,
        state.auditedAsBuilt.isEmpty || Int.random(in: 0..<100) < audit.percent
      else { return false }
      state.auditedAsBuilt.insert(module)
      return true
    }
  }

  /// The pass that replaced a run of the module.
  func replayed(_ module: ModuleID) -> KeptPass? { state.with { $0.replayed[module] } }

  /// A digest of the module's product, and of all that its process gets.
  func product(of module: ModuleID) -> SHA256Digest? { state.with { $0.products[module] } }

  /// Returns nil where the product cannot be read, or where it does not cover the module's inputs.
  private func digest(of test: BuiltTest) -> SHA256Digest? {
    let view = view()
    guard let besideSources = keys.besideSources(of: test.id),
      let content = view.state(of: .outside(Array("\(test.productFolder)/\(test.file)".utf8)), .content),
      content != .absent
    else {
      return nil
    }
    var writer = ByteWriter()
    writer.values(test.id.description, context.root, test.workingFolder, test.environment)
    writer.raw(besideSources.bytes)
    writer.raw(content.digest.bytes)
    return SHA256.digest(of: writer.bytes)
  }
}

// MARK: Observed reads

extension RunGates {
  /// The observations of the modules that ran. Modules that were not observed are missing.
  var observations: [ModuleID: Result<Observation, ObservationObstacle>] { state.with { $0.observations } }

  func note(_ files: ObservedFiles?, of test: BuiltTest) -> Failure? {
    guard let files else { return nil }
    let roots = SeenRoots(
      workspace: context.root, folder: context.folderInRepository,
      products: [test.seenFolder, test.productFolder], program: test.file,
      scratch: [LocalFiles.folder(of: test.scratchFolder)], toolchain: context.toolchain,
      temporary: context.temporary, home: context.home)
    var maker = ObservationMaker(roots, view(products: test.seenFolder))
    maker.isIgnored = leftovers.isIgnored
    let cover = cover(for: test.id)
    let made = maker.make(of: files, cover: cover)
    // From another root the same paths lead to other files.
    let met = files.blindness.contains(.root) ? nil : (try? made.get()) ?? maker.met(cover: cover)
    let (sawThisSystem, sawScratch) = (maker.sawThisSystem, maker.sawScratch)
    let outputs = IgnoredOutputs(maker.outputs)
    state.with { state in
      state.observations[test.id] = made
      state.met[test.id] = met
      state.outputs[test.id] = outputs
      if sawThisSystem || sawScratch { state.bound.insert(test.id) }
      if sawScratch { state.scratchReaders.insert(test.id) }
    }
    // Folding would look at the places of this worktree.
    return met == nil || context.beside == nil ? nil : strayed(maker.met(cover: cover))
  }

  /// Returns the reason why tests that saw the workspace at another place say nothing: beside the repository they looked
  /// at another file than they would where it lies.
  private func strayed(_ met: Observation) -> Failure? {
    let (own, there) = (view(), DiskView(root: context.root, memory: DiskMemory()))
    let stray = met.sights.first { sight in
      guard case .beside = sight.place else { return false }
      let state = own.state(of: sight.place, sight.aspect)
      // Tests may have made or changed the file since.
      return state != sight.state && state != there.state(of: sight.place, sight.aspect)
    }
    return stray.map { sight in
      Failure(
        code: "stray-read",
        message: "it looked at \"\(sight.place.text)\" from the path of the worktree that was built first; "
          + "run again to build this worktree at its own path")
    }
  }

  var met: [ModuleID: Observation] { state.with { $0.met } }

  /// The places where the tests of each module left files that Git ignores.
  var outputs: [ModuleID: IgnoredOutputs] { state.with { $0.outputs } }

  /// Also of this run, as far as it has come.
  private var allLeftovers: Leftovers { outputs.values.reduce(leftovers) { $0.adding($1) } }

  /// To be called when all have run: of those that met what tests had left, no pass is kept.
  func judgeLeftovers() {
    let leftovers = allLeftovers
    for (module, made) in observations {
      guard case .success(let observation) = made, let place = leftovers.met(by: observation) else {
        continue
      }
      state.with { $0.observations[module] = .failure(.leftover(.workspace(place))) }
    }
  }

  /// Keeps the undeclared reads that are sent with a module, right before it is sent.
  func noteSending(_ module: ModuleID, _ undeclared: Observation) {
    // A module may take several processes.
    state.with { if $0.sent[module] == nil { $0.sent[module] = undeclared } }
  }

  /// The module had only the files that were sent. They are compared again, since nobody saw whether they changed
  /// meanwhile.
  func noteElsewhere(_ test: BuiltTest) {
    let view = view()
    state.with { state in
      state.elsewhere.insert(test.id)
      guard let sent = state.sent[test.id] else { return }
      state.met[test.id] = sent
      let change = sent.difference(upTo: .product, in: view)
      state.observations[test.id] = change.map { .failure(.changed($0.place)) } ?? .success(sent)
    }
  }

  /// Returns true when the module passed on another machine.
  func ranElsewhere(_ module: ModuleID) -> Bool { state.with { $0.elsewhere.contains(module) } }

  /// Returns true when all reads of the module's tests were observed.
  func isWhole(_ module: ModuleID) -> Bool {
    state.with { !$0.elsewhere.contains(module) && !$0.scratchReaders.contains(module) }
  }

  /// Returns true when the module reads files that another system may lack.
  func isBound(_ module: ModuleID) -> Bool { state.with { $0.bound.contains(module) } }

  func hasKey(of module: ModuleID) -> Bool { keys.key(of: module) != nil }

  /// Returns the files that programs read for the build of a module, and the obstacle if there was one. Writes and
  /// times do not count, since tools write.
  func observation(
    of reads: ToolReads, for module: ModuleID, _ memory: DiskMemory
  ) -> (met: Observation, obstacle: ObservationObstacle?) {
    let roots = SeenRoots(
      workspace: context.root, folder: context.folderInRepository, products: [],
      scratch: [LocalFiles.folder(of: reads.scratchFolder)], toolchain: context.toolchain,
      temporary: context.temporary)
    var maker = ObservationMaker(roots, view(memory: memory))
    let cover = cover(for: module)
    switch maker.make(of: reads.files.withoutWriting, cover: cover) {
    case .success(let observation): return (observation, nil)
    case .failure(let obstacle): return (maker.met(cover: cover), obstacle)
    }
  }

  /// Returns the observation with the cover of the current keys.
  func covered(_ observation: Observation, for module: ModuleID) -> Observation {
    observation.covered(by: cover(for: module))
  }

  /// Keeps the state of all that earlier runs looked at. Call it right before the run.
  func keepKnownPlaces(of tests: Set<ModuleID>) {
    let known = KnownPlaces(tests, seen, in: view())
    state.with { $0.known = known }
  }

  /// Adds what earlier runs looked at to an observation that may lack some of it. nil when that changed during the run.
  func completed(_ observation: Observation, for module: ModuleID) -> Observation? {
    state.with { $0.known }?.completed(observation, for: module, in: view()) ?? nil
  }

  /// The disk as it is now, or as `memory` has it.
  func view(products: String? = nil, memory: DiskMemory = DiskMemory()) -> DiskView {
    DiskView(
      root: context.root, products: products, home: context.home, beside: context.beside, memory: memory)
  }

  func cover(for module: ModuleID) -> (RelativePath, Aspect) -> Cover {
    let view = holders.view(of: module)
    return { path, aspect in
      // No key holds the names in a folder, since ignored files are among them.
      guard let view, aspect != .names, aspect != .tree else { return .foreign }
      return view.holds(path) ? .declared : .foreign
    }
  }

  private var holders: FileHolders {
    state.with { state in
      let holders = state.holders ?? FileHolders(keys)
      state.holders = holders
      return holders
    }
  }
}

extension ObservedFiles {
  fileprivate var withoutWriting: ObservedFiles {
    let asked = accesses.compactMap { access -> FileAccess? in
      let kinds = access.kinds.subtracting([.write, .time])
      guard !kinds.isEmpty, !access.firstKinds.contains(.write) else { return nil }
      return FileAccess(
        path: access.path, kinds: kinds, firstKinds: access.firstKinds.subtracting(.time), state: access.state
      )
    }
    return ObservedFiles(asked, blindness: blindness)
  }
}
