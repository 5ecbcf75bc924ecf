import Platform
import ProgramSupport
import ServerSupport
import Support
import Synchronization
import TestSupport
import Testing

/// `ambit report --post`, the whole program against a stand-in of each host.
@Suite struct ReportPostTests {
  private typealias Comment = HostStandIn.Comment

  private let sandbox: CommandSandbox
  private let marker = "<!-- ambit:report -->"

  init() throws {
    sandbox = try CommandSandbox()
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    try sandbox.edit(
      "../run.json",
      """
      {"schema": 1, "outcome": "failed", "head": {"ref": "worktree", "commit": \
      "\(sandbox.git.git("shop", "rev-parse HEAD"))"}, "totals": {"secondsSaved": 12},
       "modules": [{"id": "//Packages/Core:CoreTests", "outcome": "failed", "attempts": 1, "failures":
         [{"case": "a()", "message": "@everyone <b>", "file": null, "line": null},
          {"case": "b()", "message": "known", "file": null, "line": null}]}]}
      """)
    try sandbox.edit(
      "../before.json",
      """
      {"schema": 1, "outcome": "failed", "modules": [{"id": "//Packages/Core:CoreTests", "outcome": "failed",
        "attempts": 1, "failures": [{"case": "b()", "message": "other", "file": null, "line": null}]}]}
      """)
  }

  private func post(
    _ host: HostStandIn, _ flags: String = "", _ more: [String: String] = [:],
    pause: @escaping @Sendable (Duration) -> Void = { _ in }
  ) -> CommandSandbox.Result {
    let result = sandbox.run(
      "report --base HEAD --run ../run.json --post \(host.kind.rawValue) \(flags)",
      environment: host.environment.merging(more) { $1 }, pause: pause)
    #expect(!(result.output + result.errors).contains(HostStandIn.token))
    return result
  }

  private func error(_ result: CommandSandbox.Result) throws -> (code: String, message: String) {
    #expect(result.exitCode == 2, "\(result.output)")
    let error = try result.json["error"]
    #expect(error?["hints"]?.arrayValue?.isEmpty == false)
    return (error?["code"]?.stringValue ?? "", error?["message"]?.stringValue ?? "")
  }

  @Test(arguments: HostStandIn.Kind.allCases)
  func oneCommentIsKeptUpToDate(_ kind: HostStandIn.Kind) throws {
    let host = try HostStandIn(kind)
    let first = post(host, "--before ../before.json")
    #expect(first.exitCode == 0, "\(first.errors)")
    #expect(first.lines[0] == marker && first.lines[1] == "### ✗ Tests failed")
    #expect(first.output.contains("- `//Packages/Core:CoreTests` `a()`: &#64;&#8203;everyone &#60;b&#62;\n"))
    #expect(first.output.contains("**New failures: 1**\n") && !first.output.contains("b()"))
    #expect(first.output.contains("12 s saved") && first.output.contains("`@shop/core` owns what changed"))
    #expect(first.errors.contains("the comment is created: https://"))
    #expect(host.bodies.count == 1 && host.bodies[0].hasPrefix("\(marker)\n### "))

    let second = try post(host, "--json --before ../before.json").json
    #expect(second["outcome"]?.stringValue == "unchanged")
    #expect(second["comment"]?.stringValue == host.bodies[0])
    #expect(second["host"]?.stringValue == kind.rawValue)
    #expect(host.asked.count == 3, "nothing is written: \(host.asked)")

    let third = try post(host, "--json").json
    #expect(third["outcome"]?.stringValue == "updated")
    #expect(third["url"]?.stringValue?.hasSuffix("1000") == true)
    #expect(host.bodies.count == 1 && host.bodies[0].contains("**Failures: 2**"))
  }

  @Test(arguments: HostStandIn.Kind.allCases)
  func oursIsFoundAmongHundredsAndNobodyCanPlantOne(_ kind: HostStandIn.Kind) throws {
    let planted = "\(marker)\nall is well"
    let old = "\(marker)\nold"
    var comments = (1...250).map { Comment(id: $0, author: HostStandIn.stranger, body: "nice \($0)") }
    comments[0].body = planted
    comments.insert(Comment(id: 900, author: HostStandIn.own, body: old), at: 230)
    comments.insert(
      Comment(id: 901, author: HostStandIn.own, body: "<!-- ambit:report other -->\nold"), at: 3)
    if kind == .gitlab {
      comments.insert(Comment(id: 902, author: HostStandIn.own, body: old, isSystem: true), at: 0)
    }
    let host = try HostStandIn(kind, comments)
    let result = try post(host, "--json").json
    #expect(result["outcome"]?.stringValue == "updated")
    #expect(result["url"]?.stringValue?.hasSuffix("900") == true)
    #expect(host.bodies.count == comments.count)
    #expect(
      host.bodies.contains(planted) && host.bodies.filter { $0 == old }.count == (kind == .gitlab ? 1 : 0))
    #expect(host.asked.count == 4, "three pages and a change: \(host.asked)")
  }

  @Test func whoseATokenIsOnGitHub() throws {
    let old = Comment(id: 5, author: HostStandIn.own, body: "\(marker)\nold")
    let bot = try HostStandIn(.github, [old])
    // GitHub does not say that the bot of another app is who asks.
    let other = ["AMBIT_GITHUB_LOGIN": "ambit[bot]"]
    #expect(try post(bot, "--json", other).json["outcome"]?.stringValue == "created")
    let user = try HostStandIn(.github, [old], tellsUser: true)
    #expect(try post(user, "--json", other).json["outcome"]?.stringValue == "updated")
    #expect(user.bodies.count == 1)
  }

  @Test(arguments: HostStandIn.Kind.allCases)
  func aRefusalSaysWhatTheHostSaid(_ kind: HostStandIn.Kind) throws {
    let host = try HostStandIn(kind)
    let wrong = kind == .github ? ["GITHUB_TOKEN": "other-secret"] : ["AMBIT_GITLAB_TOKEN": "other-secret"]
    let refused = post(host, "--json", wrong)
    #expect(try error(refused).code == "comment-refused")
    #expect(try error(refused).message.contains("answered 401 to GET"))
    #expect(!(refused.output + refused.errors).contains("other-secret"))
    let elsewhere = kind == .github ? ["GITHUB_REPOSITORY": "shop/none"] : ["CI_PROJECT_ID": "35"]
    let missing = try error(post(host, "--json", elsewhere))
    #expect(missing.message.contains("answered 404 to GET") && missing.message.hasSuffix(": Not Found"))
    // What a host says is foreign text, and may hold what it was told.
    host.trouble("POST", HostStandIn.refusal("422 Odd", "\u{1B}[31m\(HostStandIn.token) is no body"))
    #expect(try error(post(host, "--json")).message.hasSuffix(#": \x1b[31m*** is no body"#))
    #expect(host.bodies.isEmpty)
  }

  @Test(arguments: HostStandIn.Kind.allCases)
  func aBusyHostIsAskedAgainTwice(_ kind: HostStandIn.Kind) throws {
    let host = try HostStandIn(kind, [Comment(id: 5, author: HostStandIn.own, body: "\(marker)\nold")])
    let failed = HostStandIn.refusal("500 Odd", "try again")
    let busy = HostStandIn.refusal("429 Busy", "slow down", headers: ["Retry-After: 5"])
    let method = kind == .github ? "PATCH" : "PUT"
    host.trouble("GET", failed, busy)
    host.trouble(method, busy, failed)
    let pauses = Guarded<[Duration]>([])
    let result = post(host, "--json", pause: { wait in pauses.with { $0.append(wait) } })
    #expect(try result.json["outcome"]?.stringValue == "updated")
    #expect(pauses.with { $0 } == [.seconds(1), .seconds(5), .seconds(5), .seconds(1)])
    #expect(host.asked.map { $0.prefix(1) } == ["G", "G", "G", "P", "P", "P"])

    host.requests.withLock { $0 = [] }
    host.trouble("GET", failed, failed, failed, failed)
    #expect(try error(post(host, "--json")).message.hasSuffix("try again"))
    #expect(host.asked.count == 3)
    host.troubles.withLock { $0 = [] }
    host.trouble("GET", HostStandIn.refusal("503 Away", "gone", headers: ["Retry-After: 3600"]))
    #expect(try error(post(host, "--json")).message.contains("answered 503"), "nobody waits for an hour")
  }

  @Test(arguments: HostStandIn.Kind.allCases)
  func aCommentThatWasMadeAllTheSameIsNotMadeTwice(_ kind: HostStandIn.Kind) throws {
    let host = try HostStandIn(kind)
    host.trouble("POST", HostStandIn.refusal("502 Bad Gateway", "lost"))
    #expect(try post(host, "--json").json["outcome"]?.stringValue == "created")
    #expect(host.bodies.count == 1)
    #expect(host.asked.map { $0.split(separator: " ")[0] } == ["GET", "POST", "GET", "POST"])
  }

  @Test(arguments: HostStandIn.Kind.allCases)
  func answersThatAreNoneAreNoVerdict(_ kind: HostStandIn.Kind) throws {
    let host = try HostStandIn(kind)
    let other = try HostStandIn(kind)
    let next = "\(other.address)/next"
    let odd: [(answer: [UInt8], message: String)] = [
      (HTTPServer.response("200 OK", body: Array("<html>".utf8)), "no JSON"),
      (HTTPServer.response("200 OK", body: Array("{}".utf8)), "no list"),
      (HTTPServer.response("200 OK", body: Array(repeating: UInt8(ascii: " "), count: 33 << 20)), "too much"),
      (HTTPServer.response("302 Found", headers: ["Location: \(next)"]), "302"),
      (HTTPServer.response("301 Moved", headers: ["Location: \(host.address)/x"]), "301"),
    ]
    for (answer, message) in odd {
      host.trouble("GET", answer)
      #expect(try error(post(host, "--json")).message.contains(message))
    }
    if kind == .github {
      for link in [next, "\(host.address).evil.example/x", "\(host.address)@evil.example/", "/x"] {
        host.trouble(
          "GET",
          HTTPServer.response("200 OK", headers: ["Link: <\(link)>; rel=\"next\""], body: Array("[]".utf8)))
        #expect(try error(post(host, "--json")).message.contains("another host"), "\(link)")
      }
    }
    host.trouble("POST", HTTPServer.response("201 Created", body: Array("[]".utf8)))
    #expect(try error(post(host, "--json")).message.contains("no comment"))
    #expect(other.requests.withLock { $0.isEmpty }, "the token goes nowhere else")
    #expect(host.bodies.isEmpty)
  }

  @Test func aListWithoutEndEnds() throws {
    for kind in HostStandIn.Kind.allCases {
      let host = try HostStandIn(kind)
      let headers = ["X-Next-Page: 2", "Link: <\(host.address)/x>; rel=\"next\""]
      for _ in 0..<60 {
        host.trouble("GET", HTTPServer.response("200 OK", headers: headers, body: Array("[]".utf8)))
      }
      #expect(try error(post(host, "--json")).message.contains("more than 50 pages"))
      #expect(host.asked.count == 50)
    }
  }

  @Test func aHostThatIsNotThere() throws {
    let host = try HostStandIn(.github)
    let gone = try ["GITHUB_API_URL": "http://127.0.0.1:\(ServerProcess.freePort())"]
    #expect(try error(post(host, "--json", gone)).code == "host-unreachable")
  }
}

// MARK: What CI says

extension ReportPostTests {
  @Test func whatIsMissingIsSaidBeforeAnybodyWaits() throws {
    func failure(_ host: String, _ environment: [String: String] = [:]) throws -> (
      code: String, message: String
    ) {
      try error(sandbox.run("report --json --base none --post \(host)", environment: environment))
    }
    #expect(try failure("github") == ("missing-variable", "GITHUB_TOKEN and GITHUB_REPOSITORY are not set"))
    #expect(
      try failure("github", ["GITHUB_TOKEN": "t", "GITHUB_REPOSITORY": " \n"]).message
        == "GITHUB_REPOSITORY is not set")
    #expect(
      try failure("gitlab").message
        == "AMBIT_GITLAB_TOKEN, CI_API_V4_URL, CI_PROJECT_ID and CI_MERGE_REQUEST_IID are not set")
    let hints = sandbox.run("report --base none --post gitlab").errors
    #expect(hints.contains("CI_JOB_TOKEN cannot write comments"))

    let github = try HostStandIn(.github).environment
    for repository in ["app", "a/b/c", "a/b?x", "/../x", "a b/c"] {
      #expect(
        try failure("github", github.merging(["GITHUB_REPOSITORY": repository]) { $1 }).code
          == "unusable-variable")
    }
    for address in ["ftp://x", "https://x?y", "https://u@x", "file:///etc"] {
      #expect(
        try failure("github", github.merging(["GITHUB_API_URL": address]) { $1 }).code == "unusable-variable")
    }
    #expect(
      try failure("github", github.merging(["GITHUB_TOKEN": "a\r\nX: b"]) { $1 }).code == "unusable-variable")
    for ref in ["refs/heads/main", "refs/pull/x/merge", "refs/pull/-1/merge", "refs/heads/pull/3/merge"] {
      #expect(try failure("github", github.merging(["GITHUB_REF": ref]) { $1 }).code == "no-pull-request")
    }
    let gitlab = try HostStandIn(.gitlab).environment
    for (name, value) in [("CI_PROJECT_ID", "a/b"), ("CI_MERGE_REQUEST_IID", "0")] {
      #expect(try failure("gitlab", gitlab.merging([name: value]) { $1 }).code == "unusable-variable")
    }
  }

  @Test func thePullRequestIsTheEventsWhereTheRefIsAnother() throws {
    let host = try HostStandIn(.github)
    try sandbox.edit("../event.json", #"{"action": "opened", "pull_request": {"number": 12}}"#)
    let event = ["GITHUB_REF": "refs/heads/main", "GITHUB_EVENT_PATH": sandbox.git.path("event.json")]
    #expect(post(host, "", event).exitCode == 0)
    #expect(host.bodies.count == 1)
  }

  @Test func theMergeRequestOfAForkIsInTheOtherProject() throws {
    let host = try HostStandIn(.gitlab)
    let fork = [
      "CI_PROJECT_ID": "99", "CI_MERGE_REQUEST_PROJECT_ID": "34", "AMBIT_GITLAB_TOKEN": "",
      "GITLAB_TOKEN": "\(HostStandIn.token)\n",
    ]
    #expect(post(host, "", fork).exitCode == 0)
    #expect(host.bodies.count == 1)
  }

  @Test func twoWorkspacesHaveACommentEach() throws {
    let host = try HostStandIn(.github)
    try sandbox.edit("workspace.json", #"{"version": 1, "name": "shop --> x"}"#)
    try sandbox.edit("Apps/workspace.json", #"{"version": 1, "name": "shop --> x", "exclude": ["Shop"]}"#)
    #expect(post(host).exitCode == 0)
    let inside = sandbox.run(
      "-C Apps report --base HEAD --allow-empty --post github", environment: host.environment)
    #expect(inside.exitCode == 0, "\(inside.errors)")
    #expect(
      host.bodies.map { $0.split(separator: "\n")[0] } == [
        "<!-- ambit:report shop -%2d%3e x -->", "<!-- ambit:report shop -%2d%3e x Apps -->",
      ])
  }
}
