import Arguments
import Base
import GitBridge
import Graph
import Reports
import Runner
import Session

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
  private let outcome: SelectionPipeline.Outcome
  private let isEverything: Bool
  /// The tasks whose definitions differ from the base's.
  private let changed: Set<String>
  private let ledger: TaskLedger
  private let blind: TaskBlindSpots
  private let affected: [ModuleID: Selection.Module]

  init(
    _ instances: TaskInstances, _ options: SelectionOptions, _ outcome: SelectionPipeline.Outcome,
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
