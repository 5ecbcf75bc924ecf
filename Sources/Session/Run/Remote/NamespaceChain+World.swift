package import Base
package import Graph
package import Store

extension LocalStore {
  /// Opens the store for a run at the commit `head`. It accepts records of the run's own namespace and of the trunk's.
  /// Returns nil where there is no cache folder.
  package static func open(
    for config: WorkspaceConfig, head: String?, _ world: World
  ) throws(Failure) -> LocalStore? {
    guard let folder = world.storeFolder else { return nil }
    let own = NamespaceChain.scope(world.environment, config, head: head)
    let trunk = NamespaceChain.of(world.environment, config, head: head).chain.trunk
    return try open(
      folder: folder, limit: config.cache.localLimit.bytes,
      scope: RecordScope(own: own, readable: [own, trunk.name]))
  }
}

extension NamespaceChain {
  /// The namespace of records by a run that does not know its own. No other namespace has this name.
  private static let unknown = "?"

  /// The name of the place for which a run of the commit `head` records on this machine.
  static func scope(_ environment: [String: String], _ config: WorkspaceConfig, head: String?) -> String {
    let (chain, isCertain) = of(environment, config, head: head)
    return isCertain ? chain.own.name : unknown
  }

  /// Returns the namespaces that this run writes and reads. `isCertain` is true when the first is known to be its own.
  /// A run on a CI host that does not name its branch may only read. `head` is the commit that is run.
  static func of(
    _ environment: [String: String], _ config: WorkspaceConfig, head: String?
  ) -> (chain: NamespaceChain, isCertain: Bool) {
    let host = NamespaceHost(environment: environment, head: head)
    let trunk = Namespace(host.variable("AMBIT_CACHE_TRUNK") ?? trunk(of: config) ?? "main")
    let said = host.variable("AMBIT_CACHE_NAMESPACE").map { Namespace($0) }
    guard let own = said ?? host.namespace(trunk: trunk) else {
      return (NamespaceChain(own: trunk, trunk: trunk), false)
    }
    return (NamespaceChain(own: own, trunk: trunk), true)
  }

  /// Returns true when a run is one of the default branch, or may be.
  static func isTrunk(_ environment: [String: String], _ config: WorkspaceConfig, head: String?) -> Bool {
    let (chain, _) = of(environment, config, head: head)
    return chain.own == chain.trunk
  }

  /// A change of workspace.json must not make the namespace of other branches count as the trunk.
  private static func trunk(of config: WorkspaceConfig) -> String? {
    guard var branch = config.defaultBase else { return nil }
    if branch.hasPrefix("origin/") { branch.removeFirst("origin/".count) }
    return NamespaceHost.isReserved(branch) ? nil : branch
  }
}

/// The facts that a CI host gives about the branch or pull request of a run.
private struct NamespaceHost {
  /// Prefixes of namespaces that belong to pull requests, branches and users.
  private static let reserved = ["pr-", "branch-", "user-"]
  /// Events that run in the name of the base branch, whatever they check out.
  private static let borrowing: Set = ["pull_request_target", "workflow_run", "issue_comment"]
  /// Events that run in the name of the default branch because of something elsewhere. Such jobs often check that out.
  private static let foreign: Set = [
    "repository_dispatch", "check_run", "check_suite", "status", "deployment_status",
  ]

  let environment: [String: String]
  /// The commit that is run.
  let head: String?

  /// Returns true for a branch whose name would be the namespace of a pull request or of a user.
  static func isReserved(_ branch: String) -> Bool {
    reserved.contains { branch.lowercased().hasPrefix($0) }
  }

  /// Returns nil for an unset or an empty variable.
  func variable(_ name: String) -> String? { environment.variable(name) }

  /// Returns nil on a host that does not tell.
  func namespace(trunk: Namespace) -> Namespace? {
    if let number = pullRequest { return Namespace("pr-\(number)") }
    if let branch, !Self.isReserved(branch), isProtected || Namespace(branch) == trunk {
      return Namespace(branch)
    }
    if let branch { return Namespace("branch-\(branch)") }
    if variable("CI") != nil || variable("TF_BUILD") != nil || variable("JENKINS_URL") != nil { return nil }
    return Namespace("user-\(variable("USER") ?? variable("LOGNAME") ?? "someone")")
  }

  private var pullRequest: String? {
    if variable("GITHUB_ACTIONS") != nil {
      let parts = (variable("GITHUB_REF") ?? "").split(separator: "/")
      return parts.count > 2 && parts[1] == "pull" ? String(parts[2]) : nil
    }
    let buildkite = variable("BUILDKITE_PULL_REQUEST").flatMap { $0 == "false" ? nil : $0 }
    return variable("CI_MERGE_REQUEST_IID") ?? buildkite ?? variable("BITBUCKET_PR_ID")
      ?? variable("SYSTEM_PULLREQUEST_PULLREQUESTID") ?? variable("CHANGE_ID")
      ?? variable("CIRCLE_PULL_REQUEST")?.split(separator: "/").last.map(String.init)
  }

  /// The branch of a run that is not for a pull request.
  private var branch: String? {
    if variable("GITHUB_ACTIONS") != nil {
      let event = variable("GITHUB_EVENT_NAME") ?? ""
      guard !Self.borrowing.contains(event), isOfItsCommit(event) else { return nil }
      return branch(of: "GITHUB_REF")
    }
    return variable("CI_COMMIT_BRANCH") ?? variable("BUILDKITE_BRANCH") ?? variable("BITBUCKET_BRANCH")
      ?? branch(of: "BUILD_SOURCEBRANCH") ?? variable("BRANCH_NAME") ?? variable("CIRCLE_BRANCH")
  }

  /// True when the job runs the commit that GitHub started it for.
  /// A job may check out another commit. Its records must then not count as the branch's.
  private func isOfItsCommit(_ event: String) -> Bool {
    guard let commit = variable("GITHUB_SHA") else { return !Self.foreign.contains(event) }
    return commit == head
  }

  /// Returns the branch in a variable that holds a full ref.
  private func branch(of name: String) -> String? {
    guard let ref = variable(name), ref.hasPrefix("refs/heads/") else { return nil }
    return String(ref.dropFirst("refs/heads/".count))
  }

  private var isProtected: Bool {
    variable("GITHUB_REF_PROTECTED") == "true" || variable("CI_COMMIT_REF_PROTECTED") == "true"
  }
}
