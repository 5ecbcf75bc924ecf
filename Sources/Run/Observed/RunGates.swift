import ContentKeys
import Digests
import Names
import Observations
import Platform
import Runner
import Support
import Workspaces

/// What is known of the test modules of a run once they are built: what stands for running them, and afterwards what they
/// looked at.
///
/// The same product stands for a run only where sources and headers alone differ from the pass: nobody sees all that
/// tests read.
final class RunGates: ProductGate {
  private let passes: PassStore
  let keys: ModuleKeys
  private let ground: Ground
  /// What earlier runs saw that no key holds.
  let seen: Footprints
  private let leftovers: Leftovers
  private let usesGates: Bool
  private let state = Guarded(State())

  /// Where the run happens.
  struct Ground: Sendable {
    /// The workspace's absolute path.
    let root: String
    let folderInRepository: RelativePath
    let toolchain: String
    /// Where tests may make files that nobody else cares for.
    let temporary: String?
    /// The folder of whoever runs them.
    let home: String?
  }

  private struct State {
    /// What is run though something stands for it.
    var audit: Audit?
    /// What is run though it is built as it was when it passed.
    var auditedAsBuilt: Set<ModuleID> = []
    var products: [ModuleID: SHA256Digest] = [:]
    var replayed: [ModuleID: KeptPass] = [:]
    var observations: [ModuleID: Result<Observation, ObservationObstacle>] = [:]
    var outputs: [ModuleID: IgnoredOutputs] = [:]
    /// What no key holds of what was sent to other machines, and what passed there.
    var sent: [ModuleID: Observation] = [:]
    var elsewhere: Set<ModuleID> = []
    /// What looks at this system.
    var bound: Set<ModuleID> = []
    /// Modules whose tests look at outputs of the build that are no products: the same product says nothing of those.
    var scratchReaders: Set<ModuleID> = []
    /// Made when it is asked for first.
    var holders: FileHolders?
  }

  init(
    _ passes: PassStore, _ keys: ModuleKeys, _ ground: Ground, seen: Footprints, _ leftovers: Leftovers,
    usesGates: Bool
  ) {
    self.passes = passes
    self.keys = keys
    self.ground = ground
    self.seen = seen
    self.leftovers = leftovers
    self.usesGates = usesGates
  }

  /// Lets those run that are drawn, whatever stands for it, and of those that will prove to be built as before as many in
  /// a hundred.
  func audit(_ audit: Audit) {
    state.with { $0.audit = audit }
  }

  var auditedAsBuilt: Set<ModuleID> { state.with { $0.auditedAsBuilt } }

  func replay(_ test: BuiltTest) -> ModuleReport? {
    let product = digest(of: test)
    let isAsked = state.with { state in
      state.products[test.id] = product
      return usesGates && state.audit?.modules.contains(test.id) != true
    }
    guard isAsked, let product, let key = keys.key(of: test.id) else { return nil }
    // Other tests may have written since the last one was asked about.
    let view = view(products: test.seenFolder)
    for candidate in passes.candidates(product: product) {
      guard let kept = passes.kept(under: candidate), let observation = kept.wholeObservation,
        observation.difference(upTo: .product, in: view) == nil, allLeftovers.met(by: observation) == nil
      else { continue }
      if isDrawn(test.id) { return nil }
      state.with { $0.replayed[test.id] = kept }
      return kept.report(of: test.id, key: key.text, at: .product)
    }
    return nil
  }

  /// The first is, so that an audit of few modules still looks at one.
  private func isDrawn(_ module: ModuleID) -> Bool {
    state.with { state in
      guard let audit = state.audit,
        state.auditedAsBuilt.isEmpty || Int.random(in: 0..<100) < audit.percent
      else { return false }
      state.auditedAsBuilt.insert(module)
      return true
    }
  }

  /// The pass that stood for running a module.
  func replayed(_ module: ModuleID) -> KeptPass? { state.with { $0.replayed[module] } }

  /// Names what a module is run from, and all that it is told.
  func product(of module: ModuleID) -> SHA256Digest? { state.with { $0.products[module] } }

  /// nil where the product cannot be read, and where it does not stand for what its module is made of.
  private func digest(of test: BuiltTest) -> SHA256Digest? {
    let view = view()
    guard let besideSources = keys.besideSources(of: test.id),
      let content = view.state(of: .outside(Array("\(test.productFolder)/\(test.file)".utf8)), .content),
      content != .absent
    else {
      return nil
    }
    var writer = ByteWriter()
    writer.values(test.id.description, ground.root, test.workingFolder, test.environment)
    writer.raw(besideSources.bytes)
    writer.raw(content.digest.bytes)
    return SHA256.digest(of: writer.bytes)
  }
}

// MARK: What tests looked at

extension RunGates {
  /// Of the modules that were run; nothing for those that nobody observed.
  var observations: [ModuleID: Result<Observation, ObservationObstacle>] { state.with { $0.observations } }

  func note(_ files: ObservedFiles?, of test: BuiltTest) {
    guard let files else { return }
    let roots = SeenRoots(
      workspace: ground.root, folder: ground.folderInRepository,
      products: [test.seenFolder, test.productFolder], program: test.file,
      scratch: [LocalFiles.folder(of: test.scratchFolder)], toolchain: ground.toolchain,
      temporary: ground.temporary, home: ground.home)
    var maker = ObservationMaker(roots, view(products: test.seenFolder))
    maker.isIgnored = leftovers.isIgnored
    let made = maker.make(of: files, cover: cover(for: test.id))
    let (sawThisSystem, sawScratch) = (maker.sawThisSystem, maker.sawScratch)
    let outputs = IgnoredOutputs(maker.outputs)
    state.with { state in
      state.observations[test.id] = made
      state.outputs[test.id] = outputs
      if sawThisSystem || sawScratch { state.bound.insert(test.id) }
      if sawScratch { state.scratchReaders.insert(test.id) }
    }
  }

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

  /// What no key holds of what a module is sent, right before it is.
  func noteSending(_ module: ModuleID, _ undeclared: Observation) {
    // A module may take several processes.
    state.with { if $0.sent[module] == nil { $0.sent[module] = undeclared } }
  }

  /// It had what it was sent, and nothing else of this machine. `sent` is looked at again: nobody saw whether it was
  /// changed meanwhile.
  func noteElsewhere(_ test: BuiltTest) {
    let view = view()
    state.with { state in
      state.elsewhere.insert(test.id)
      guard let sent = state.sent[test.id] else { return }
      let change = sent.difference(upTo: .product, in: view)
      state.observations[test.id] = change.map { .failure(.changed($0.place)) } ?? .success(sent)
    }
  }

  /// Whether a module passed on another machine.
  func ranElsewhere(_ module: ModuleID) -> Bool { state.with { $0.elsewhere.contains(module) } }

  /// True when all that a run from the same product may depend on was seen.
  func isWhole(_ module: ModuleID) -> Bool {
    state.with { !$0.elsewhere.contains(module) && !$0.scratchReaders.contains(module) }
  }

  /// Whether a module looks at what another system may not have.
  func isBound(_ module: ModuleID) -> Bool { state.with { $0.bound.contains(module) } }

  func hasKey(of module: ModuleID) -> Bool { keys.key(of: module) != nil }

  /// What programs looked at for the build of a module, writing and times aside: tools write for a living.
  func observation(
    of reads: ToolReads, for module: ModuleID, _ memory: DiskMemory
  ) -> Result<Observation, ObservationObstacle> {
    let roots = SeenRoots(
      workspace: ground.root, folder: ground.folderInRepository, products: [],
      scratch: [LocalFiles.folder(of: reads.scratchFolder)], toolchain: ground.toolchain,
      temporary: ground.temporary)
    var maker = ObservationMaker(roots, view(memory: memory))
    return maker.make(of: reads.files.withoutWriting, cover: cover(for: module))
  }

  /// The same pass for the keys of today.
  func covered(_ observation: Observation, for module: ModuleID) -> Observation {
    observation.covered(by: cover(for: module))
  }

  /// The disk as it is now, or as `memory` has it.
  func view(products: String? = nil, memory: DiskMemory = DiskMemory()) -> DiskView {
    DiskView(root: ground.root, products: products, home: ground.home, memory: memory)
  }

  func cover(for module: ModuleID) -> (RelativePath, Aspect) -> Cover {
    let view = holders.view(of: module)
    return { path, aspect in
      // Of a folder's names no key knows: what Git ignores is among them.
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
