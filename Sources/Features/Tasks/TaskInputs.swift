import Arguments
import Base
import GitBridge
import Graph
import Reports
import Runner
import Session
import Store
import SwiftSources

/// The outputs of an instance, for the instances that come after it.
struct MadeOutputs: Sendable {
  let key: SHA256Digest?
  let outputs: [TaskOutput]
  /// The files as listed on the disk after the instance ended.
  let files: [ListedFile]
}

/// All that an instance reads, looked at right before it starts.
struct TaskInputs: Sendable {
  let instance: TaskInstance
  /// The declared inputs.
  let files: [ListedFile]
  /// The outputs of the instances that come before.
  let before: [TaskID: MadeOutputs]
  let program: TaskProgram
  let key: TaskKey
  /// The reason that no result can be kept, or nil.
  let obstacle: String?
}

/// Reads the inputs of instances.
struct TaskSurvey: Sendable {
  let context: TaskContext

  /// Returns nil where there is no program to run.
  func inputs(of position: Int, after made: [TaskID: MadeOutputs]) throws(Failure) -> TaskInputs? {
    let instance = context.instances.all[position]
    guard let program = context.program(of: instance) else { return nil }
    var obstacle = context.inheritsEnvironment ? "it inherits the environment of the caller" : nil
    let listing = files(of: instance)
    let listed = (try? listing.get()) ?? []
    let words = try context.files.words(of: listed)
    if case .failure(let reason) = listing { obstacle = obstacle ?? reason.words }
    if words == nil { obstacle = obstacle ?? ListingObstacle.unreadable.words }
    if instance.inputs == nil { obstacle = obstacle ?? "it declares no \"inputs\", so it runs each time" }
    let key = TaskKey(
      TaskKeyInputs(
        instance, toolchain: context.toolchain.identity, host: context.host,
        variables: context.keyedVariables(of: instance), programs: program.programs, files: words ?? [],
        before: made.map { .init($0.key, key: $0.value.key, outputs: $0.value.outputs) }))
    return TaskInputs(
      instance: instance, files: listed, before: made, program: program, key: key, obstacle: obstacle)
  }

  private func files(of instance: TaskInstance) -> Result<[ListedFile], ListingObstacle> {
    do throws(ListingObstacle) {
      // Outputs are left out first. Otherwise a file that a linked output leads to might be listed under another name.
      return .success(
        try FileListing.files(
          matching: instance.inputs ?? [], root: context.root, followingLinks: true,
          leavingOut: instance.isOutput))
    } catch {
      return .failure(error)
    }
  }

  /// Returns true when the files on the disk are the same as when `inputs` were read.
  func isAsBefore(_ inputs: TaskInputs) -> Bool {
    guard context.program(of: inputs.instance) == inputs.program,
      (try? files(of: inputs.instance).get()) == inputs.files
    else { return false }
    return inputs.before.allSatisfy { id, made in
      guard let position = context.instances.position(of: id) else { return false }
      let place = context.outputPlace(of: context.instances.all[position])
      return (try? place.listed()) == made.files
    }
  }
}

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

/// Finds inputs of instances that the list of changes cannot show, such as files that Git ignores.
final class TaskBlindSpots {
  private let context: TaskContext
  /// nil where the head is no working tree; then nothing is listed.
  private let tree: WorkingTree?
  /// Results by pattern, so that a pattern that all packages share is listed once.
  private var unknown: [PlacedPattern: [RelativePath]] = [:]

  init(_ context: TaskContext, _ tree: WorkingTree?) {
    self.context = context
    self.tree = tree
  }

  /// Returns the paths of the instance's programs that lie in the workspace, and the path where its program belongs.
  func programs(of instance: TaskInstance) -> Set<RelativePath> {
    let root = RelativePath(Array(context.root.utf8))
    let places = context.program(of: instance)?.places ?? []
    let found = places.map { RelativePath(Array($0.utf8)).seen(from: root) }.filter { !$0.escapesRoot }
    return Set(found).union([instance.programPath].compactMap(\.self))
  }

  /// Returns the first declared input whose changes Git does not report.
  /// Examples: an ignored file, a file behind a link, an empty folder.
  func file(of instance: TaskInstance) throws(Failure) -> RelativePath? {
    for pattern in instance.inputs ?? [] {
      if let file = try unknownFiles(of: pattern).first(where: { !instance.isOutput($0) }) { return file }
    }
    return nil
  }

  private func unknownFiles(of pattern: PlacedPattern) throws(Failure) -> [RelativePath] {
    if let known = unknown[pattern] { return known }
    let found = try list(pattern)
    unknown[pattern] = found
    return found
  }

  private func list(_ pattern: PlacedPattern) throws(Failure) -> [RelativePath] {
    guard let tree else { return [] }
    let listed: [ListedFile]
    do throws(ListingObstacle) {
      listed = try FileListing.files(matching: [pattern], root: context.root, followingLinks: true)
    } catch {
      return [pattern.start]
    }
    guard !listed.isEmpty else { return [] }
    let folder = context.location.folderInRepository
    let known = try tree.files(below: folder.appending(pattern.start))
    let paths = Set(known.map(\.path))
    return listed.filter { $0.isBehindLink || !paths.contains(folder.appending($0.path)) }.map(\.path)
  }
}

/// Finds the reason that an instance is selected by itself, not through another instance.
struct TaskReasons {
  private let instances: TaskInstances
  private let outcome: Session.Selected
  private let isEverything: Bool
  /// The tasks whose definitions differ from the base's.
  private let changed: Set<String>
  private let ledger: TaskLedger
  private let blind: TaskBlindSpots
  private let affected: [ModuleID: Selection.Module]

  init(
    _ instances: TaskInstances, _ options: SelectionOptions, _ outcome: Session.Selected,
    changed: Set<String>, _ ledger: TaskLedger, _ blind: TaskBlindSpots
  ) {
    self.instances = instances
    self.outcome = outcome
    self.changed = changed
    self.ledger = ledger
    self.blind = blind
    let selection = outcome.report.selection
    isEverything = selection.scope == .all
    affected = Dictionary(selection.modules.map { ($0.id, $0) }) { first, _ in first }
  }

  func reasons(for positions: Set<Int>) throws(Failure) -> [Int: String] {
    var found: [Int: String] = [:]
    for position in positions { found[position] = try reason(for: instances.all[position]) }
    return found
  }

  private func reason(for instance: TaskInstance) throws(Failure) -> String? {
    if isEverything { return "everything is selected" }
    if let module = instance.modules.lazy.compactMap({ affected[$0] }).first {
      let cause =
        module.reason.first.map { ReasonText.plain($0, besidePackage: instance.folder) } ?? "affected"
      return instance.id.place.module == nil ? "\(module.id.name) \(cause)" : cause
    }
    if changed.contains(instance.id.task) { return "the task itself changed" }
    let changes = outcome.report.selection.changes
    if let change = changes.first(where: { instance.isDeclaredInput($0.path) }) {
      return "changed \(change.path)"
    }
    if !changes.isEmpty {
      let programs = blind.programs(of: instance)
      if let change = changes.first(where: { programs.contains($0.path) }) { return "changed \(change.path)" }
    }
    let entry = ledger[instance.id]
    if let change = changes.first(where: { entry.seen.sees($0.file) }) { return "changed \(change.path)" }
    if entry.hasOutputs { return "its outputs are here" }
    if let name = instance.config.env.first { return "its variable \(name) may have changed" }
    return try blind.file(of: instance).map { "\($0) may have changed: Git does not show it" }
  }
}
