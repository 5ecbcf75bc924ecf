import Base
import Runner
import Session
import Store

/// The undeclared reads and writes of a command.
struct SeenTask: Sendable {
  /// The files that the command read beside its key. nil where not all of them are known.
  var observation: Observation?
  var reads: [RelativePath] = []
  var writes: [RelativePath] = []
  /// The reason that the result cannot be kept, even if the command passed.
  var obstacle: String?
}

/// Judges the files that commands were observed to use.
struct TaskWatching: Sendable {
  let context: TaskContext

  /// Returns true when this machine can observe commands.
  static func isPossible() -> Bool { ProcessObserver.obstacle() == nil }

  private var home: String? { context.environment.tests["HOME"] }

  /// The disk as it is now.
  func view() -> DiskView { DiskView(root: context.root, home: home, memory: DiskMemory()) }

  func judge(_ files: ObservedFiles, _ inputs: TaskInputs) -> SeenTask {
    let instance = inputs.instance
    let roots = SeenRoots(
      workspace: context.root, folder: context.location.folderInRepository, products: [], scratch: [],
      toolchain: context.toolchain.root, temporary: context.environment.tests["TMPDIR"], home: home)
    var maker = ObservationMaker(roots, view())
    maker.isOwn = { instance.isOutput($0) }
    let held = HeldPlaces(inputs, root: context.root)
    let made = maker.make(of: essential(files)) { path, aspect in
      held.hold(path, aspect) ? .declared : .foreign
    }
    var seen = SeenTask(writes: maker.written.sorted())
    switch made {
    case .success(let whole):
      let observation = Observation(whole.sights.filter { $0.cover == .foreign })
      seen.observation = observation
      seen.reads = observation.sights.compactMap(\.undeclaredFile)
    // The observer missed events. The key alone has to do, as on machines that cannot observe.
    case .failure(.unseen): break
    case .failure(let obstacle): seen.obstacle = "it \(obstacle.text)"
    }
    return seen
  }

  /// Drops writes outside the repository.
  /// A file that the command made and deleted counts as a look at a missing file.
  private func essential(_ files: ObservedFiles) -> ObservedFiles {
    let root = RelativePath(Array(context.location.repositoryRoot.utf8))
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
  /// The path of a workspace file that was read.
  var undeclaredFile: RelativePath? {
    guard case .workspace(let path) = place, aspect == .content, state != .absent else { return nil }
    // A command that runs Git need not declare Git's own files.
    return path.components.contains { $0.elementsEqual(".git".utf8) } ? nil : path
  }
}

/// The paths that an instance's key covers.
private struct HeldPlaces {
  private let inputs: TaskInputs
  private let files: Set<RelativePath>
  /// Folders that hold a covered file. The key implies that these folders exist.
  private let folders: Set<RelativePath>
  private let programs: Set<RelativePath>
  /// A file name that no pattern names literally.
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
    // The key also covers that no file is at a declared path.
    return inputs.instance.isDeclaredInput(path) && !isClosed(path)
  }

  /// Returns true when every file in the folder would be an input.
  private func isListed(_ folder: RelativePath) -> Bool {
    inputs.instance.isDeclaredInput(folder.appending(Self.anyName)) && !isClosed(folder)
  }

  private func isClosed(_ path: RelativePath) -> Bool {
    path.components.contains { $0.elementsEqual(".git".utf8) || $0.elementsEqual(".build".utf8) }
  }
}
