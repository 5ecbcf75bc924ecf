import ContentKeys
import Digests
import Names
import Observations
import Platform
import Runner
import Support

/// What is known of the test modules of a run once they are built: what stands for running them, and afterwards what they
/// looked at.
final class RunGates: ProductGate {
  private let passes: PassStore
  private let keys: ModuleKeys
  private let ground: Ground
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
  }

  private struct State {
    /// What is run though something stands for it.
    var audited: Set<ModuleID> = []
    var products: [ModuleID: SHA256Digest] = [:]
    var replayed: [ModuleID: KeptPass] = [:]
    var observations: [ModuleID: Result<Observation, ObservationObstacle>] = [:]
    /// Made when it is asked for first.
    var holders: FileHolders?
  }

  init(_ passes: PassStore, _ keys: ModuleKeys, _ ground: Ground, usesGates: Bool) {
    self.passes = passes
    self.keys = keys
    self.ground = ground
    self.usesGates = usesGates
  }

  /// Lets these run whatever stands for it.
  func audit(_ modules: Set<ModuleID>) {
    state.with { $0.audited = modules }
  }

  func replay(_ test: BuiltTest) -> ModuleReport? {
    let product = digest(of: test)
    let isAsked = state.with { state in
      state.products[test.id] = product
      return usesGates && !state.audited.contains(test.id)
    }
    guard isAsked, let product, let key = keys.key(of: test.id) else { return nil }
    // Other tests may have written since the last one was asked about.
    let view = DiskView(root: ground.root, products: test.seenFolder, memory: DiskMemory())
    for candidate in passes.candidates(.product, product) {
      guard let kept = passes.kept(under: candidate), let observation = kept.observation,
        observation.difference(upTo: .product, in: view) == nil
      else { continue }
      state.with { $0.replayed[test.id] = kept }
      return kept.report(of: test.id, key: key.text, at: .product)
    }
    return nil
  }

  /// The pass that stood for running a module.
  func replayed(_ module: ModuleID) -> KeptPass? { state.with { $0.replayed[module] } }

  /// Names what a module is run from, and all that it is told.
  func product(of module: ModuleID) -> SHA256Digest? { state.with { $0.products[module] } }

  /// nil where the product cannot be read.
  private func digest(of test: BuiltTest) -> SHA256Digest? {
    let view = DiskView(root: ground.root, memory: DiskMemory())
    guard let content = view.state(of: .outside(Array("\(test.productFolder)/\(test.file)".utf8)), .content),
      content != .absent
    else {
      return nil
    }
    var writer = ByteWriter()
    writer.values(test.id.description, ground.root, test.workingFolder, test.environment)
    writer.raw(keys.surroundings.bytes)
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
      temporary: ground.temporary)
    let view = DiskView(root: ground.root, products: test.seenFolder, memory: DiskMemory())
    var maker = ObservationMaker(roots, view)
    let made = maker.make(of: files, cover: cover(for: test.id))
    state.with { $0.observations[test.id] = made }
  }

  /// The same pass for the keys of today.
  func covered(_ observation: Observation, for module: ModuleID) -> Observation {
    observation.covered(by: cover(for: module))
  }

  private func cover(for module: ModuleID) -> (RelativePath, Aspect) -> Cover {
    let view = holders.view(of: module)
    return { path, aspect in
      // Of a folder's names no key knows: what Git ignores is among them.
      guard let view, aspect != .names, aspect != .tree else { return .foreign }
      switch view.hold(path) {
      case .declared: return .declared
      case .unowned: return .unowned
      case .none: return .foreign
      }
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
