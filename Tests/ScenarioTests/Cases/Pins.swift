extension Scenario {
  /// Feed's two libraries use two remote packages; a third uses none.
  private static let remote = WorkspaceSketch.shop.with { sketch in
    sketch["Feed"].dependencies += [
      "https://example.com/acme/alpha.git 1.0.0", "https://example.com/acme/beta.git 1.0.0",
    ]
    sketch["Feed"]["Feed"].dependencies.append("Alpha@alpha")
    sketch["Feed"].targets += [.library("Second", ["Beta@beta"]), .library("Third")]
  }.with(files: ["Feed/Package.resolved": pins(alpha: "1.0.0", beta: "1.0.0")])

  private static func pins(alpha: String?, beta: String?, indent: String = "  ") -> String {
    let entries = [("alpha", alpha), ("beta", beta)].compactMap { name, version in
      version.map {
        """
        {"identity": "\(name)", "kind": "remoteSourceControl", "location": "https://example.com/acme/\(name).git",
        \(indent)"state": {"revision": "0123456789", "version": "\($0)"}}
        """
      }
    }
    return "{\n\(indent)\"pins\": [\(entries.joined(separator: ", "))],\n\(indent)\"version\": 3\n}\n"
  }
  private static func lock(_ text: String) -> [Step] { [.write("Feed/Package.resolved", text)] }
  private static let users = "Feed FeedTests Second App AppTests"
  private static let unknownReach = Expectation.Excuse(
    "Feed FeedTests Second App AppTests", because: "external packages are not at hand to tell who needs whom")

  static let pins: [Scenario] = [
    Scenario(
      "31 a pin is bumped", in: remote, lock(pins(alpha: "1.1.0", beta: "1.0.0")),
      selects: "Feed FeedTests App AppTests", mayOverselect: unknownReach,
      checks: [
        .reason("Feed:Feed", "lockfile"), .reason("App:App", "depends-on lockfile"),
        .change("Feed/Package.resolved", "modified unstaged lockfile"),
      ]),
    Scenario(
      "31 another pin is bumped", in: remote, lock(pins(alpha: "1.0.0", beta: "2.0.0")), selects: "Second",
      mayOverselect: unknownReach),
    Scenario(
      "31 a pin is removed", in: remote, lock(pins(alpha: "1.0.0", beta: nil)), selects: "Second",
      mayOverselect: unknownReach),
    Scenario(
      "31 a pin is removed with its last user", in: remote,
      [
        .change {
          $0["Feed"]["Second"].dependencies = []
          $0["Feed"].dependencies.removeAll { $0.contains("beta") }
        }
      ] + lock(pins(alpha: "1.0.0", beta: nil)),
      selects: "Second", mayOverselect: unknownReach),
    Scenario(
      "31 reformatted", in: remote, lock(pins(alpha: "1.0.0", beta: "1.0.0", indent: "\t\t")), selects: ""),
    Scenario(
      "31 unparseable", in: remote, lock("<<<<<<< HEAD\n"), selects: users + " Third",
      checks: [.reason("Feed:Third", "lockfile")]),
    Scenario(
      "31 the lockfile is deleted", in: remote, [.delete("Feed/Package.resolved")], selects: users),
    Scenario(
      "31 a shared lockfile", in: remote.with(files: ["App.xcworkspace/Package.resolved": "x\n"]),
      prepare: [
        config(#""lockfiles": {"App.xcworkspace/Package.resolved": ["//Feed"]}"#),
        .write("App.xcworkspace/Package.resolved", pins(alpha: "1.0.0", beta: "1.0.0")),
      ], [.write("App.xcworkspace/Package.resolved", pins(alpha: "1.1.0", beta: "1.0.0"))],
      selects: "Feed FeedTests App AppTests", mayOverselect: unknownReach),
    Scenario(
      "31 a requirement is changed", in: remote,
      [.change { $0["Feed"].dependencies[1] = "https://example.com/acme/alpha.git 1.1.0" }],
      selects: "Feed FeedTests App AppTests"),
  ]

  static let toolchainFiles: [Scenario] = [
    Scenario(
      "32 .swift-version is edited", in: .shop.with(files: [".swift-version": "6.2\n"]),
      [.write(".swift-version", "6.3\n")], selects: "*",
      checks: [
        .selection("all"), .change(".swift-version", "modified unstaged global"),
        .reason("Util:Util", "global"),
      ]),
    Scenario(
      "32 .swift-version of one package", [.write("Core/.swift-version", "6.3\n")], selects: "*"),
    Scenario(
      "32 a global input of one's own", prepare: [config(#""inputs": {"global": ["scripts/**"]}"#)],
      [.edit("scripts/tool.sh")], selects: "*", checks: [.selection("all")]),
    Scenario(
      "32 no change of sources, whatever the compiler", [.run("git commit -q --allow-empty -m nothing")],
      selects: ""),
  ]

  private static let twoCommits: [Step] = [
    .edit("Util/Sources/Util/Util.swift"), .commit, .run("git tag before"),
    .edit("App/Sources/App/App.swift"),
    .commit, .run("git checkout -q -B main"),
  ]
  private static func payload(_ text: String) -> Step {
    .run("cat > ../event.json <<END\n\(text)\nEND")
  }
  private static func gitHub(_ event: String, _ more: [String: String] = [:]) -> Invocation {
    let variables = [
      "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event,
      "GITHUB_EVENT_PATH": "$(pwd)/../event.json",
    ]
    return Invocation(environment: variables.merging(more) { $1 })
  }

  static let events: [Scenario] = [
    Scenario(
      "32a a push: what was there before it",
      twoCommits + [payload(#"{"before": "$(git rev-parse before)", "after": "x"}"#)], run: gitHub("push"),
      selects: "App AppTests"),
    Scenario(
      "32a the push of a new branch",
      twoCommits + [payload(#"{"before": "0000000000000000000000000000000000000000"}"#)],
      run: gitHub("push"), selects: "*", checks: [.selection("all"), .fallback("before-unreachable")]),
    Scenario(
      "32a a forced push whose old tip is not in the clone",
      twoCommits + [payload(#"{"before": "1234567890123456789012345678901234567890"}"#)], run: gitHub("push"),
      selects: "*", checks: [.fallback("before-unreachable", hint: "name a base in this clone")]),
    Scenario(
      "32a the base is head on CI", twoCommits, run: Invocation(environment: ["CI": "true"]), selects: "*",
      checks: [.selection("all"), .fallback("base-is-head", hint: "--base")]),
    Scenario(
      "32a the base is head on CI, but it was asked for", twoCommits,
      run: Invocation("--base", "HEAD", environment: ["CI": "true"]), selects: ""),
    Scenario("32a the base is head at home", twoCommits, selects: ""),
    Scenario(
      "32a a merge queue",
      twoCommits + [
        payload(#"{"merge_group": {"base_sha": "$(git rev-parse before)", "base_ref": "refs/heads/main"}}"#)
      ],
      run: gitHub("merge_group"), selects: "App AppTests"),
    Scenario(
      "32a last-green", twoCommits,
      run: Invocation("--base", "last-green", environment: ["AMBIT_LAST_GREEN": "$(git rev-parse before)"]),
      selects: "App AppTests"),
    Scenario(
      "32a last-green is unknown", twoCommits, run: Invocation("--base", "last-green"),
      fails: "unset-variable",
      naming: "AMBIT_LAST_GREEN"),
    Scenario(
      "32a last-green is not in the clone", twoCommits,
      run: Invocation(
        "--base", "last-green", environment: ["AMBIT_LAST_GREEN": "1234567890123456789012345678901234567890"]),
      selects: "*", checks: [.fallback("before-unreachable")]),
  ]
}
