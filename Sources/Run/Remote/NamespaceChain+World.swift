package import Cache
package import Config
package import Edge
import Remote
import Support

extension LocalStore {
  /// The store of a run at the commit `head`, which counts what was recorded for the run's own namespace and for the trunk; nil
  /// where there is no place for a cache.
  package static func open(
    for config: WorkspaceConfig, head: String?, _ world: World
  ) throws(StoreError) -> LocalStore? {
    guard let folder = world.storeFolder else { return nil }
    let own = NamespaceChain.scope(world.environment, config, head: head)
    let trunk = NamespaceChain.of(world.environment, config, head: head).chain.trunk
    return try open(
      folder: folder, limit: config.cache.localLimit.bytes,
      scope: RecordScope(own: own, readable: [own, trunk.name]))
  }
}

extension NamespaceChain {
  /// Where a run records that does not know whose it is. No namespace is called that.
  private static let unknown = "?"

  /// The name of the place for which a run of the commit `head` records on this machine.
  static func scope(_ environment: [String: String], _ config: WorkspaceConfig, head: String?) -> String {
    let (chain, isCertain) = of(environment, config, head: head)
    return isCertain ? chain.own.name : unknown
  }

  /// Where this run writes and reads, and whether it is certain that it may call that its own: a CI host that does not say
  /// whose run it is only reads. `head` is the commit that is run.
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

  /// True when a run is one of the default branch, or may be.
  static func isTrunk(_ environment: [String: String], _ config: WorkspaceConfig, head: String?) -> Bool {
    let (chain, _) = of(environment, config, head: head)
    return chain.own == chain.trunk
  }

  /// A change of workspace.json must not make a trunk of a place that anybody else than a protected branch writes to.
  private static func trunk(of config: WorkspaceConfig) -> String? {
    guard var branch = config.defaultBase else { return nil }
    if branch.hasPrefix("origin/") { branch.removeFirst("origin/".count) }
    return NamespaceHost.isReserved(branch) ? nil : branch
  }
}

/// What a CI host says about whose run it is.
private struct NamespaceHost {
  /// What the names of those begin with that are no protected branch's.
  private static let reserved = ["pr-", "branch-", "user-"]
  /// Runs for the base of a pull request, whatever they check out.
  private static let borrowing: Set = ["pull_request_target", "workflow_run", "issue_comment"]
  /// Runs for the default branch because of something that happened elsewhere: jobs of these often check out that.
  private static let foreign: Set = [
    "repository_dispatch", "check_run", "check_suite", "status", "deployment_status",
  ]

  let environment: [String: String]
  /// The commit that is run.
  let head: String?

  /// A branch of such a name would share the place of a pull request or of a user.
  static func isReserved(_ branch: String) -> Bool {
    reserved.contains { branch.lowercased().hasPrefix($0) }
  }

  /// Empty counts as unset.
  func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// nil on a host that does not tell.
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

  /// Of a run for no pull request.
  private var branch: String? {
    if variable("GITHUB_ACTIONS") != nil {
      let event = variable("GITHUB_EVENT_NAME") ?? ""
      guard !Self.borrowing.contains(event), isOfItsCommit(event) else { return nil }
      return branch(of: "GITHUB_REF")
    }
    return variable("CI_COMMIT_BRANCH") ?? variable("BUILDKITE_BRANCH") ?? variable("BITBUCKET_BRANCH")
      ?? branch(of: "BUILD_SOURCEBRANCH") ?? variable("BRANCH_NAME") ?? variable("CIRCLE_BRANCH")
  }

  /// True when the commit that is run is the one that GitHub started the job for. A job may check out something else, and what it
  /// records then is not the branch's.
  private func isOfItsCommit(_ event: String) -> Bool {
    guard let commit = variable("GITHUB_SHA") else { return !Self.foreign.contains(event) }
    return commit == head
  }

  /// Of a variable that holds the whole name of a ref.
  private func branch(of name: String) -> String? {
    guard let ref = variable(name), ref.hasPrefix("refs/heads/") else { return nil }
    return String(ref.dropFirst("refs/heads/".count))
  }

  private var isProtected: Bool {
    variable("GITHUB_REF_PROTECTED") == "true" || variable("CI_COMMIT_REF_PROTECTED") == "true"
  }
}
