import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The hook's file: what is installed, kept, called and restored. Pushes are real; Ambit is a stand-in that
/// writes down how it is called.
struct HookInstallTests {
  /// A workspace with a bare remote, and a stand-in for Ambit in a folder whose name needs quoting.
  private struct Scene {
    let sandbox: CommandSandbox
    let hook: String
    var git: GitSandbox { sandbox.git }
    var program: String { git.path("it's here/ambit") }
    var calls: String { (try? String(contentsOfFile: git.path("calls"), encoding: .utf8)) ?? "" }

    init() throws {
      sandbox = try CommandSandbox()
      hook = sandbox.root + "/.git/hooks/pre-push"
      try git.makeRepository("bare")
      try git.git("bare", "config core.bare true")
      try git.git("shop", "remote add origin \(git.path("bare"))")
      try program(
        "it's here/ambit", "echo \"ambit $*\" >> '\(git.path("calls"))'; cat >> '\(git.path("calls"))'")
    }

    func program(_ path: String, _ script: String) throws {
      try git.folder.write("#!/bin/sh\n\(script)\n", to: path)
      chmod(git.path(path), 0o755)
    }

    func ambit(_ line: String) -> CommandSandbox.Result { sandbox.run(line, executable: program) }

    /// nil when the push went through.
    func push(_ what: String = "origin main", in place: String = "shop") -> String? {
      do {
        try git.git(place, "push -q \(what)")
        return nil
      } catch {
        return "\(error)"
      }
    }
  }

  @Test func `a push is handed on as Git tells it`() throws {
    let scene = try Scene()
    #expect(scene.ambit("hook install").exitCode == 0)
    #expect(scene.push() == nil)
    let head = try scene.git.git("shop", "rev-parse HEAD")
    let zero = String(repeating: "0", count: 40)
    let bare = scene.git.path("bare")
    #expect(
      scene.calls == "ambit hook run -- origin \(bare)\nrefs/heads/main \(head) refs/heads/main \(zero)\n")
  }

  @Test func `a failing test stops the push`() throws {
    let scene = try Scene()
    try scene.program("it's here/ambit", "exit 1")
    #expect(scene.ambit("hook install").exitCode == 0)
    #expect(scene.push() != nil)
    #expect(try scene.git.git("bare", "branch --list") == "")
    #expect(scene.push("--no-verify origin main") == nil)
  }

  @Test func `a hook that is there runs first, and comes back`() throws {
    let scene = try Scene()
    let calls = scene.git.path("calls")
    let text =
      "#!/bin/sh\necho \"former $*\" >> '\(calls)'; cat >> '\(calls)'; exit $(cat '\(scene.git.path("code"))')\n"
    try scene.git.folder.write(text, to: "shop/.git/hooks/pre-push")
    chmod(scene.hook, 0o755)
    try scene.git.folder.write("0", to: "code")
    for _ in 0..<2 { #expect(scene.ambit("hook install").exitCode == 0) }
    #expect(scene.push() == nil)
    let lines = scene.calls.split(separator: "\n")
    #expect(lines.count == 4 && lines[0].hasPrefix("former origin ") && lines[2].hasPrefix("ambit hook run"))
    #expect(lines[1] == lines[3] && lines[1].hasPrefix("refs/heads/main "))
    // Its exit code counts, and what it refuses is not tested.
    try scene.git.folder.write("7", to: "code")
    try scene.git.folder.write("", to: "calls")
    #expect(scene.push("origin main:other") != nil)
    #expect(!scene.calls.contains("ambit hook"))
    let removed = scene.ambit("hook uninstall")
    #expect(removed.exitCode == 0 && removed.output.contains("is back"))
    #expect(try String(contentsOfFile: scene.hook, encoding: .utf8) == text)
    #expect(FileManager.default.isExecutableFile(atPath: scene.hook))
    let left = try FileManager.default.contentsOfDirectory(atPath: scene.sandbox.root + "/.git/hooks")
    #expect(left.filter { $0.hasPrefix("pre-push") && !$0.hasSuffix(".sample") } == ["pre-push"])
    #expect(scene.ambit("hook uninstall").output.contains("Ambit has no hook"))
    #expect(try String(contentsOfFile: scene.hook, encoding: .utf8) == text)
  }

  @Test func `two hooks of others are left alone`() throws {
    let scene = try Scene()
    try scene.git.folder.write("#!/bin/sh\n", to: "shop/.git/hooks/pre-push")
    #expect(scene.ambit("hook install").exitCode == 0)
    try scene.git.folder.write("#!/bin/sh\n# newer\n", to: "shop/.git/hooks/pre-push")
    let again = scene.ambit("hook install --json")
    #expect(try again.json["error"]?["code"]?.stringValue == "two-former-hooks")
    #expect(try String(contentsOfFile: scene.hook, encoding: .utf8) == "#!/bin/sh\n# newer\n")
  }

  @Test func `uninstalling leaves nothing`() throws {
    let scene = try Scene()
    #expect(scene.ambit("hook install").exitCode == 0)
    #expect(scene.ambit("hook uninstall").exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: scene.hook))
    #expect(scene.push() == nil && scene.calls.isEmpty)
  }

  @Test func `where Git looks for hooks`() throws {
    let scene = try Scene()
    try scene.git.git("shop", "config core.hooksPath .githooks")
    #expect(scene.ambit("hook install").output.contains("/shop/.githooks/pre-push"))
    #expect(scene.push() == nil && scene.calls.hasPrefix("ambit hook run"))
    try scene.git.git("shop", "config --unset core.hooksPath")
    try scene.git.git("shop", "config --global core.hooksPath \(scene.git.path("everybody"))")
    let shared = scene.ambit("hook install --json")
    #expect(try shared.json["error"]?["code"]?.stringValue == "shared-hooks")
    #expect(!FileManager.default.fileExists(atPath: scene.git.path("everybody")))
  }

  @Test func `worktrees share the hook`() throws {
    let scene = try Scene()
    try scene.git.git("shop", "worktree add -q ../tree -b topic")
    let result = scene.ambit("hook install -C \(scene.git.path("tree"))")
    #expect(result.output.contains(scene.hook), "\(result.errors)")
    #expect(scene.push("origin topic", in: "tree") == nil)
    #expect(scene.calls.contains("refs/heads/topic"))
  }

  @Test func `a workspace in a folder is named`() throws {
    let scene = try Scene()
    try scene.sandbox.edit("my packages/workspace.json", "{\"version\": 1}\n")
    let program = scene.program
    let link = scene.git.path("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: scene.sandbox.root + "/my packages")
    #expect(scene.sandbox.run("hook install -C \(link)", executable: program).exitCode == 0)
    #expect(scene.push() == nil)
    #expect(scene.calls.hasPrefix("ambit hook run -C my packages -- origin "))
  }

  @Test func `a configuration of another name is handed on`() throws {
    let scene = try Scene()
    try scene.sandbox.edit("Apps/other one.json", "{\"version\": 1}\n")
    let line = ["hook", "install", "--workspace", "Apps/other one.json"]
    #expect(scene.sandbox.run(words: line, executable: scene.program).exitCode == 0)
    #expect(scene.push() == nil)
    #expect(scene.calls.hasPrefix("ambit hook run -C Apps --workspace other one.json -- origin "))
  }

  @Test func `the hook of another workspace stays`() throws {
    let scene = try Scene()
    try scene.sandbox.edit("Apps/workspace.json", "{\"version\": 1}\n")
    #expect(scene.ambit("-C Apps hook install").exitCode == 0)
    let text = try String(contentsOfFile: scene.hook, encoding: .utf8)
    let other = scene.ambit("hook install --json")
    #expect(other.exitCode == 2)
    #expect(try other.json["error"]?["code"]?.stringValue == "hook-of-another-workspace")
    #expect(scene.ambit("hook install").errors.contains("`ambit hook run -C Apps`"))
    #expect(try String(contentsOfFile: scene.hook, encoding: .utf8) == text)
    #expect(scene.ambit("-C Apps hook install").exitCode == 0)
    #expect(scene.ambit("hook uninstall").exitCode == 0 && scene.ambit("hook install").exitCode == 0)
  }

  @Test func `an Ambit that moved is looked for, and missed with a word`() throws {
    let scene = try Scene()
    #expect(scene.ambit("hook install").exitCode == 0)
    try FileManager.default.moveItem(atPath: scene.program, toPath: scene.git.path("it's here/old"))
    let failure = scene.push() ?? ""
    #expect(
      failure.contains("error: ambit is neither") && failure.contains("git push --no-verify"), "\(failure)")
    try scene.program("bin/ambit", "echo found >> '\(scene.git.path("calls"))'")
    let path = "\(scene.git.path("bin")):\(GitSandbox.searchPath)"
    try scene.git.git(in: "shop", ["push", "-q", "origin", "main"], environment: ["PATH": path])
    #expect(scene.calls == "found\n")
  }
}
