import GitBridge
import TestSupport
import Testing

struct BaseResolverTests {
  /// main with two commits, branch `work` with two from its first.
  private func scene() throws -> Scene {
    let scene = try Scene()
    try scene.git("checkout -q -b work")
    try scene.write("1\n", "work.txt")
    try scene.commit()
    try scene.write("2\n", "work.txt")
    try scene.commit()
    try scene.git("checkout -q main")
    try scene.write("1\n", "main.txt")
    try scene.commit()
    try scene.git("checkout -q work")
    return scene
  }

  /// `reference commit mergeBase`, each shown as `git describe` would, or the fallback's code.
  private func outcome(_ scene: Scene, _ request: BaseRequest) throws -> String {
    switch try scene.open().resolveBase(request.choose()) {
    case .everything(let fallback): fallback.code
    case .commit(let base):
      "\(base.reference) \(try name(scene, base.commit)) \(try name(scene, base.mergeBase))"
    }
  }

  private func name(_ scene: Scene, _ commit: CommitID) throws -> String {
    try scene.git("name-rev --name-only --refs=refs/heads/* \(commit)")
  }

  @Test func `three dots start at the merge base, two at the base`() throws {
    let scene = try scene()
    let fork = try scene.git("merge-base main work")
    guard case .commit(let base) = try scene.open().resolveBase(BaseRequest(base: "main").choose()) else {
      Issue.record("no base")
      return
    }
    #expect(base.mergeBase.description == fork)
    #expect(try outcome(scene, BaseRequest(base: "main", usesMergeBase: false)) == "main main main")
  }

  @Test func `what does not exist`() throws {
    let scene = try scene()
    let push = ["CI": "1", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push"]
    let gone = String(repeating: "1", count: 40)
    #expect(gitErrorCode { _ = try outcome(scene, BaseRequest(base: "nowhere")) } == "unknown-revision")
    #expect(gitErrorCode { _ = try outcome(scene, BaseRequest(defaultBase: "no")) } == "unknown-revision")
    #expect(gitErrorCode { _ = try outcome(scene, BaseRequest(base: "--x")) } == "invalid-revision")
    let event = Array(#"{"before": "\#(gone)"}"#.utf8)
    #expect(
      try outcome(scene, BaseRequest(environment: push, gitHubEvent: event)) == "before-unreachable")
    let pull = push.merging(["GITHUB_EVENT_NAME": "pull_request", "GITHUB_BASE_REF": "main"]) { $1 }
    #expect(try outcome(scene, BaseRequest(environment: pull)) == "base-not-fetched")
  }

  @Test func `base equal to head`() throws {
    let scene = try scene()
    let ci = ["CI": "true"]
    #expect(try outcome(scene, BaseRequest(environment: ci, defaultBase: "work")) == "base-is-head")
    #expect(try outcome(scene, BaseRequest(base: "work", environment: ci)) == "work work work")
    #expect(try outcome(scene, BaseRequest(defaultBase: "work")) == "work work work")
    #expect(try outcome(scene, BaseRequest()).hasPrefix("main main "))
  }

  @Test func `histories without a common commit`() throws {
    let scene = try scene()
    try scene.git("checkout -q --orphan apart")
    #expect(try outcome(scene, BaseRequest()) == "no-commits")
    try scene.commit()
    #expect(try outcome(scene, BaseRequest(base: "main")) == "no-merge-base")
    #expect(try outcome(scene, BaseRequest(base: "main", usesMergeBase: false)) == "main main main")
  }

  @Test(arguments: [true, false])
  func `a host's merge at depth two`(isBaseFetched: Bool) throws {
    let scene = try scene()
    let head = try scene.git("rev-parse work")
    try scene.git("checkout -q --detach main")
    try scene.git("merge -q --no-ff -m merge work")
    try scene.git("branch pull HEAD")
    let merge = try scene.git("rev-parse HEAD")
    let base = try scene.git("rev-parse main")
    // The base goes on, until a clone does not reach back to the commit that was merged into.
    try scene.git("checkout -q main")
    for _ in 0..<2 { try scene.commit() }
    try scene.git("clone -q --depth 2 --no-single-branch -b pull file://\(scene.sandbox.path("repo")) ../ci")
    if !isBaseFetched { try scene.git("-C ../ci update-ref -d refs/remotes/origin/main") }
    let clone = try Repository.open(
      containing: scene.sandbox.path("ci"), environment: scene.sandbox.environment)
    func outcome(_ sha: String, _ merged: String) throws -> ResolvedBase {
      let environment = [
        "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_BASE_REF": "main",
        "GITHUB_SHA": sha,
      ]
      let event = Array(#"{"pull_request": {"head": {"sha": "\#(merged)"}}}"#.utf8)
      return try clone.resolveBase(BaseRequest(environment: environment, gitHubEvent: event).choose())
    }
    guard case .commit(let found) = try outcome(merge, head) else {
      Issue.record("no base")
      return
    }
    #expect(found.mergeBase.description == base && found.commit.description == base)
    // A merge that somebody else made proves nothing.
    for (sha, merged) in [(head, head), (merge, merge)] {
      guard case .everything(let fallback) = try outcome(sha, merged) else {
        Issue.record("a foreign merge was believed")
        return
      }
      #expect(fallback.code == (isBaseFetched ? "no-merge-base" : "base-not-fetched"))
    }
  }

  /// Where history is whole, two that have nothing in common have nothing in common.
  @Test func `a merge into something else than the base`() throws {
    let scene = try scene()
    try scene.git("checkout -q --orphan apart")
    try scene.commit()
    try scene.git("checkout -q --detach main")
    try scene.git("merge -q --no-ff -m merge work")
    let environment = [
      "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request",
      "GITHUB_BASE_REF": "apart", "GITHUB_SHA": try scene.git("rev-parse HEAD"),
    ]
    try scene.git("update-ref refs/remotes/origin/apart apart")
    #expect(try outcome(scene, BaseRequest(environment: environment)) == "no-merge-base")
  }
}
