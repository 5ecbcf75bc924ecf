import Config
import Remote

extension NamespaceChain {
  /// Where this run writes and reads, and whether it is certain that it may call that its own: a CI host that does not say
  /// whose run it is only reads.
  static func of(
    _ environment: [String: String], _ config: WorkspaceConfig
  ) -> (chain: NamespaceChain, isCertain: Bool) {
    let host = NamespaceHost(environment: environment)
    let trunk = Namespace(host.variable("AMBIT_CACHE_TRUNK") ?? trunk(of: config) ?? "main")
    let said = host.variable("AMBIT_CACHE_NAMESPACE").map { Namespace($0) }
    guard let own = said ?? host.namespace(trunk: trunk) else {
      return (NamespaceChain(own: trunk, trunk: trunk), false)
    }
    return (NamespaceChain(own: own, trunk: trunk), true)
  }

  /// A change of workspace.json must not make a trunk of a place that anybody else than a protected branch writes to.
  private static func trunk(of config: WorkspaceConfig) -> String? {
    guard var branch = config.defaultBase else { return nil }
    if branch.hasPrefix("origin/") { branch.removeFirst("origin/".count) }
    return NamespaceHost.reserved.contains { branch.lowercased().hasPrefix($0) } ? nil : branch
  }
}

/// What a CI host says about whose run it is.
private struct NamespaceHost {
  /// What the names of those begin with that are no protected branch's.
  static let reserved = ["pr-", "branch-", "user-"]
  /// Runs for the base of a pull request, whatever they check out.
  private static let borrowing: Set = ["pull_request_target", "workflow_run", "issue_comment"]

  let environment: [String: String]

  /// Empty counts as unset.
  func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// nil on a host that does not tell.
  func namespace(trunk: Namespace) -> Namespace? {
    if let number = pullRequest { return Namespace("pr-\(number)") }
    if let branch, isProtected || Namespace(branch) == trunk { return Namespace(branch) }
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
      guard !Self.borrowing.contains(variable("GITHUB_EVENT_NAME") ?? "") else { return nil }
      return branch(of: "GITHUB_REF")
    }
    return variable("CI_COMMIT_BRANCH") ?? variable("BUILDKITE_BRANCH") ?? variable("BITBUCKET_BRANCH")
      ?? branch(of: "BUILD_SOURCEBRANCH") ?? variable("BRANCH_NAME") ?? variable("CIRCLE_BRANCH")
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
