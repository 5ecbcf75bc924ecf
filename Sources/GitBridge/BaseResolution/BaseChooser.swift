extension BaseRequest {
  /// Returns the base that counts. The order is: the flag, `$AMBIT_BASE`, the CI host's variables, the workspace's
  /// default, the usual branch names.
  package func choose() throws(GitError) -> BaseChoice {
    let host = CIHost(environment: environment, event: gitHubEvent)
    let isOnCI = host.isOnCI
    if let base { return try named(base, source: "--base", isOnCI: isOnCI) }
    if let base = host.variable("AMBIT_BASE") {
      return try named(base, source: "$AMBIT_BASE", isOnCI: isOnCI)
    }
    if let choice = host.choice() { return usesMergeBase ? choice : choice.withoutMergeBase }
    if let defaultBase {
      return BaseChoice(
        target: .revisions([defaultBase]), source: "defaultBase of workspace.json",
        usesMergeBase: usesMergeBase,
        isOnCI: isOnCI)
    }
    return BaseChoice(
      target: .revisions(["refs/remotes/origin/HEAD", "origin/main", "origin/master", "main", "master"]),
      source: "the usual names", usesMergeBase: usesMergeBase, isOnCI: isOnCI)
  }

  private func named(_ base: String, source: String, isOnCI: Bool) throws(GitError) -> BaseChoice {
    guard base == "last-green" else {
      return BaseChoice(
        target: .revisions([base]), source: source, usesMergeBase: usesMergeBase, isAskedFor: true,
        isOnCI: isOnCI)
    }
    guard let commit = environment["AMBIT_LAST_GREEN"], !commit.isEmpty else {
      throw GitError(
        .unsetVariable, "the base 'last-green' needs $AMBIT_LAST_GREEN, which is not set")
    }
    // The last green commit itself is the base, even when history was rewritten since.
    return BaseChoice(
      target: .revisions([commit]), source: "$AMBIT_LAST_GREEN", usesMergeBase: false, isAskedFor: true,
      isOnCI: isOnCI, absence: .selectsEverything(code: "before-unreachable"))
  }
}

extension BaseChoice {
  var withoutMergeBase: BaseChoice {
    BaseChoice(
      target: target, source: source, usesMergeBase: false, isAskedFor: isAskedFor, isOnCI: isOnCI,
      absence: absence, hostMerge: hostMerge)
  }
}
