import Config
import Remote

extension NamespaceChain {
  /// Where this run writes and reads. Who may write where is for the server to say: a name that is wrong here only misses.
  static func of(_ environment: [String: String], _ config: WorkspaceConfig) -> NamespaceChain {
    let host = NamespaceHost(environment: environment)
    let base = config.defaultBase?.split(separator: "/").last.map(String.init)
    let trunk = Namespace(host.variable("AMBIT_CACHE_TRUNK") ?? base ?? "main")
    let own = host.variable("AMBIT_CACHE_NAMESPACE").map { Namespace($0) } ?? host.namespace(trunk: trunk)
    return NamespaceChain(own: own, trunk: trunk)
  }
}

/// What a CI host says about whose run it is.
private struct NamespaceHost {
  let environment: [String: String]

  /// Empty counts as unset.
  func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  func namespace(trunk: Namespace) -> Namespace {
    if let number = pullRequest { return Namespace("pr-\(number)") }
    if let branch, isProtected || Namespace(branch) == trunk { return Namespace(branch) }
    if let branch { return Namespace("branch-\(branch)") }
    if variable("CI") != nil { return Namespace("ci") }
    return Namespace("user-\(variable("USER") ?? variable("LOGNAME") ?? "someone")")
  }

  private var pullRequest: String? {
    if variable("GITHUB_ACTIONS") != nil {
      let parts = (variable("GITHUB_REF") ?? "").split(separator: "/")
      return parts.count > 2 && parts[1] == "pull" ? String(parts[2]) : nil
    }
    let buildkite = variable("BUILDKITE_PULL_REQUEST").flatMap { $0 == "false" ? nil : $0 }
    return variable("CI_MERGE_REQUEST_IID") ?? buildkite ?? variable("BITBUCKET_PR_ID")
      ?? variable("SYSTEM_PULLREQUEST_PULLREQUESTNUMBER") ?? variable("CHANGE_ID")
      ?? variable("CIRCLE_PULL_REQUEST")?.split(separator: "/").last.map(String.init)
  }

  /// Of a run for no pull request.
  private var branch: String? {
    if variable("GITHUB_ACTIONS") != nil { return variable("GITHUB_REF_NAME") }
    return variable("CI_COMMIT_BRANCH") ?? variable("BUILDKITE_BRANCH") ?? variable("BITBUCKET_BRANCH")
      ?? variable("BUILD_SOURCEBRANCHNAME") ?? variable("BRANCH_NAME") ?? variable("CIRCLE_BRANCH")
  }

  private var isProtected: Bool {
    variable("GITHUB_REF_PROTECTED") == "true" || variable("CI_COMMIT_REF_PROTECTED") == "true"
  }
}
