import Base
import GitBridge
import Reports
import Session

/// The clone from which a local dependency is taken.
struct WorkingCopy {
  /// The absolute path.
  let folder: String
  let environment: [String: String]

  /// `reference` is the release that the copy replaces.
  func state(since reference: String?) -> WorkingCopyState {
    guard LocalFiles.isFolder(folder) else {
      return WorkingCopyState(problem: "there is no such folder")
    }
    do throws(Failure) {
      let repository = try Repository.open(containing: folder, environment: environment.withoutRepository)
      guard repository.workingFolder == LocalFiles.resolved(folder) else {
        return WorkingCopyState(problem: "not a separate clone, so commits are not counted")
      }
      return try state(of: repository, since: reference)
    } catch {
      return WorkingCopyState(problem: error.message)
    }
  }

  private func state(
    of repository: Repository, since reference: String?
  ) throws(Failure) -> WorkingCopyState {
    var state = WorkingCopyState()
    state.branch = try repository.branchName()
    let head = try repository.headCommit()
    state.commit = head?.description
    state.uncommitted = try repository.changesInWorkingTree(since: head).count
    guard let head else {
      state.problem = "it has no commits"
      return state
    }
    let release = reference.flatMap { Self.release($0, in: repository) }
    state.isUnpushed = try !repository.isReachable(
      head, from: try repository.remoteBranches() + [release].compactMap(\.self))
    guard let reference else {
      state.problem = "no pinned version, so commits are not counted"
      return state
    }
    guard let release else {
      state.problem = "it lacks \(reference): `git -C \(folder) fetch --tags` may fetch it"
      return state
    }
    guard let distance = try repository.distance(from: release, to: head) else {
      state.problem = "its clone is shallow, so commits are not counted"
      return state
    }
    (state.ahead, state.behind) = (distance.ahead, distance.behind)
    return state
  }

  /// SwiftPM accepts tags with and without a `v`.
  private static func release(_ reference: String, in repository: Repository) -> CommitID? {
    for name in ["refs/tags/\(reference)", "refs/tags/v\(reference)", reference] {
      if let commit = try? repository.resolve(name) { return commit }
    }
    return nil
  }
}
