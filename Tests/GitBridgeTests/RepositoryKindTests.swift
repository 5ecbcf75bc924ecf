import Base
import Foundation
import GitBridge
import TestSupport
import Testing

/// Repositories of every shape: where they lie, how they were cloned, what cannot be read.
struct RepositoryKindTests {
  @Test func `subfolders, links and linked worktrees open the right work tree`() throws {
    let scene = try Scene()
    let root = scene.sandbox.path("repo")
    #expect(try scene.open("dir").workingFolder == root)
    try FileManager.default.createSymbolicLink(
      atPath: scene.sandbox.path("link"), withDestinationPath: "repo")
    let linked = try Repository.open(
      containing: scene.sandbox.path("link/dir"), environment: scene.sandbox.environment)
    #expect(linked.workingFolder == root)
    try scene.git("worktree add -q ../side")
    try scene.write("x\n", "../side/new.txt")
    let side = try Repository.open(
      containing: scene.sandbox.path("side"), environment: scene.sandbox.environment)
    #expect(side.workingFolder == scene.sandbox.path("side"))
    #expect(try side.branchName() == "side")
    #expect(side.commonFolder == (try scene.open().commonFolder))
    #expect(
      Scene.lines(try side.changesInWorkingTree(since: side.headCommit())) == ["added untracked new.txt"])
    #expect(try scene.changes() == [])
  }

  @Test func `clones and worktrees share a name`() throws {
    let scene = try Scene()
    let root = scene.sandbox.path("repo")
    try scene.git("worktree add -q ../side")
    try scene.git("clone -q . ../clone")
    try scene.git("clone -q --bare . ../bare.git")
    try scene.git("clone -q ../bare.git ../other")
    func name(_ folder: String) throws -> String {
      try Repository.open(containing: scene.sandbox.path(folder), environment: scene.sandbox.environment)
        .cloneName
    }
    #expect(try ["repo", "repo/dir", "side", "clone"].map(name) == [root, root, root, root])
    #expect(try name("other") == scene.sandbox.path("bare"))
    for (origin, expected) in [
      ("https://host/team/shop.git", "host/team/shop"),
      ("https://me:token@host/team/shop/", "host/team/shop"),
      ("git@host:team/shop.git", "host/team/shop"), ("ssh://git@host/team/shop.git", "host/team/shop"),
      ("ssh://git@host:22/shop", "host/22/shop"), ("host:shop", "host/shop"), ("file://\(root)", root),
      ("\(root)/.git", root), ("/missing/shop.git", "/missing/shop"), ("https://host/a@b", "host/a@b"),
      ("../shop", root),
    ] {
      try scene.git("config remote.origin.url \(origin)")
      #expect(try ["repo", "side"].map(name) == [expected, expected], "\(origin)")
    }
  }

  @Test func `a running hook's variables are honoured`() throws {
    let scene = try Scene()
    try scene.write("x\n", "a.txt")
    try scene.git("add a.txt")
    try FileManager.default.moveItem(atPath: scene.path(".git/index"), toPath: scene.path(".git/other"))
    let repository = try scene.open(
      "dir", environment: ["GIT_DIR": scene.path(".git"), "GIT_INDEX_FILE": ".git/other"])
    let lines = Scene.lines(try repository.changesInWorkingTree(since: repository.headCommit()))
    #expect(lines == ["modified staged a.txt"])
    let elsewhere = try Repository.open(
      containing: scene.sandbox.path("home"),
      environment: scene.sandbox.environment.merging([
        "GIT_DIR": scene.path(".git"), "GIT_WORK_TREE": scene.sandbox.path("repo"),
      ]) { $1 })
    #expect(elsewhere.workingFolder == scene.sandbox.path("repo"))
  }

  /// For Git the folder that a hook went to is then the work tree.
  @Test func `a hook that went elsewhere gets no answer about the repository it came from`() throws {
    let scene = try Scene()
    for other in ["other", "repo/inner"] { try scene.sandbox.makeRepository(other) }
    try scene.git("worktree add -q tree")
    let environment = scene.sandbox.environment.merging(["GIT_DIR": scene.path(".git")]) { $1 }
    for other in ["other", "repo/inner", "repo/tree"] {
      let failure = #expect(throws: Failure.self) {
        try Repository.open(containing: scene.sandbox.path(other), environment: environment)
      }
      #expect(failure?.isGit(.notARepository) == true)
      #expect(failure?.message.contains("GIT_DIR") == true)
    }
    let tree = try Repository.open(
      containing: scene.path("tree/dir"),
      environment: environment.merging(["GIT_DIR": scene.path(".git/worktrees/tree")]) { $1 })
    #expect(tree.workingFolder == scene.path("tree"))
    let inside = try Repository.open(containing: scene.path("dir"), environment: environment)
    #expect(inside.workingFolder == scene.sandbox.path("repo"))
  }

  @Test func `a worktree of a bare repository`() throws {
    let scene = try Scene()
    try scene.git("clone -q --bare . ../hub.git")
    try scene.sandbox.git("hub.git", "worktree add -q ../work main")
    try scene.write("new\n", "../work/a.txt")
    let work = try Repository.open(
      containing: scene.sandbox.path("work/dir"), environment: scene.sandbox.environment)
    #expect(work.workingFolder == scene.sandbox.path("work"))
    #expect(
      Scene.lines(try work.changesInWorkingTree(since: work.headCommit())) == ["modified unstaged a.txt"])
  }

  @Test func `a missing index has nothing staged`() throws {
    let scene = try Scene()
    try scene.remove(".git/index")
    let lines = try scene.changes()
    #expect(lines == [])
    try scene.write("other\n", "a.txt")
    #expect(try scene.changes() == ["modified untracked a.txt"])
  }

  @Test func `a damaged index is refused`() throws {
    let scene = try Scene()
    let file = scene.path(".git/index")
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    for length in [1, 11, 40, 100, whole.count / 2] {
      try whole.prefix(length).write(to: URL(fileURLWithPath: file))
      #expect(gitErrorCode { _ = try scene.changes() } == "corrupt-repository", "\(length)")
    }
  }

  @Test func `what is no repository, or bare`() throws {
    let sandbox = try GitSandbox()
    func code(_ place: String) -> String? {
      gitErrorCode {
        _ = try Repository.open(containing: sandbox.path(place), environment: sandbox.environment)
      }
    }
    #expect(code("home") == "not-a-repository")
    #expect(code("nowhere") == "not-a-repository")
    try sandbox.git("home", "init -q --bare ../bare")
    #expect(code("bare") == "unsupported-repository")
  }

  @Test(arguments: [
    ("init -q --object-format=sha256 ../other", "unsupported-repository"),
    ("config --file ../other/.git/config extensions.refStorage reftable", "unsupported-repository"),
  ])
  func `formats that cannot be read`(command: String, code: String) throws {
    let sandbox = try GitSandbox()
    if command.hasPrefix("config") {
      try sandbox.makeRepository("other")
      try sandbox.git("other", "config core.repositoryFormatVersion 1")
    }
    try sandbox.git("home", command)
    #expect(
      gitErrorCode {
        _ = try Repository.open(containing: sandbox.path("other"), environment: sandbox.environment)
      } == code)
  }

  @Test func `split and sparse indexes are refused for the work tree only`() throws {
    let scene = try Scene()
    try scene.git("update-index --split-index")
    #expect(gitErrorCode { _ = try scene.changes() } == "split-index")
    #expect(try scene.changes(from: "HEAD", to: "HEAD") == [])
    let sparse = try Scene()
    try sparse.git("sparse-checkout set --cone --sparse-index run")
    #expect(gitErrorCode { _ = try sparse.changes() } == "sparse-index")
  }

  @Test func `a sparse checkout deletes nothing`() throws {
    let scene = try Scene()
    for name in ["in/x.swift", "out/y.swift", "out/.gitignore"] { try scene.write("*.tmp\n", name) }
    try scene.commit()
    try scene.git("sparse-checkout set --cone in")
    #expect(!FileManager.default.fileExists(atPath: scene.path("out")))
    #expect(try scene.changes() == [])
    let tree = try scene.open().workingTree()
    #expect(try tree.files { $0.elementsEqual("y.swift".utf8) } == ["out/y.swift"])
    #expect(try tree.contents(of: "out/y.swift") == Array("*.tmp\n".utf8))
    try scene.write("x", "out/z.tmp")
    try scene.write("x", "out/y.swift")
    #expect(try scene.changes() == ["modified unstaged out/y.swift"])
  }

  @Test func `shallow clones`() throws {
    let scene = try Scene()
    for step in 0..<4 {
      try scene.write("\(step)\n", "a.txt")
      try scene.commit()
    }
    try scene.git("branch fork HEAD~2")
    try scene.git("clone -q --depth 1 --no-single-branch file://\(scene.sandbox.path("repo")) ../shallow")
    let shallow = try Repository.open(
      containing: scene.sandbox.path("shallow"), environment: scene.sandbox.environment)
    #expect(shallow.isShallow)
    #expect(try !scene.open().isShallow)
    let head = try shallow.resolve("HEAD")
    #expect(try shallow.parents(of: head) == [])
    #expect(try shallow.nearestAncestor(of: head, limit: .max) { $0 != head } == nil)
    #expect(try shallow.mergeBase(shallow.resolve("origin/fork"), head) == nil)
    #expect(gitErrorCode { _ = try shallow.resolve("HEAD^") } == "unknown-revision")
  }

  @Test func `partial clones`() throws {
    let scene = try Scene()
    try scene.write("2\n", "a.txt")
    try scene.commit()
    try scene.git("config uploadpack.allowFilter true")
    let origin = "file://\(scene.sandbox.path("repo"))"
    try scene.git("clone -q --no-checkout --filter=blob:none \(origin) ../blobless")
    try scene.git("clone -q --no-checkout --filter=tree:0 \(origin) ../treeless")
    let environment = scene.sandbox.environment
    let blobless = try Repository.open(containing: scene.sandbox.path("blobless"), environment: environment)
    let head = try blobless.resolve("HEAD")
    let base = try blobless.resolve("HEAD^")
    #expect(Scene.lines(try blobless.changes(from: base, to: head)) == ["modified committed a.txt"])
    #expect(gitErrorCode { _ = try blobless.tree(of: base).contents(of: "a.txt") } == "missing-object")
    let treeless = try Repository.open(containing: scene.sandbox.path("treeless"), environment: environment)
    #expect(try treeless.mergeBase(base, head) == base)
    #expect(gitErrorCode { _ = try treeless.changes(from: base, to: head) } == "missing-object")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make a checkout that belongs to somebody else"))
  func `another user's checkout`() throws {
    let scene = try Scene()
    chown(scene.sandbox.path("repo"), 12345, 12345)
    chown(scene.path(".git"), 12345, 12345)
    func code(_ more: [String: String]) -> String? {
      gitErrorCode { _ = try scene.open(environment: more) }
    }
    func safe(_ value: String) -> [String: String] {
      ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": value]
    }
    #expect(code([:]) == "dubious-ownership")
    #expect(code(["SUDO_UID": "12345"]) == nil)
    #expect(code(safe("*")) == nil)
    #expect(code(safe(scene.sandbox.path("repo"))) == nil)
    #expect(code(safe("/elsewhere")) == "dubious-ownership")
    #expect(code(safe("")) == "dubious-ownership")
    // The repository cannot vouch for itself.
    let file = scene.path(".git/config")
    let config = try String(contentsOfFile: file, encoding: .utf8)
    try (config + "[safe]\n\tdirectory = *\n").write(toFile: file, atomically: true, encoding: .utf8)
    #expect(code([:]) == "dubious-ownership")
    try scene.write("[safe]\n\tdirectory = *\n", "../home/gitconfig")
    #expect(code([:]) == nil)
  }
}
