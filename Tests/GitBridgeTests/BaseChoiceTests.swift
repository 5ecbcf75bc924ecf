import GitBridge
import Testing

/// The base is chosen from values alone; one line per host and event.
struct BaseChoiceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var base: String?
    var environment: [String: String] = [:]
    var event: String?
    var defaultBase: String?
    /// `revisions | source | two or three dots`, or the fallback's code.
    let expected: String
  }

  private static let actions = ["GITHUB_ACTIONS": "true", "CI": "true"]

  private static func gitHub(_ name: String, _ more: [String: String] = [:]) -> [String: String] {
    actions.merging(["GITHUB_EVENT_NAME": name]) { $1 }.merging(more) { $1 }
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a flag beats everything", base: "flag",
      environment: gitHub("push", ["AMBIT_BASE": "variable"]), defaultBase: "config",
      expected: "flag | --base | ..."),
    Case(
      testDescription: "the variable beats host and config",
      environment: gitHub("push", ["AMBIT_BASE": "variable"]), event: #"{"before": "aaaa"}"#,
      defaultBase: "config", expected: "variable | $AMBIT_BASE | ..."),
    Case(
      testDescription: "the host beats the config", environment: gitHub("push"),
      event: #"{"before": "aaaa"}"#, defaultBase: "config",
      expected: "aaaa | GitHub Actions (push) | .."),
    Case(
      testDescription: "the config", defaultBase: "config",
      expected: "config | defaultBase of workspace.json | ..."),
    Case(
      testDescription: "the usual names",
      expected: "refs/remotes/origin/HEAD origin/main origin/master main master | the usual names | ..."),
    Case(
      testDescription: "empty variables are unset", environment: ["AMBIT_BASE": ""], defaultBase: "config",
      expected: "config | defaultBase of workspace.json | ..."),
    Case(
      testDescription: "last green", base: "last-green", environment: ["AMBIT_LAST_GREEN": "aaaa"],
      expected: "aaaa | $AMBIT_LAST_GREEN | .."),
    Case(
      testDescription: "GitHub, new branch", environment: gitHub("push"),
      event: #"{"before": "0000000000000000000000000000000000000000"}"#, expected: "before-unreachable"),
    Case(
      testDescription: "GitHub, payload unreadable", environment: gitHub("push"), event: "{",
      defaultBase: "config", expected: "config | defaultBase of workspace.json | ..."),
    Case(
      testDescription: "GitHub, pull request",
      environment: gitHub("pull_request", ["GITHUB_BASE_REF": "dev"]),
      expected: "refs/remotes/origin/dev | GitHub Actions (pull request) | ..."),
    Case(
      testDescription: "GitHub, merge queue", environment: gitHub("merge_group"),
      event: #"{"merge_group": {"base_sha": "aaaa", "base_ref": "refs/heads/main"}}"#,
      expected: "aaaa refs/remotes/origin/main | GitHub Actions (merge queue) | ..."),
    Case(
      testDescription: "GitHub, schedule", environment: gitHub("schedule"), defaultBase: "config",
      expected: "config | defaultBase of workspace.json | ..."),
    Case(
      testDescription: "GitLab, merge request",
      environment: [
        "GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "1", "CI_MERGE_REQUEST_DIFF_BASE_SHA": "aaaa",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
      ], expected: "aaaa refs/remotes/origin/main | GitLab (merge request) | ..."),
    Case(
      testDescription: "GitLab, push",
      environment: ["GITLAB_CI": "true", "CI_PIPELINE_SOURCE": "push", "CI_COMMIT_BEFORE_SHA": "aaaa"],
      expected: "aaaa | GitLab (push) | .."),
    Case(
      testDescription: "GitLab, schedule",
      environment: ["GITLAB_CI": "true", "CI_PIPELINE_SOURCE": "schedule", "CI_COMMIT_BEFORE_SHA": "0000"],
      defaultBase: "config", expected: "config | defaultBase of workspace.json | ..."),
    Case(
      testDescription: "Buildkite, pull request",
      environment: [
        "BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "12", "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "dev",
      ], expected: "refs/remotes/origin/dev | Buildkite (pull request) | ..."),
    Case(
      testDescription: "Buildkite, branch",
      environment: [
        "BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "false", "BUILDKITE_PIPELINE_DEFAULT_BRANCH": "main",
      ], expected: "refs/remotes/origin/main | Buildkite (default branch) | ..."),
    Case(
      testDescription: "Bitbucket, pull request",
      environment: [
        "BITBUCKET_BUILD_NUMBER": "3", "BITBUCKET_PR_ID": "4", "BITBUCKET_PR_DESTINATION_BRANCH": "main",
        "BITBUCKET_PR_DESTINATION_COMMIT": "aaaa",
      ], expected: "aaaa refs/remotes/origin/main | Bitbucket (pull request) | ..."),
    Case(
      testDescription: "CircleCI", environment: ["CIRCLECI": "true", "CI": "true"], defaultBase: "config",
      expected: "config | defaultBase of workspace.json | ..."),
    Case(
      testDescription: "Azure, pull request",
      environment: ["TF_BUILD": "True", "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/release/1"],
      expected: "refs/remotes/origin/release/1 | Azure Pipelines (pull request) | ..."),
    Case(
      testDescription: "Jenkins, change request",
      environment: ["JENKINS_URL": "http://ci", "CHANGE_TARGET": "main"],
      expected: "refs/remotes/origin/main | Jenkins (change request) | ..."),
    Case(
      testDescription: "Jenkins, branch",
      environment: ["JENKINS_URL": "http://ci", "GIT_PREVIOUS_SUCCESSFUL_COMMIT": "aaaa"],
      expected: "aaaa | Jenkins (last successful build) | .."),
  ]

  @Test(arguments: cases)
  func `chooses`(_ row: Case) throws {
    let request = BaseRequest(
      base: row.base, environment: row.environment, gitHubEvent: row.event.map { Array($0.utf8) },
      defaultBase: row.defaultBase)
    let choice = try request.choose()
    switch choice.target {
    case .everything(let fallback): #expect(fallback.code == row.expected)
    case .revisions(let revisions):
      let dots = choice.usesMergeBase ? "..." : ".."
      #expect("\(revisions.joined(separator: " ")) | \(choice.source) | \(dots)" == row.expected)
    }
  }

  @Test func `last green without its variable is an error`() {
    #expect(gitErrorCode { _ = try BaseRequest(base: "last-green").choose() } == "unset-variable")
  }

  @Test func `the merge base can be declined everywhere`() throws {
    for row in Self.cases {
      let choice = try BaseRequest(
        base: row.base, usesMergeBase: false, environment: row.environment,
        gitHubEvent: row.event.map { Array($0.utf8) }, defaultBase: row.defaultBase
      ).choose()
      if case .revisions = choice.target { #expect(!choice.usesMergeBase) }
    }
  }
}
