import Base
import GitBridge
import Graph
import Runner

/// What decides about instances though the reach of a change says nothing of it.
final class TaskBlindSpots {
  private let ground: TaskGround
  /// nil where there is none, and all is looked at.
  private let tree: WorkingTree?
  /// By pattern, so that what all packages read is listed once.
  private var unknown: [PlacedPattern: [RelativePath]] = [:]

  init(_ ground: TaskGround, _ tree: WorkingTree?) {
    self.ground = ground
    self.tree = tree
  }

  /// Where its program would lie in the workspace, what that leads to, and what runs it.
  func programs(of instance: TaskInstance) -> Set<RelativePath> {
    let root = RelativePath(Array(ground.root.utf8))
    let places = ground.program(of: instance)?.places ?? []
    let found = places.map { RelativePath(Array($0.utf8)).seen(from: root) }.filter { !$0.escapesRoot }
    return Set(found).union([instance.programPath].compactMap(\.self))
  }

  /// The first declared input of which Git does not tell when it changes: an ignored file, what lies behind a link, an empty
  /// folder.
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
      listed = try FileListing.files(matching: [pattern], root: ground.root, followingLinks: true)
    } catch {
      return [pattern.start]
    }
    guard !listed.isEmpty else { return [] }
    let folder = ground.location.folderInRepository
    let known = try Failure.wrapping { try tree.files(below: folder.appending(pattern.start)) }
    let paths = Set(known.map(\.path))
    return listed.filter { $0.isBehindLink || !paths.contains(folder.appending($0.path)) }.map(\.path)
  }
}
