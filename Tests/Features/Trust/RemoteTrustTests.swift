import Base
import Foundation
import ProgramSupport
import ServerSupport
import Synchronization
import TestSupport
import Testing

@Suite("Which remote cache is asked, and how that is shown")
struct RemoteTrustTests {
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder
  private let server: FileServer
  private var url: String { "http://127.0.0.1:\(server.port)/team" }

  init() throws {
    sandbox = try CommandSandbox()
    cache = try SharedCache.own()
    server = try FileServer()
  }

  private var requests: Int { server.requests.withLock { $0.count } }

  private func name(_ remote: String) throws {
    try sandbox.edit("workspace.json", #"{"version": 1, "cache": {"remote": \#(remote)}}"#)
  }

  private func run(_ line: String, _ more: [String: String] = [:]) -> CommandSandbox.Result {
    sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path].merging(more) { $1 })
  }

  @Test("what workspace.json names is not asked before the user says so")
  func trust() throws {
    try name(#"{"url": "\#(url)", "mode": "read-write"}"#)
    #expect(run("plan --all").exitCode == 0)
    #expect(requests == 0)
    #expect(run("trust").output.contains("which is not trusted"))
    #expect(run("doctor").output.contains("which you do not trust"))
    #expect(run("trust allow").output.hasPrefix("Trusted: \(url)\n"))
    #expect(requests == 0)
    #expect(run("plan --all").exitCode == 0)
    #expect(requests > 0)
    let asked = requests
    #expect(run("trust revoke").output.hasPrefix("No longer trusted"))
    #expect(run("plan --all").exitCode == 0)
    #expect(requests == asked)
    // Another address is another matter.
    #expect(run("trust allow \(url)/other").exitCode == 0)
    #expect(run("plan --all").exitCode == 0)
    #expect(requests == asked)
  }

  @Test("the environment's address needs no trust, and none is asked where it is off or nothing is cached")
  func environment() throws {
    try name(#"{"url": "http://127.0.0.1:1/elsewhere"}"#)
    for off in [["AMBIT_CACHE_MODE": "off"], [:]] {
      _ = run("plan --all", off.merging(off.isEmpty ? [:] : ["AMBIT_CACHE_URL": url]) { $1 })
    }
    #expect(requests == 0)
    #expect(run("plan --all", ["AMBIT_CACHE_URL": url]).exitCode == 0)
    #expect(requests > 0)
  }

  @Test("a run says once that it does without what is not trusted")
  func warning() throws {
    try name(#"{"url": "\#(url)"}"#)
    let result = run("test --all --dry-run")
    #expect(result.exitCode == 0)
    #expect(requests == 0)
  }

  @Test("what was asked wrongly is said, and nothing is run")
  func badInput() throws {
    let cases: [([String: String], String)] = [
      (["AMBIT_CACHE_URL": "cache.example"], "bad-cache-url"),
      (["AMBIT_CACHE_URL": "https://me:secret-word@cache.example"], "bad-cache-url"),
      (["AMBIT_CACHE_URL": url, "AMBIT_CACHE_MODE": "write"], "bad-cache-mode"),
      (["AMBIT_CACHE_URL": url, "AMBIT_CACHE_KEYS": "nonsense"], "bad-key"),
      (["AMBIT_CACHE_URL": url, "AMBIT_SIGNING_KEY": "/nowhere"], "bad-signing-key"),
      (["AMBIT_CACHE_URL": url, "AMBIT_CREDENTIALS": "/nowhere"], "credentials-unreadable"),
      (["AMBIT_CACHE_URL": url, "AMBIT_CREDENTIALS": "workspace.json"], "credentials-in-repository"),
    ]
    try name(#"{"url": "\#(url)"}"#)
    for (environment, code) in cases {
      let result = run("plan --all --json", environment)
      #expect(result.exitCode == 2)
      #expect(try result.json["error"]?["code"]?.stringValue == code)
    }
    #expect(requests == 0)
  }

  @Test("what workspace.json asks for may be stricter than what the user allows, never laxer")
  func strictness() throws {
    try name(#"{"url": "\#(url)", "requireSignature": false}"#)
    #expect(run("trust allow --require-signature").exitCode == 0)
    let result = run("doctor")
    #expect(result.output.contains("signatures are required, but no key is trusted"))
    #expect(run("plan --all").exitCode == 0)
  }

  @Test("keys are made, trusted, changed and taken back")
  func keys() throws {
    let file = sandbox.git.path("signing-key")
    let made = try run("trust key \(file) --json").json
    let key = try #require(made["publicKey"]?.stringValue)
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    #expect(run("trust key \(file)").exitCode == 2)
    #expect(run("trust allow \(url) --key main=\(key) --require-signature").exitCode == 0)
    let listed = try run("trust --json").json
    #expect(listed["remotes"]?.arrayValue?.first?["keys"]?.arrayValue?.map(\.stringValue) == ["main=\(key)"])
    #expect(listed["remotes"]?.arrayValue?.first?["requireSignature"]?.boolValue == true)
    let environment = ["AMBIT_CACHE_URL": url, "AMBIT_CACHE_TOKEN": "t", "AMBIT_CACHE_NAMESPACE": "main"]
    #expect(run("doctor", environment).output.contains("records are written without a signature"))
    let signed = run("doctor", environment.merging(["AMBIT_SIGNING_KEY": file]) { $1 })
    #expect(signed.output.contains("trusted keys cover main"))
    #expect(signed.output.contains("a test record came back unchanged"))
    #expect(run("trust revoke \(url) --key main=\(key)").exitCode == 0)
    #expect(try run("trust --json").json["remotes"]?.arrayValue?.first?["keys"]?.arrayValue?.isEmpty == true)
    #expect(run("trust allow \(url) --key nonsense").exitCode == 2)
  }

  @Test("however an address is spelled, what was said of it holds")
  func spelling() throws {
    let key = try #require(
      try run("trust key \(sandbox.git.path("k")) --json").json["publicKey"]?.stringValue)
    #expect(run("trust allow \(url) --key \(key) --require-signature").exitCode == 0)
    for spelled in ["\(url)/", url.replacingOccurrences(of: "/team", with: "//team")] {
      #expect(run("doctor", ["AMBIT_CACHE_URL": spelled]).output.contains("signatures are required"))
    }
    #expect(
      run("plan --all", ["AMBIT_CACHE_URL": url, "AMBIT_CACHE_REQUIRE_SIGNATURE": "maybe"]).exitCode == 2)
    // What is said of it again is said of the same.
    #expect(run("trust allow \(url)/ --mode read").exitCode == 0)
    let remotes = try run("trust --json").json["remotes"]?.arrayValue
    #expect(remotes?.compactMap { $0["mode"]?.stringValue } == ["read"])
    #expect(run("trust revoke \(url)//").output.hasPrefix("No longer trusted"))
  }

  @Test(
    "workspace.json cannot make a pull request's place the trunk, nor have a token shown to another server")
  func trunk() throws {
    try sandbox.edit(
      "workspace.json",
      #"{"version": 1, "defaultBase": "pr-9", "cache": {"remote": {"url": "\#(url)", "mode": "read-write"}}}"#
    )
    let environment = ["AMBIT_CACHE_URL": url, "AMBIT_CACHE_TOKEN": "t", "USER": "ann"]
    #expect(run("doctor", environment).output.contains("reads user-ann, then main"))
    #expect(run("trust allow").exitCode == 0)
    server.requests.withLock { $0 = [] }
    #expect(run("doctor", ["AMBIT_CACHE_TOKEN": "t"]).output.contains("no credential"))
    #expect(server.requests.withLock { $0.allSatisfy { $0.headers["authorization"] == nil } })
  }

  @Test("a damaged list of what is trusted stops whoever would go by it")
  func damagedTrust() throws {
    let folder = sandbox.git.path("config")
    try FileManager.default.createDirectory(atPath: "\(folder)/ambit", withIntermediateDirectories: true)
    for text in ["", "{}", #"{"schema": 2, "remotes": []}"#, #"{"schema": 1, "remotes": [{"url": "x"}]}"#] {
      try text.write(toFile: "\(folder)/ambit/trust.json", atomically: false, encoding: .utf8)
      let result = run("plan --all --json", ["XDG_CONFIG_HOME": folder, "AMBIT_CACHE_URL": url])
      #expect(try result.json["error"]?["code"]?.stringValue == "trust-unreadable")
    }
    #expect(requests == 0)
  }

  @Test("credentials come from where only the user writes, and are never shown")
  func credentials() throws {
    let file = sandbox.git.path("credentials.json")
    try #"{"remotes": [{"url": "http://127.0.0.1:\#(server.port)", "token": "hush"}]}"#.write(
      toFile: file, atomically: false, encoding: .utf8)
    func header(_ environment: [String: String]) -> String? {
      server.requests.withLock { $0 = [] }
      let result = run("doctor", environment.merging(["AMBIT_CACHE_URL": url]) { $1 })
      #expect(!(result.output + result.errors).contains("hush"))
      return server.requests.withLock { $0.last?.headers["authorization"] }
    }
    #expect(header([:]) == nil)
    #expect(header(["AMBIT_CREDENTIALS": file]) == "Bearer hush")
    #expect(header(["AMBIT_CACHE_TOKEN": "hush"]) == "Bearer hush")
    #expect(header(["AMBIT_CACHE_USER": "me", "AMBIT_CACHE_PASSWORD": "hush"]) == "Basic bWU6aHVzaA==")
    let netrc = sandbox.git.path("netrc")
    try "machine 127.0.0.1 login me password hush\n".write(toFile: netrc, atomically: false, encoding: .utf8)
    #expect(header(["NETRC": netrc]) == "Basic bWU6aHVzaA==")
    // For another server nothing of it is shown.
    try #"{"remotes": [{"url": "http://127.0.0.1:1", "token": "hush"}]}"#.write(
      toFile: file, atomically: false, encoding: .utf8)
    #expect(header(["AMBIT_CREDENTIALS": file]) == nil)
  }

  @Test(
    "GitHub runs a job for main whatever it checks out",
    arguments: ["push", "repository_dispatch", "check_run", "check_suite", "status", "deployment_status"])
  func checkedOut(_ event: String) throws {
    let head = try sandbox.git.commitAll("shop")
    let github = [
      "GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/heads/main", "GITHUB_EVENT_NAME": event, "CI": "true",
    ]
    #expect(place(github.merging(["GITHUB_SHA": head]) { $1 }).contains("writes main, reads main"))
    let other = String(repeating: "a", count: 40)
    #expect(place(github.merging(["GITHUB_SHA": other]) { $1 }).contains("  reads main\n"))
    #expect(place(github).contains("writes main") == (event == "push"), "nobody says which commit it is for")
  }

  private func place(_ environment: [String: String]) -> String {
    run("doctor", environment.merging(["AMBIT_CACHE_URL": url, "AMBIT_CACHE_TOKEN": "t"]) { $1 }).output
  }

  @Test(
    "CI says whose namespace it is",
    arguments: [
      (["GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/pull/12/merge"], "pr-12"),
      (["GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/heads/main"], "main"),
      (["GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/heads/next", "GITHUB_REF_PROTECTED": "true"], "next"),
      (["GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/heads/mine"], "branch-mine"),
      // A tag is no branch, and what runs for a base may have checked out anything.
      (["GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/tags/main", "CI": "true"], nil),
      (
        [
          "GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/heads/main",
          "GITHUB_EVENT_NAME": "pull_request_target",
          "CI": "true",
        ], nil
      ),
      // A protected branch of such a name has not the place of a pull request.
      (
        ["GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/heads/pr-7", "GITHUB_REF_PROTECTED": "true"],
        "branch-pr-7"
      ),
      (
        ["GITLAB_CI": "true", "CI_COMMIT_BRANCH": "user-ann", "CI_COMMIT_REF_PROTECTED": "true"],
        "branch-user-ann"
      ),
      (["GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "3"], "pr-3"),
      (["GITLAB_CI": "true", "CI_COMMIT_BRANCH": "main"], "main"),
      (["BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "false", "BUILDKITE_BRANCH": "main"], "main"),
      (["BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "9", "BUILDKITE_BRANCH": "x"], "pr-9"),
      (["TF_BUILD": "True", "BUILD_SOURCEBRANCH": "refs/heads/side"], "branch-side"),
      (["TF_BUILD": "True", "SYSTEM_PULLREQUEST_PULLREQUESTID": "4"], "pr-4"),
      (["CI": "true"], nil), (["USER": "ann"], "user-ann"),
    ])
  func namespaces(_ environment: [String: String], _ name: String?) {
    let output = place(environment)
    guard let name else {
      #expect(output.contains("  reads main\n"), "\(output)")
      return
    }
    let reads = name == "main" ? "main" : "\(name), then main"
    #expect(output.contains("writes \(name), reads \(reads)"), "\(output)")
  }
}
