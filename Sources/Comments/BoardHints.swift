package import Arguments
import Edge

/// The next step where no comment can be kept.
enum BoardHints {
  static func missing(_ names: [String], of host: CommentHost) -> [String] {
    switch host {
    case .github:
      names.contains("GITHUB_TOKEN")
        ? ["give it to the step: env: GITHUB_TOKEN: ${{ github.token }}, in a job with pull-requests: write"]
        : ["GitHub Actions sets it; elsewhere set it to the repository's owner/name"]
    case .gitlab:
      (names.contains("AMBIT_GITLAB_TOKEN")
        ? ["it is a project access token with the scope api; CI_JOB_TOKEN cannot write comments"] : [])
        + (names == ["AMBIT_GITLAB_TOKEN"]
          ? [] : ["GitLab sets the others in pipelines for merge requests: run the job by such a rule"])
    }
  }

  static func hints(for error: BoardError, on host: CommentHost) -> [String] {
    switch (error.kind, host) {
    case (.refused(401), .github): ["the token in GITHUB_TOKEN is none, or no longer valid"]
    case (.refused(401), .gitlab):
      ["it takes a project access token with the scope api in AMBIT_GITLAB_TOKEN; CI_JOB_TOKEN is none"]
    case (.refused(403), .github):
      [
        "the job needs the permission pull-requests: write",
        "for a pull request from a fork GitHub's token may only read",
      ]
    case (.refused(403), .gitlab): ["the token needs the scope api and at least the role Reporter"]
    case (.refused(404), _): ["there is no such pull request, or the token may not see it"]
    case (.refused(300..<400), .github): ["GITHUB_API_URL leads elsewhere; the token is not sent on"]
    case (.refused(300..<400), .gitlab): ["CI_API_V4_URL leads elsewhere; the token is not sent on"]
    case (.refused(500...), _), (.refused(429), _), (.silent, _): ["run the job again later"]
    case (.refused, _), (.strange, .github): ["is GITHUB_API_URL the address of its API?"]
    case (.strange, .gitlab): ["is CI_API_V4_URL the address of its API?"]
    case (.untrusted, _): ["CURL_CA_BUNDLE names the certificates of an authority of your own"]
    case (.unusable, _): ["it takes libcurl: apt-get install libcurl4"]
    case (.stopped, _): []
    }
  }
}

extension Failure {
  package init(_ error: BoardError, on host: CommentHost) {
    let code: String? =
      switch error.kind {
      case .stopped: nil
      case .refused: "comment-refused"
      case .silent, .untrusted, .unusable: "host-unreachable"
      case .strange: "unreadable-answer"
      }
    guard let code else {
      self = .stopped
      return
    }
    self.init(code: code, message: error.message, hints: BoardHints.hints(for: error, on: host))
  }
}
