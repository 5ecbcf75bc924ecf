import Base

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
