import Base
import Runner
import Store

/// What a command was seen to do beside what is declared.
struct SeenTask: Sendable {
  /// What it looked at that its key does not hold; nil where not all of it is known.
  var observation: Observation?
  var reads: [RelativePath] = []
  var writes: [RelativePath] = []
  /// Why its result cannot be kept whatever it was.
  var obstacle: String?
}

/// Looks at what commands are seen to ask for.
struct TaskWatching: Sendable {
  let ground: TaskGround

  /// Whether this machine can see what an instance does. Asked of the system once.
  static func isPossible() -> Bool { ProcessObserver.obstacle() == nil }

  private var home: String? { ground.environment.tests["HOME"] }

  /// The disk as it is now.
  func view() -> DiskView { DiskView(root: ground.root, home: home, memory: DiskMemory()) }

  func judge(_ files: ObservedFiles, _ inputs: TaskInputs) -> SeenTask {
    let instance = inputs.instance
    let roots = SeenRoots(
      workspace: ground.root, folder: ground.location.folderInRepository, products: [], scratch: [],
      toolchain: ground.toolchain.root, temporary: ground.environment.tests["TMPDIR"], home: home)
    var maker = ObservationMaker(roots, view())
    maker.isOwn = { instance.isOutput($0) }
    let held = HeldPlaces(inputs, root: ground.root)
    let made = maker.make(of: essential(files)) { path, aspect in
      held.hold(path, aspect) ? .declared : .foreign
    }
    var seen = SeenTask(writes: maker.written.sorted())
    switch made {
    case .success(let whole):
      let observation = Observation(whole.sights.filter { $0.cover == .foreign })
      seen.observation = observation
      seen.reads = observation.sights.compactMap(\.undeclaredFile)
    // Nobody saw all of it: its key has to do, as where nothing can be seen.
    case .failure(.unseen): break
    case .failure(let obstacle): seen.obstacle = "it \(obstacle.text)"
    }
    return seen
  }

  /// Without what a command keeps outside of the repository. Of a file that it made and that is gone again no more is known
  /// than that nothing was there.
  private func essential(_ files: ObservedFiles) -> ObservedFiles {
    let root = RelativePath(Array(ground.location.repositoryRoot.utf8))
    let kept = files.accesses.compactMap { access -> FileAccess? in
      guard access.kinds.contains(.write) else { return access }
      guard RelativePath(access.path).isInside(root) else { return nil }
      guard access.state == nil, FileFacts(of: access.path) == nil else { return access }
      return FileAccess(path: access.path, kinds: .lookAtLink, state: nil)
    }
    return ObservedFiles(kept, blindness: files.blindness)
  }
}

extension Observation.Sight {
  /// A file of the workspace that was read.
  var undeclaredFile: RelativePath? {
    guard case .workspace(let path) = place, aspect == .content, state != .absent else { return nil }
    // Whoever asks Git is not meant to declare what that looks at.
    return path.components.contains { $0.elementsEqual(".git".utf8) } ? nil : path
  }
}

/// What an instance's key holds.
private struct HeldPlaces {
  private let inputs: TaskInputs
  private let files: Set<RelativePath>
  /// Those in which something lies that the key holds: it holds that they are there, too.
  private let folders: Set<RelativePath>
  private let programs: Set<RelativePath>
  /// No pattern of anybody's is meant for it.
  private static let anyName = RelativePath("ambit\u{7f}any")

  init(_ inputs: TaskInputs, root: String) {
    self.inputs = inputs
    files = Set(inputs.files.map(\.path)).union(inputs.before.values.flatMap { $0.outputs.map(\.path) })
    let places = Array(files) + inputs.before.values.flatMap { $0.outputs.map(\.path) }
    folders = Set(places.flatMap { $0.parent.withAncestors } + inputs.instance.folder.withAncestors)
    let workspace = RelativePath(Array(root.utf8))
    programs = Set(inputs.program.places.map { RelativePath(Array($0.utf8)).seen(from: workspace) })
  }

  func hold(_ path: RelativePath, _ aspect: Aspect) -> Bool {
    switch aspect {
    case .names: return isListed(path)
    case .tree: return false
    case .content, .target: return holdsFile(path)
    case .kind, .linkKind: return holdsFile(path) || folders.contains(path)
    }
  }

  private func holdsFile(_ path: RelativePath) -> Bool {
    if files.contains(path) || programs.contains(path) { return true }
    // That nothing is there is known as well.
    return inputs.instance.isDeclaredInput(path) && !isClosed(path)
  }

  /// Whether all that may lie in a folder would be an input.
  private func isListed(_ folder: RelativePath) -> Bool {
    inputs.instance.isDeclaredInput(folder.appending(Self.anyName)) && !isClosed(folder)
  }

  private func isClosed(_ path: RelativePath) -> Bool {
    path.components.contains { $0.elementsEqual(".git".utf8) || $0.elementsEqual(".build".utf8) }
  }
}
