extension Scenario {
  static let gitBasics: [Scenario] = [
    Scenario("1 a fresh branch reaches nothing", selects: "", checks: [.selection("none"), .noWarnings()]),
    Scenario(
      "1 nothing is affected: exit code 3 on request", run: Invocation("--exit-code"), selects: "",
      checks: [.exit(3)]),
    Scenario(
      "2 what main changed after the fork does not count",
      [
        .edit("App/Sources/App/App.swift"), .commit,
        .run(
          "git checkout -q main && echo '// more' >> Util/Sources/Util/Util.swift && git commit -qam main"),
        .run("git checkout -q work"),
      ], selects: "App AppTests"),
    Scenario(
      "2 without the merge base it does",
      [
        .edit("App/Sources/App/App.swift"), .commit,
        .run(
          "git checkout -q main && echo '// more' >> Util/Sources/Util/Util.swift && git commit -qam main"),
        .run("git checkout -q work"),
      ], run: Invocation("--no-merge-base"), selects: WorkspaceSketch.util),
    Scenario(
      "3 base HEAD after a commit", [.edit("Core/Sources/Core/Core.swift"), .commit],
      run: Invocation("--base", "HEAD"), selects: ""),
    Scenario(
      "3 head main", [.edit("Core/Sources/Core/Core.swift"), .commit], run: Invocation("--head", "main"),
      selects: ""),
    Scenario(
      "3 head leaves out what is not committed",
      [.edit("Feed/Sources/Feed/Feed.swift"), .commit, .edit("Core/Sources/Core/Core.swift")],
      run: Invocation("--head", "HEAD"), selects: WorkspaceSketch.feed),
    Scenario(
      "3 committed, staged, unstaged and untracked count together",
      [
        .edit("Feed/Sources/Feed/Feed.swift"), .commit, .edit("Pay/Sources/Pay/Pay.swift"), .stage,
        .edit("App/Sources/App/App.swift"), .write("Util/Tests/UtilTests/New.swift", "// new\n"),
      ], selects: "Feed FeedTests Pay PayTests App AppTests UtilTests",
      checks: [
        .change("Feed/Sources/Feed/Feed.swift", "modified committed source"),
        .change("Pay/Sources/Pay/Pay.swift", "modified staged source"),
        .change("App/Sources/App/App.swift", "modified unstaged source"),
        .change("Util/Tests/UtilTests/New.swift", "added untracked source"),
      ]),
    Scenario(
      "3 changed and changed back is no change",
      [
        .edit("Core/Sources/Core/Core.swift"), .commit,
        .run("git checkout -q main -- Core/Sources/Core/Core.swift"),
      ], selects: "", checks: [.changeCount(0)]),
  ]

  /// The branch has two commits: first Util, then App. `before` is the one between.
  private static let twoCommits: [Step] = [
    .edit("Util/Sources/Util/Util.swift"), .commit, .run("git tag before"),
    .edit("App/Sources/App/App.swift"),
    .commit,
  ]
  private static let defaultBase: [Step] = [
    .write("workspace.json", #"{"version": 1, "defaultBase": "before"}"#)
  ]

  static let revisions: [Scenario] = [
    Scenario(
      "4 workspace.json names the base", prepare: defaultBase, twoCommits, selects: "App AppTests"),
    Scenario(
      "4 the environment beats workspace.json", prepare: defaultBase, twoCommits,
      run: Invocation(environment: ["AMBIT_BASE": "main"]), selects: WorkspaceSketch.util),
    Scenario(
      "4 a flag beats the environment", prepare: defaultBase, twoCommits,
      run: Invocation("--base", "HEAD", environment: ["AMBIT_BASE": "main"]), selects: ""),
    Scenario(
      "4 an empty variable is no base", prepare: defaultBase, twoCommits,
      run: Invocation(environment: ["AMBIT_BASE": ""]), selects: "App AppTests"),
    Scenario(
      "5 unknown base", run: Invocation("--base", "nonsense"), fails: "unknown-revision", naming: "nonsense",
      hint: "fetch"),
    Scenario(
      "5 unknown head", run: Invocation("--head", "nonsense"), fails: "unknown-revision", naming: "nonsense"),
    Scenario(
      "5 unknown base from the environment", run: Invocation(environment: ["AMBIT_BASE": "nonsense"]),
      fails: "unknown-revision", naming: "$AMBIT_BASE"),
    Scenario(
      "5 no base at all", [.run("git branch -D -q main")], fails: "unknown-revision", naming: "origin/main"),
    Scenario(
      "6 a shallow clone without a merge base",
      twoCommits + [
        .run("git clone -q --no-local --depth 1 --no-single-branch \"file://$PWD\" ../clone 2>/dev/null")
      ], run: Invocation("--base", "origin/main", folder: "../clone"), selects: "*",
      checks: [.selection("all"), .fallback("no-merge-base", hint: "git fetch --unshallow")]),
    Scenario(
      "6 unrelated histories",
      [.run("git checkout -q --orphan other && git commit -qm other")], selects: "*",
      checks: [.selection("all"), .fallback("no-merge-base")]),
    Scenario(
      "7 detached head", twoCommits + [.run("git checkout -q --detach")], selects: WorkspaceSketch.util),
    Scenario(
      "7 a full ref as base", twoCommits, run: Invocation("--base", "refs/heads/main"),
      selects: WorkspaceSketch.util),
    Scenario("7 a tag as base", twoCommits, run: Invocation("--base", "before"), selects: "App AppTests"),
    Scenario(
      "7 an annotated tag as base", twoCommits + [.run("git tag -a -m words full before")],
      run: Invocation("--base", "full"), selects: "App AppTests"),
    Scenario("7 HEAD^ as base", twoCommits, run: Invocation("--base", "HEAD^"), selects: "App AppTests"),
    Scenario(
      "7 an abbreviated commit as base", twoCommits,
      run: Invocation("--base", "$(git rev-parse --short before)"),
      selects: "App AppTests"),
    Scenario(
      "7 the root commit as base", twoCommits,
      run: Invocation("--base", "$(git rev-list --max-parents=0 HEAD)"),
      selects: WorkspaceSketch.util),
    Scenario(
      "7 unborn head", [.run("git checkout -q --orphan empty")], selects: "*", checks: [.selection("all")]),
    Scenario(
      "7 a repository without any commit", [.run("rm -rf .git && git init -q -b main")], selects: "*",
      checks: [.fallback("no-commits")]),
    Scenario(
      "8 an option as base", run: Invocation("--base=--upload-pack=x"), fails: "invalid-revision",
      naming: "--upload-pack=x"),
    Scenario("8 an option as head", run: Invocation("--head=-x"), fails: "invalid-revision", naming: "-x"),
    Scenario(
      "8 an option from the environment", run: Invocation(environment: ["AMBIT_BASE": "--upload-pack=x"]),
      fails: "invalid-revision", naming: "--upload-pack=x"),
    Scenario(
      "8 a newline in a revision", run: Invocation(environment: ["AMBIT_BASE": "main\nHEAD"]),
      fails: "invalid-revision"),
    Scenario(
      "9 unmerged paths",
      [
        .edit("Core/Sources/Core/Core.swift"), .commit,
        .run(
          "git checkout -q main && echo '// other' >> Core/Sources/Core/Core.swift && git commit -qam main"),
        .run("git checkout -q work && ! git merge -q main >/dev/null 2>&1"),
      ], fails: "unmerged-paths", naming: "Core/Sources/Core/Core.swift", hint: "resolve"),
  ]
}
