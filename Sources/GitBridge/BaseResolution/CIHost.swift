import Base

/// The variables of continuous-integration hosts that describe the change under test.
struct CIHost {
  let environment: [String: String]
  let event: [UInt8]?

  /// Returns a variable's value. An empty value counts as unset.
  func variable(_ name: String) -> String? { environment.variable(name) }

  var isOnCI: Bool {
    let flag = variable("CI").map { !["false", "0"].contains($0.lowercased()) } ?? false
    return flag || variable("TF_BUILD") != nil || variable("JENKINS_URL") != nil
  }

  /// Returns nil when no host is recognised, or when it does not say which change is tested.
  func choice() -> BaseChoice? {
    if variable("GITHUB_ACTIONS") == "true" { return GitHubHost(host: self).choice() }
    if variable("GITLAB_CI") != nil { return gitLab() }
    if variable("BUILDKITE") != nil { return buildkite() }
    if variable("BITBUCKET_BUILD_NUMBER") != nil { return bitbucket() }
    if variable("TF_BUILD") != nil { return azure() }
    if variable("JENKINS_URL") != nil { return jenkins() }
    // CircleCI names neither the base branch nor the previous commit, so the defaults apply.
    return nil
  }

  /// Returns the base for a pull request: one of `commits`, or the target `branch`.
  func pullRequest(
    branch: String?, commits: [String?] = [], source: String, merge: HostMerge? = nil
  ) -> BaseChoice? {
    let revisions = commits.compactMap { $0 } + (branch.map { ["refs/remotes/origin/\($0)"] } ?? [])
    if revisions.isEmpty && merge == nil { return nil }
    return BaseChoice(
      target: .revisions(revisions), source: source, isOnCI: true,
      absence: .selectsEverything(code: "base-not-fetched"), hostMerge: merge)
  }

  /// Returns the base for a push on top of `before`. The base is that commit itself, so that a forced push also counts
  /// the changes that it removed.
  func push(before: String, source: String) -> BaseChoice {
    guard before.contains(where: { $0 != "0" }) else {
      let fallback = BaseFallback(
        code: "before-unreachable", message: "the branch is new: this push has no commit before it")
      return BaseChoice(target: .everything(fallback), source: source, isOnCI: true)
    }
    return BaseChoice(
      target: .revisions([before]), source: source, usesMergeBase: false, isOnCI: true,
      absence: .selectsEverything(code: "before-unreachable"))
  }
}

// MARK: Hosts with a few variables each

extension CIHost {
  private func gitLab() -> BaseChoice? {
    if variable("CI_MERGE_REQUEST_IID") != nil {
      // The target's commit is only set when a merge result or a merge train is tested.
      return pullRequest(
        branch: variable("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"),
        commits: [
          variable("CI_MERGE_REQUEST_TARGET_BRANCH_SHA"), variable("CI_MERGE_REQUEST_DIFF_BASE_SHA"),
        ],
        source: "GitLab (merge request)", merge: gitLabMerge)
    }
    guard variable("CI_PIPELINE_SOURCE") == "push", let before = variable("CI_COMMIT_BEFORE_SHA") else {
      return nil
    }
    return push(before: before, source: "GitLab (push)")
  }

  /// The merge commit of a merge result. The merge of a train is made on top of the previous one in the train, which is
  /// not in the target branch yet.
  private var gitLabMerge: HostMerge? {
    guard variable("CI_MERGE_REQUEST_EVENT_TYPE") == "merged_result" else { return nil }
    return variable("CI_COMMIT_SHA").map {
      HostMerge(commit: $0, mergedCommit: variable("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"))
    }
  }

  private func buildkite() -> BaseChoice? {
    if let commit = variable("BUILDKITE_MERGE_QUEUE_BASE_COMMIT") {
      return pullRequest(branch: nil, commits: [commit], source: "Buildkite (merge queue)")
    }
    if let number = variable("BUILDKITE_PULL_REQUEST"), number != "false" {
      return pullRequest(
        branch: variable("BUILDKITE_PULL_REQUEST_BASE_BRANCH"), source: "Buildkite (pull request)")
    }
    return pullRequest(
      branch: variable("BUILDKITE_PIPELINE_DEFAULT_BRANCH"), source: "Buildkite (default branch)")
  }

  private func bitbucket() -> BaseChoice? {
    guard variable("BITBUCKET_PR_ID") != nil else { return nil }
    return pullRequest(
      branch: variable("BITBUCKET_PR_DESTINATION_BRANCH"),
      commits: [variable("BITBUCKET_PR_DESTINATION_COMMIT")], source: "Bitbucket (pull request)")
  }

  private func azure() -> BaseChoice? {
    guard let target = variable("SYSTEM_PULLREQUEST_TARGETBRANCH") else { return nil }
    let merge = variable("BUILD_SOURCEVERSION").map {
      HostMerge(commit: $0, mergedCommit: variable("SYSTEM_PULLREQUEST_SOURCECOMMITID"))
    }
    return pullRequest(
      branch: Self.branchName(target), source: "Azure Pipelines (pull request)", merge: merge)
  }

  private func jenkins() -> BaseChoice? {
    if let target = variable("CHANGE_TARGET") {
      return pullRequest(branch: target, source: "Jenkins (change request)")
    }
    guard let green = variable("GIT_PREVIOUS_SUCCESSFUL_COMMIT") else { return nil }
    return push(before: green, source: "Jenkins (last successful build)")
  }

  static func branchName(_ reference: String) -> String {
    let prefix = "refs/heads/"
    return reference.hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : reference
  }
}

/// The branches that a change is on or goes to, according to continuous-integration hosts.
package enum CIBranches {
  /// Returns the pushed branch, and the target branch of a pull request. The list is empty when no host names one.
  package static func named(in environment: [String: String]) -> [String] {
    let host = CIHost(environment: environment, event: nil)
    let targets = [
      "GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "BUILDKITE_PULL_REQUEST_BASE_BRANCH",
      "BITBUCKET_PR_DESTINATION_BRANCH", "SYSTEM_PULLREQUEST_TARGETBRANCH", "CHANGE_TARGET",
    ]
    let pushed = [
      "GITHUB_REF", "CI_COMMIT_BRANCH", "BUILDKITE_BRANCH", "BITBUCKET_BRANCH", "BUILD_SOURCEBRANCH",
      "CIRCLE_BRANCH", "BRANCH_NAME",
    ]
    // Branch names come with and without `refs/heads/`. Other references, such as `refs/pull/1/merge` and tags, are no
    // branches.
    return (targets + pushed).compactMap(host.variable).map(CIHost.branchName).filter {
      !$0.hasPrefix("refs/")
    }
  }
}

/// GitHub Actions, whose event payload describes the change.
struct GitHubHost {
  private let host: CIHost
  /// The payload, or nil when there is none or it is not JSON. The variables are used then.
  private let payload: JSONNode?

  init(host: CIHost) {
    self.host = host
    payload = host.event.flatMap { try? JSONParser.parse($0) }
  }

  func choice() -> BaseChoice? {
    switch host.variable("GITHUB_EVENT_NAME") {
    case "pull_request", "pull_request_review", "pull_request_review_comment":
      return pullRequest(merge: testedMerge)
    // These workflows run on the base's own commit unless they check out the head themselves.
    case "pull_request_target": return pullRequest(merge: nil)
    case "merge_group": return mergeGroup()
    case "push":
      return payload?["before"]?.stringValue.map { host.push(before: $0, source: "GitHub Actions (push)") }
    default: return nil
    }
  }

  private func pullRequest(merge: HostMerge?) -> BaseChoice? {
    let base = payload?["pull_request"]?["base"]
    return host.pullRequest(
      branch: host.variable("GITHUB_BASE_REF") ?? base?["ref"]?.stringValue,
      source: "GitHub Actions (pull request)", merge: merge)
  }

  /// The merge under test. A closed pull request runs on its target branch instead, so it has none.
  private var testedMerge: HostMerge? {
    if let ref = host.variable("GITHUB_REF"), !(ref.hasPrefix("refs/pull/") && ref.hasSuffix("/merge")) {
      return nil
    }
    return host.variable("GITHUB_SHA").map {
      HostMerge(commit: $0, mergedCommit: payload?["pull_request"]?["head"]?["sha"]?.stringValue)
    }
  }

  private func mergeGroup() -> BaseChoice? {
    let group = payload?["merge_group"]
    return host.pullRequest(
      branch: group?["base_ref"]?.stringValue.map(CIHost.branchName),
      commits: [group?["base_sha"]?.stringValue], source: "GitHub Actions (merge queue)")
  }
}
