import Base
import GitBridge
import Graph
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
    let known = try Failure.wrapping { try tree.files(below: folder.appending(pattern.start)) }
    let paths = Set(known.map(\.path))
    return listed.filter { $0.isBehindLink || !paths.contains(folder.appending($0.path)) }.map(\.path)
  }
}
