extension Scenario {
  private static let pullRequest: [Step] = [
    .edit("Core/Sources/Core/Core.swift"), .commit,
    .run("git checkout -q main && echo '// main' >> Util/Sources/Util/Util.swift && git commit -qam main"),
    .run("git checkout -q -b ci && git merge -q --no-ff -m merge work"),
  ]
  private static let gitHub = [
    "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_BASE_REF": "main",
    "GITHUB_SHA": "$(git -C ../clone rev-parse HEAD)",
  ]
  private static let gitLab = [
    "CI": "true", "GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "1",
    "CI_MERGE_REQUEST_EVENT_TYPE": "merged_result", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
    "CI_COMMIT_SHA": "$(git -C ../clone rev-parse HEAD)",
    "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": "$(git -C ../clone rev-parse HEAD^2)",
  ]
  /// Two commits on the base after the merge was made, so that a clone of depth 2 does not see where it was.
  private static let wentOn: [Step] = [
    .run(
      """
      git checkout -q main
      for i in 1 2; do echo "// $i" >> Feed/Sources/Feed/Feed.swift; git commit -qam "main $i"; done
      git checkout -q ci
      """)
  ]

  private static func clone(_ options: String) -> Step {
    .run(
      """
      git config uploadpack.allowFilter true
      git clone -q --no-local \(options) "file://$PWD" ../clone
      git -C ../clone config remote.origin.url /nowhere
      """)
  }

  private static let manifestAndSource: [Step] = [
    .edit("Feed/Sources/Feed/Feed.swift"),
    .change { $0["Pay"]["PayTests"].swiftSettings = [#".define("SLOW")"#] }, .commit,
  ]

  static let clones: [Scenario] = [
    Scenario(
      "9a a host's merge commit at depth 2 without the base branch",
      pullRequest + [clone("--depth 2 --single-branch -b ci")],
      run: Invocation(environment: gitHub, folder: "../clone"), selects: WorkspaceSketch.core,
      checks: [.selection("some")]),
    Scenario(
      "9a a host's merge commit at depth 2 and a base branch that went on",
      pullRequest + wentOn + [clone("--depth 2 --no-single-branch -b ci")],
      run: Invocation(environment: gitHub, folder: "../clone"), selects: WorkspaceSketch.core,
      checks: [.selection("some")]),
    Scenario(
      "9a a merge at depth 2 that no host speaks of",
      pullRequest + wentOn + [clone("--depth 2 --no-single-branch -b ci")],
      run: Invocation("--base", "origin/main", folder: "../clone"), selects: "*",
      checks: [.fallback("no-merge-base", hint: "git fetch")]),
    Scenario(
      "9a a merge result of GitLab at depth 2",
      pullRequest + wentOn + [clone("--depth 2 --no-single-branch -b ci")],
      run: Invocation(environment: gitLab, folder: "../clone"), selects: WorkspaceSketch.core,
      checks: [.selection("some")]),
    Scenario(
      "9a a train of GitLab at depth 2",
      pullRequest + wentOn + [clone("--depth 2 --no-single-branch -b ci")],
      run: Invocation(
        environment: gitLab.merging(["CI_MERGE_REQUEST_EVENT_TYPE": "merge_train"]) { $1 }, folder: "../clone"
      ),
      selects: "*", checks: [.fallback("no-merge-base", hint: "git fetch")]),
    Scenario(
      "9a a host's merge commit at depth 1", pullRequest + [clone("--depth 1 --single-branch -b ci")],
      run: Invocation(environment: gitHub, folder: "../clone"), selects: "*",
      checks: [.fallback("base-not-fetched", hint: "git fetch")]),
    Scenario(
      "9a a blobless clone",
      [.edit("Core/Sources/Core/Core.swift"), .commit, clone("--filter=blob:none -b work")],
      run: Invocation("--base", "origin/main", folder: "../clone"), selects: WorkspaceSketch.core),
    Scenario(
      "9a a blobless clone lacks a base manifest", manifestAndSource + [clone("--filter=blob:none -b work")],
      run: Invocation("--base", "origin/main", folder: "../clone"),
      selects: WorkspaceSketch.feed + " PayTests",
      mayOverselect: .init("Pay App AppTests", because: "what the manifest was cannot be told")),
    Scenario(
      "9a a treeless clone", manifestAndSource + [clone("--filter=tree:0 -b work")],
      run: Invocation("--base", "origin/main", folder: "../clone"), selects: "*",
      checks: [.selection("all"), .fallback("missing-objects", hint: "git fetch")]),
  ]

  static let partialCheckouts: [Scenario] = [
    Scenario(
      "9b skipped and absent is not deleted",
      [
        .run(
          "git update-index --skip-worktree Core/Sources/Core/Core.swift && rm Core/Sources/Core/Core.swift")
      ],
      selects: ""),
    Scenario(
      "9b skipped but present is compared",
      [
        .run("git update-index --skip-worktree Feed/Sources/Feed/Feed.swift"),
        .edit("Feed/Sources/Feed/Feed.swift"),
      ], selects: WorkspaceSketch.feed),
    Scenario(
      "9b assumed unchanged is compared",
      [
        .run("git update-index --assume-unchanged Feed/Sources/Feed/Feed.swift"),
        .edit("Feed/Sources/Feed/Feed.swift"),
      ], selects: WorkspaceSketch.feed),
    Scenario(
      "9b sparse checkout", [.run("git sparse-checkout set Core"), .edit("Core/Sources/Core/Core.swift")],
      selects: WorkspaceSketch.core),
    Scenario("9b sparse checkout without a change", [.run("git sparse-checkout set Core")], selects: ""),
    Scenario(
      "9b sparse index", [.run("git sparse-checkout set --sparse-index Core")], fails: "sparse-index",
      hint: "git sparse-checkout reapply --no-sparse-index"),
    Scenario(
      "9b split index", [.run("git update-index --split-index")], fails: "split-index",
      hint: "git update-index --no-split-index"),
    Scenario(
      "9b SHA-256 objects", [.run("rm -rf .git && git init -q --object-format=sha256")],
      fails: "unsupported-repository"),
  ]

  static let places: [Scenario] = [
    Scenario(
      "10 linked worktree inside the clone",
      [.run("git worktree add -q wt && echo '// more' >> wt/Feed/Sources/Feed/Feed.swift")],
      selects: "", checks: [.warning("inner-worktree")]),
    Scenario(
      "10 linked worktree inside the clone, ignored",
      [.run("git worktree add -q wt && mkdir -p .git/info && echo /wt > .git/info/exclude")], selects: "",
      checks: [.noWarnings()]),
    Scenario(
      "10 linked worktree",
      [.run("git worktree add -q ../linked && echo '// more' >> ../linked/Feed/Sources/Feed/Feed.swift")],
      run: Invocation(folder: "../linked"), selects: WorkspaceSketch.feed),
    Scenario(
      "10 through a symlink", [.run("ln -s work ../link"), .edit("Feed/Sources/Feed/Feed.swift")],
      run: Invocation(folder: "../link"), selects: WorkspaceSketch.feed,
      checks: [.change("Feed/Sources/Feed/Feed.swift", "modified unstaged source")]),
    Scenario(
      "10 through a symlink with -C", [.run("ln -s work ../link"), .edit("Feed/Sources/Feed/Feed.swift")],
      run: Invocation("-C", "../link/Core", folder: "../home"), selects: WorkspaceSketch.feed),
    Scenario(
      "10 from a subfolder", [.edit("Feed/Sources/Feed/Feed.swift")], run: Invocation(folder: "Core/Sources"),
      selects: WorkspaceSketch.feed,
      checks: [.change("Feed/Sources/Feed/Feed.swift", "modified unstaged source")]),
    Scenario(
      "10 workspace nested in the Git root", in: nested, [.edit("mono/Util/Sources/Util/Util.swift")],
      run: Invocation(folder: "mono"), selects: "Util:Util Util:UtilTests Core:Core Core:CoreTests",
      checks: [.change("Util/Sources/Util/Util.swift", "modified unstaged source")]),
    Scenario(
      "10 what lies outside a nested workspace is not its concern", in: nested, [.edit("other/file.txt")],
      run: Invocation(folder: "mono/Core"), selects: ""),
    Scenario(
      "10 a package outside a nested workspace that it depends on",
      in: nested.with { $0["mono/Core"].dependencies.append("../../other/Shared") }
        .with { $0["mono/Core"]["Core"].dependencies.append("Shared@Shared") }
        .with { $0.packages.append(.library("other/Shared").renamed("Shared")) },
      [.edit("other/Shared/Sources/Shared/Shared.swift")], run: Invocation(folder: "mono"),
      selects: "Shared SharedTests Core:Core Core:CoreTests"),
    Scenario(
      "10 headers outside a nested workspace that a target looks for",
      in: nested.with {
        $0.packages.append(
          SketchPackage(
            "mono/Native",
            [
              SketchTarget(.clang, "Native").with {
                $0.cSettings = [#".headerSearchPath("../../../../other/include")"#]
              }
            ]))
      }.with { $0.files["other/include/a.h"] = "int a;\n" },
      [.edit("other/include/a.h")], run: Invocation(folder: "mono"), selects: "Native:Native"),
    Scenario(
      "10 a workspace named with --workspace", in: nested, [.edit("mono/Core/Sources/Core/Core.swift")],
      run: Invocation("--workspace", "mono/workspace.json"), selects: "Core:Core Core:CoreTests"),
  ]

  private static let nested = WorkspaceSketch(
    [
      .library("mono/Util").renamed("Util"),
      SketchPackage(
        "mono/Core", on: ["../Util"], [.library("Core", ["Util@Util"]), .test("CoreTests", ["Core"])]),
    ], files: ["mono/workspace.json": #"{"version": 1}"#, "other/file.txt": "x\n"])
}

extension SketchPackage {
  /// With one library of that name and its tests.
  fileprivate func renamed(_ name: String) -> SketchPackage {
    SketchPackage(
      folder, on: dependencies, [.library(name), .test("\(name)Tests", [SketchDependency(name)])])
  }
}
