import Edge
import GitBridge
import Workspaces

extension OpenWorkspace {
  /// The branches that the head is on, or is to be merged into.
  func branches(_ world: World) throws(Failure) -> [String] {
    // Another revision than the one that is checked out: all that is known of its branch is what it was called.
    guard head.isWorkingTree else {
      let names = ["refs/heads/", "refs/remotes/origin/", "origin/"]
      let prefix = names.first { head.ref.hasPrefix($0) } ?? ""
      return [String(head.ref.dropFirst(prefix.count))] + CIBranches.named(in: world.environment)
    }
    let current = try Failure.wrapping { try repository.branchName() }
    return [current].compactMap(\.self) + CIBranches.named(in: world.environment)
  }
}
