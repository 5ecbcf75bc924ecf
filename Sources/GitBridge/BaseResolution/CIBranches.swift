/// On which branches, as continuous-integration hosts say, a change is or is to be.
package enum CIBranches {
  /// The branch that was pushed, or the one that a pull request is to be merged into; none where no host says so.
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
    // Names of branches come with and without what stands before them; `refs/pull/1/merge` and tags are none.
    return (targets + pushed).compactMap(host.variable).map(CIHost.branchName).filter {
      !$0.hasPrefix("refs/")
    }
  }
}
