import Base
import GitBridge
package import Runner
package import Store

extension BuildStates {
  /// Records the files as they are before a build.
  func snapshot() -> InputSnapshot? {
    (try? files.paths()).map { InputSnapshot.take(root: root, paths: $0, jobs: jobs) }
  }

  /// Records the files as they are, for scratch folders in which nothing builds.
  package func currentInputs() throws -> [StateInput] {
    try InputSnapshot.take(root: root, paths: files.paths(), jobs: jobs).settled()
  }

  /// Saves the scratch folders of groups that were built completely, if they hold anything new.
  func save(_ groups: [BuildGroup], _ snapshot: InputSnapshot, under claim: ScratchClaim) -> [Warning] {
    for group in groups where state(of: group) != nil {
      shared?.sendOnce(lines.line(of: group), commit: head.description)
    }
    let wanted = groups.filter(isWorthSaving)
    guard !wanted.isEmpty else { return [] }
    do throws(StateError) {
      let inputs = try snapshot.settled()
      for group in wanted { try save(group, inputs, under: claim) }
      return []
    } catch {
      let lost = "the build state is not saved"
      return [Warning(describing: error, error.message.hasPrefix(lost) ? nil : lost)]
    }
  }

  @discardableResult
  package func save(
    _ group: BuildGroup, _ inputs: [StateInput], under claim: ScratchClaim
  ) throws(StateError) -> BuildStateEntry {
    let line = lines.line(of: group)
    let entry = try store.save(group.scratchFolder, as: line, commit: head.description, inputs: inputs)
    shared?.send(line, commit: head.description)
    places.add(group)
    return entry
  }

  /// A state is saved once for each commit. It is saved again when more was built and nothing is edited.
  /// A state of edited files may start the next run, but must not replace the state of the commit.
  private func isWorthSaving(_ group: BuildGroup) -> Bool {
    // A folder with wrong outputs was removed.
    guard isThere(group) else { return false }
    guard let state = state(of: group) else { return true }
    return store.isOutgrown(state, by: group.scratchFolder) && isClean
  }

  private var isClean: Bool { (try? repository.changesInWorkingTree(since: head).isEmpty) ?? false }
}
