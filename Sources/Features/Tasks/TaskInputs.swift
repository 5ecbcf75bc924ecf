import Arguments
import Base
import GitBridge
import Graph
import Reports
import Runner
import Session
import Store
import SwiftSources

/// All that an instance reads, looked at right before it starts.
struct TaskInputs: Sendable {
  let instance: TaskInstance
  /// The declared inputs.
  let files: [ListedFile]
  /// The outputs of the instances that come before.
  let before: [TaskID: MadeOutputs]
  let program: TaskProgram
  let key: SHA256Digest
  /// The reason that no result can be kept, or nil.
  let obstacle: String?
}

// MARK: Reading inputs

extension TaskContext {
  /// Returns nil where there is no program to run.
  func inputs(of position: Int, after made: [TaskID: MadeOutputs]) throws(Failure) -> TaskInputs? {
    let instance = instances.all[position]
    guard let program = program(of: instance) else { return nil }
    var obstacle = inheritsEnvironment ? "it inherits the environment of the caller" : nil
    let listing = files(of: instance)
    let listed = (try? listing.get()) ?? []
    let words = try words(of: listed)
    if case .failure(let reason) = listing { obstacle = obstacle ?? reason.words }
    if words == nil { obstacle = obstacle ?? ListingObstacle.unreadable.words }
    if instance.inputs == nil { obstacle = obstacle ?? "it declares no \"inputs\", so it runs each time" }
    let key = TaskKey(
      instance: instance, toolchain: toolchain.identity, host: host, variables: keyedVariables(of: instance),
      programs: program.programs, files: words ?? [:],
      before: made)
    return TaskInputs(
      instance: instance, files: listed, before: made, program: program, key: key.digest, obstacle: obstacle)
  }

  private func files(of instance: TaskInstance) -> Result<[ListedFile], ListingObstacle> {
    do throws(ListingObstacle) {
      // Outputs are left out first. Otherwise a file that a linked output leads to might be listed under another name.
      return .success(
        try FileListing.files(
          matching: instance.inputs ?? [], root: root, followingLinks: true,
          leavingOut: instance.isOutput))
    } catch {
      return .failure(error)
    }
  }

  /// Returns true when the files on the disk are the same as when `inputs` were read.
  func isAsBefore(_ inputs: TaskInputs) -> Bool {
    guard program(of: inputs.instance) == inputs.program,
      (try? files(of: inputs.instance).get()) == inputs.files
    else { return false }
    return inputs.before.allSatisfy { id, made in
      guard let position = instances.position(of: id) else { return false }
      return (try? outputPlace(of: instances.all[position]).listed()) == made.files
    }
  }
}

/// The undeclared reads and writes of a command.
struct SeenTask: Sendable {
  /// The files that the command read beside its key. nil where not all of them are known.
  var observation: Observation?
  var writes: [RelativePath] = []
  /// The reason that the result cannot be kept, even if the command passed.
  var obstacle: String?
}

// MARK: Observed commands

extension TaskContext {
  private var home: String? { environment.tests["HOME"] }

  /// The disk as it is now.
  func view() -> DiskView { DiskView(root: root, home: home, beside: beside, memory: DiskMemory()) }

  func judge(_ files: ObservedFiles, _ inputs: TaskInputs) -> SeenTask {
    let instance = inputs.instance
    let roots = SeenRoots(
      workspace: root, folder: location.folderInRepository, products: [], scratch: [],
      toolchain: toolchain.root, temporary: environment.tests["TMPDIR"], home: home)
    var maker = ObservationMaker(roots, view())
    maker.isOwn = { instance.isOutput($0) }
    let held = HeldPlaces(inputs, root: root)
    let made = maker.make(of: essential(files)) { path, aspect in
      held.hold(path, aspect) ? .declared : .foreign
    }
    var seen = SeenTask(writes: maker.written.sorted())
    switch made {
    case .success(let whole):
      seen.observation = Observation(whole.sights.filter { $0.cover == .foreign })
    // The observer missed events. The key alone has to do, as on machines that cannot observe.
    case .failure(.unseen): break
    case .failure(let obstacle): seen.obstacle = "it \(obstacle.text)"
    }
    return seen
  }

  /// Drops writes outside the repository.
  /// A file that the command made and deleted counts as a look at a missing file.
  private func essential(_ files: ObservedFiles) -> ObservedFiles {
    let root = RelativePath(Array(location.repositoryRoot.utf8))
    let kept = files.accesses.compactMap { access -> FileAccess? in
      guard access.kinds.contains(.write) else { return access }
      guard RelativePath(access.path).isInside(root) else { return nil }
      guard access.state == nil, FileFacts(of: access.path) == nil else { return access }
      return FileAccess(path: access.path, kinds: .lookAtLink, state: nil)
    }
    return ObservedFiles(kept, blindness: files.blindness)
  }
}

extension Observation {
  /// The workspace files that a command should declare. A command that runs Git need not declare Git's own files.
  var undeclaredFiles: [RelativePath] {
    filesRead.filter { !$0.components.contains { $0.elementsEqual(".git".utf8) } }
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

/// Finds the reason that an instance is selected by itself, not through another instance.
final class TaskReasons {
  private let context: TaskContext
  private let selection: Selection
  private let affected: [ModuleID: Selection.Module]
  /// The tasks whose definitions differ from the base's.
  private let changed: Set<String>
  /// Results of `unknownFiles` by pattern, so that a pattern that all packages share is listed once.
  private var unknown: [PlacedPattern: [RelativePath]] = [:]

  init(_ context: TaskContext, _ outcome: Session.Selected, _ session: Session) throws(Failure) {
    self.context = context
    selection = outcome.report.selection
    affected = Dictionary(selection.modules.map { ($0.id, $0) }) { first, _ in first }
    changed = try Self.changedTasks(in: outcome, session)
  }

  /// Returns the tasks whose definitions differ from the base's, or are new.
  private static func changedTasks(
    in outcome: Session.Selected, _ session: Session
  ) throws(Failure) -> Set<String> {
    let configuration = session.workspace.location.configuration
    guard outcome.report.selection.changes.contains(where: { $0.path == configuration }) else { return [] }
    let tasks = outcome.config.tasks
    let revision = outcome.report.revisions.base.map { $0.mergeBase ?? $0.commit }
    guard let revision, let tree = try? session.workspace.tree(of: revision),
      let old = try? session.workspace.config(in: tree)
    else { return Set(tasks.map(\.name)) }
    return Set(Set(tasks).subtracting(old.tasks).map(\.name))
  }

  func reasons(for positions: Set<Int>) throws(Failure) -> [Int: String] {
    var found: [Int: String] = [:]
    for position in positions { found[position] = try reason(for: context.instances.all[position]) }
    return found
  }

  private func reason(for instance: TaskInstance) throws(Failure) -> String? {
    if selection.scope == .all { return "everything is selected" }
    if let module = instance.modules.lazy.compactMap({ self.affected[$0] }).first {
      let cause =
        module.reason.first.map { ReasonText.plain($0, besidePackage: instance.folder) } ?? "affected"
      return instance.id.place.module == nil ? "\(module.id.name) \(cause)" : cause
    }
    if changed.contains(instance.id.task) { return "the task itself changed" }
    let entry = context.ledger[instance.id]
    if let change = selection.changes.first(where: { instance.isDeclaredInput($0.path) }) ?? programChange(
      instance)
      ?? selection.changes.first(where: { entry.seen.sees($0.file) })
    {
      return "changed \(change.path)"
    }
    if entry.hasOutputs { return "its outputs are here" }
    if let name = instance.config.env.first { return "its variable \(name) may have changed" }
    return try unknownInput(of: instance).map { "\($0) may have changed: Git does not show it" }
  }

  /// Returns a change of the instance's programs, or of the path where its program belongs.
  private func programChange(_ instance: TaskInstance) -> Selection.Change? {
    guard !selection.changes.isEmpty else { return nil }
    let root = RelativePath(Array(context.root.utf8))
    let places = context.program(of: instance)?.places ?? []
    let programs = places.map { RelativePath(Array($0.utf8)).seen(from: root) }.filter { !$0.escapesRoot }
    return selection.changes.first { programs.contains($0.path) || $0.path == instance.programPath }
  }

  /// Returns the first declared input whose changes Git does not report.
  /// Examples: an ignored file, a file behind a link, an empty folder.
  private func unknownInput(of instance: TaskInstance) throws(Failure) -> RelativePath? {
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
    let listed: [ListedFile]
    do throws(ListingObstacle) {
      listed = try FileListing.files(matching: [pattern], root: context.root, followingLinks: true)
    } catch {
      return [pattern.start]
    }
    guard !listed.isEmpty else { return [] }
    let folder = context.location.folderInRepository
    let known = Set(try context.tree.files(below: folder.appending(pattern.start)).map(\.path))
    return listed.filter { $0.isBehindLink || !known.contains(folder.appending($0.path)) }.map(\.path)
  }
}
