import Base
import Foundation
import TestSupport
import Testing

@testable import GitBridge

/// A folder that revisions of a scene are written to, one after another.
final class ExportTarget {
  let scene: Scene
  let folder: String
  private(set) var record = ExportRecord()

  init(_ scene: Scene) {
    self.scene = scene
    folder = scene.sandbox.path("copy")
  }

  @discardableResult
  func update(_ revision: String = "HEAD") throws -> ExportOutcome {
    let repository = try scene.open()
    let export = try RevisionExport(of: try repository.resolve(revision), in: repository)
    return try export.update(folder, keeping: ".build/ambit", record: &record)
  }

  /// As between two processes.
  func reloadRecord() { record = ExportRecord(decoding: record.encoded()) }

  var picture: FolderPicture { FolderPicture(folder) }

  func path(_ relative: String) -> String { "\(folder)/\(relative)" }

  func modified(_ relative: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path(relative))[.modificationDate] as? Date
  }
}

struct RevisionExportTests {
  /// One of them would be built in place of both.
  @Test(.enabled(if: CaselessFolder.canBeMade, "takes root, a loop device, FUSE and exfat-fuse"))
  func `two names are no two files everywhere`() throws {
    let scene = try Scene()
    try scene.write("1", "dir/A.swift")
    let first = try scene.commit()
    try scene.write("2", "dir/a.swift")
    let second = try scene.commit()
    let caseless = try CaselessFolder()
    var record = ExportRecord()
    func update(_ revision: String, in folder: String) throws {
      let repository = try scene.open()
      let export = try RevisionExport(of: try repository.resolve(revision), in: repository)
      _ = try export.update(folder, keeping: ".build/ambit", record: &record)
    }
    try FileManager.default.createDirectory(
      atPath: "\(caseless.path)/copy", withIntermediateDirectories: false)
    try update(first, in: "\(caseless.path)/copy")
    let error = #expect(throws: Failure.self) { try update(second, in: "\(caseless.path)/copy") }
    #expect(error?.message.contains("both 'dir/A.swift' and 'dir/a.swift'") == true)
    try update(second, in: scene.sandbox.path("copy"))
  }

  @Test(arguments: 0..<6) func `equals what git checks out, over random histories`(seed: UInt64) throws {
    let scene = try Scene()
    var edits = RandomEdits(
      sandbox: scene.sandbox, place: scene.place, random: SeededGenerator(seed: seed + 700))
    let target = ExportTarget(scene)
    for round in 0..<4 {
      for _ in 0..<8 { try edits.step() }
      let commit = try scene.commit("round")
      try target.update(commit)
      let wanted = try scene.gitCheckout(commit)
      #expect(target.picture.differences(from: wanted) == [], "round \(round)")
      // Back to an older one, which has to come out as it was.
      let older = "HEAD~\(Int.random(in: 0...round, using: &edits.random))"
      target.reloadRecord()
      try target.update(older)
      #expect(target.picture.differences(from: try scene.gitCheckout(older)) == [], "\(older)")
    }
  }

  @Test(arguments: [
    "", "core.autocrlf=true", "core.autocrlf=input", "core.eol=crlf",
  ])
  func `line ends and keywords are as git writes them`(setting: String) throws {
    let scene = try Scene()
    if let equals = setting.firstIndex(of: "=") {
      try scene.git("config \(setting[..<equals]) \(setting[setting.index(after: equals)...])")
    }
    try scene.write(
      """
      *.txt text eol=crlf
      *.auto text=auto
      *.bin -text
      *.unix text eol=lf
      id* ident
      """, ".gitattributes")
    try scene.write("*.txt text eol=lf\n[attr]crlf2 text eol=crlf\n*.macro crlf2\n", "dir/.gitattributes")
    for path in ["a.txt", "b.auto", "c.bin", "d.unix", "plain", "dir/e.txt", "dir/deep/f.txt", "dir/g.macro"]
    {
      try scene.write("one\ntwo\n", path)
    }
    try scene.write("\u{0}one\ntwo\n", "binary.auto")
    try scene.write("$Id$ and\nmore\n", "id1")
    try scene.write("$Id$ and\nmore\n", "id2.txt")
    try scene.commit("attributes")
    // The work tree's attributes must not count.
    try scene.write("*.txt -text\n", ".gitattributes")
    try scene.git("add .gitattributes")
    let target = ExportTarget(scene)
    #expect(try target.update().shortfalls == [])
    #expect(target.picture.differences(from: try scene.gitCheckout("HEAD")) == [])
    try scene.commit("other")
    try target.update()
    #expect(target.picture.differences(from: try scene.gitCheckout("HEAD")) == [])
    try target.update("HEAD^")
    #expect(target.picture.differences(from: try scene.gitCheckout("HEAD^")) == [])
  }

  /// Git counts each of them as unchanged.
  @Test(arguments: [
    ("no attributes", "", "a.txt", false, ""),
    ("attributes that change nothing", "*.txt text\n", "a.txt", false, ""),
    ("line ends that attributes alone change", "/a.txt text eol=crlf\n", "a.txt", true, ""),
    ("line ends of another file", "*.md text eol=crlf\n", "a.txt", false, ""),
    (
      "line ends that attributes changed before", "", "a.txt", true,
      """
      printf 'a.txt text eol=crlf\\n' > .gitattributes; git add -A; git commit -qm on; rm a.txt; git checkout -q a.txt
      touch -d 2020-01-01 a.txt; git add a.txt; git rm -q .gitattributes; git commit -qm off
      """
    ),
    ("the executable bit", "", "run.sh", true, "git config core.filemode false; chmod -x run.sh"),
    ("a link", "", "link", true, "git config core.symlinks false; rm link; printf a.txt > link"),
    ("a pointer of Git LFS", "*.bin filter=lfs\n", "large.bin", true, ""),
  ])
  func `a work tree may hold other files than a checkout`(
    name: String, attributes: String, file: String, differs: Bool, script: String
  ) throws {
    let scene = try Scene()
    try FileManager.default.createSymbolicLink(atPath: scene.path("link"), withDestinationPath: "a.txt")
    let id = String(repeating: "0", count: 64)
    try scene.write("version https://git-lfs.github.com/spec/v1\noid sha256:\(id)\nsize 4\n", "large.bin")
    try scene.commit()
    if !attributes.isEmpty { try scene.write(attributes, ".gitattributes") }
    try scene.commit("attributes")
    if !script.isEmpty {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-ec", script]
      process.currentDirectoryURL = URL(filePath: scene.path(""))
      process.environment = scene.sandbox.environment
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    let repository = try scene.open()
    #expect(try repository.changesInWorkingTree(since: repository.resolve("HEAD")).isEmpty)
    let export = try RevisionExport(of: try repository.resolve("HEAD"), in: repository)
    let found = try export.firstFile(unlike: scene.path("")) { _ in true }
    #expect(found == (differs ? RelativePath(file) : nil))
    #expect(try export.firstFile(unlike: scene.path("")) { $0 != RelativePath(file) } == nil)
  }

  @Test(arguments: 0..<8) func `random attributes on random line ends`(seed: UInt64) throws {
    let scene = try Scene()
    var random = SeededGenerator(seed: seed + 90)
    let target = ExportTarget(scene)
    let settings = ["core.autocrlf true", "core.autocrlf input", "core.eol crlf", "core.eol lf", "a.b c"]
    try scene.git("config \(settings.randomElement(using: &random) ?? "")")
    for _ in 0..<3 {
      for name in ["a.txt", "b.txt", "c.c", "dir/d.txt", "dir/e.c", "dir/deep/f.txt"] {
        let texts = [
          "a\nb\n", "a\r\nb\r\n", "a\r\nb\n", "\0\n\n", "", "a\rb\n", "$Id$\n", "$Id: old $ x\r\n",
        ]
        try scene.write(texts.randomElement(using: &random) ?? "", name)
      }
      for folder in ["", "dir/", "dir/deep/"] {
        let rules = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          let pattern = ["*", "*.txt", "*.c", "d*", "dir/*", "/a.txt", "deep/**"].randomElement(
            using: &random)
          let value = [
            "text", "-text", "!text", "text=auto", "eol=crlf", "eol=lf", "text=auto eol=crlf", "ident",
            "-ident", "binary", "crlf", "-crlf", "crlf=input",
          ].randomElement(using: &random)
          return "\(pattern ?? "*") \(value ?? "text")\n"
        }
        try scene.write(rules.joined(), "\(folder).gitattributes")
      }
      let commit = try scene.commit("round")
      try target.update(commit)
      #expect(target.picture.differences(from: try scene.gitCheckout(commit)) == [])
      let repository = try scene.open()
      let tree = try repository.tree(of: repository.resolve(commit))
      for file in try tree.checkedOut(tree.files { _, _ in true }) {
        let written = try scene.git("hash-object --no-filters \(target.path(file.path.description))")
        #expect(file.content?.description == written, "\(file.path)")
      }
    }
  }

  @Test func `what stays the same keeps its time`() throws {
    let scene = try Scene()
    let target = ExportTarget(scene)
    #expect(try target.update().written == 3)
    let before = try target.modified("dir/b.txt")
    try scene.write("new\n", "a.txt")
    try scene.commit()
    target.reloadRecord()
    #expect(try target.update().written == 1)
    #expect(try target.modified("dir/b.txt") == before)
    #expect(try target.update().written == 0)
  }

  @Test func `a lost record costs reading, not writing`() throws {
    let scene = try Scene()
    let target = ExportTarget(scene)
    try target.update()
    let other = ExportTarget(scene)
    let before = try other.modified("dir/b.txt")
    #expect(try other.update().written == 0)
    #expect(try other.modified("dir/b.txt") == before)
  }

  @Test func `what a test did to the folder is undone, but for the scratch folder`() throws {
    let scene = try Scene()
    let target = ExportTarget(scene)
    try target.update()
    let outside = scene.sandbox.path("outside")
    try "mine".write(toFile: outside, atomically: false, encoding: .utf8)
    let manager = FileManager.default
    try manager.createDirectory(atPath: target.path(".build/ambit/x"), withIntermediateDirectories: true)
    try "kept".write(toFile: target.path(".build/ambit/x/object"), atomically: false, encoding: .utf8)
    try "left".write(toFile: target.path(".build/other"), atomically: false, encoding: .utf8)
    try "edited".write(toFile: target.path("dir/b.txt"), atomically: false, encoding: .utf8)
    try manager.removeItem(atPath: target.path("a.txt"))
    try manager.createSymbolicLink(atPath: target.path("a.txt"), withDestinationPath: outside)
    try manager.createDirectory(atPath: target.path("dir/.git/x"), withIntermediateDirectories: true)
    chmod(target.path("dir/.git"), 0o500)
    try target.update()
    let object = try String(contentsOfFile: target.path(".build/ambit/x/object"), encoding: .utf8)
    #expect(object == "kept")
    #expect(try String(contentsOfFile: outside, encoding: .utf8) == "mine")
    #expect(!manager.fileExists(atPath: target.path("dir/.git")))
    try manager.removeItem(atPath: target.path(".build"))
    #expect(target.picture.differences(from: try scene.gitCheckout("HEAD")) == [])
  }

  @Test func `a folder full of what was left half-way is mended`() throws {
    let scene = try Scene()
    let target = ExportTarget(scene)
    try target.update()
    // As if killed between writing the file and its last bytes, with the old record still there.
    try "#!".write(toFile: target.path("run.sh"), atomically: false, encoding: .utf8)
    try FileManager.default.createDirectory(
      atPath: target.path("a.txt.folder"), withIntermediateDirectories: true)
    try target.update()
    #expect(target.picture.differences(from: try scene.gitCheckout("HEAD")) == [])
  }
}

// MARK: Odd contents

extension RevisionExportTests {
  @Test func `submodules come from their own repositories`() throws {
    let scene = try Scene()
    try scene.sandbox.makeRepository("library")
    try scene.write("*.txt text eol=crlf\n", "../library/.gitattributes")
    try scene.write("1\n", "../library/inner.txt")
    try scene.sandbox.commitAll("library")
    try scene.git("submodule --quiet add \(scene.sandbox.path("library")) deep/sub")
    try scene.commit("with")
    let target = ExportTarget(scene)
    #expect(try target.update().absentSubmodules == [])
    #expect(target.picture.files["deep/sub/inner.txt"] == "file 31 d a")
    #expect(target.picture.differences(from: try scene.gitCheckout("HEAD")) == [])
    try scene.git("submodule --quiet deinit -f deep/sub")
    #expect(try target.update().absentSubmodules == ["deep/sub"])
    #expect(target.picture.files["deep/sub"] == "empty folder")
  }

  @Test func `a submodule without the commit is an error that names it`() throws {
    let scene = try Scene()
    try scene.sandbox.makeRepository("library")
    try scene.write("1\n", "../library/inner.txt")
    try scene.sandbox.commitAll("library")
    try scene.git("submodule --quiet add \(scene.sandbox.path("library")) sub")
    let absent = String(repeating: "ab", count: 20)
    try scene.git("update-index --cacheinfo 160000,\(absent),sub")
    try scene.git("commit -q -m ahead")
    let target = ExportTarget(scene)
    #expect(gitErrorCode { try target.update() } == "missing-submodule-commit")
    #expect(!FileManager.default.fileExists(atPath: target.folder))
  }

  @Test func `large files come from where git lfs keeps them`() throws {
    let scene = try Scene()
    let (here, gone) = (
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", String(repeating: "0", count: 64)
    )
    func pointer(_ id: String) -> String {
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(id)\nsize 4\n"
    }
    try scene.write("*.png filter=lfs -text\n", ".gitattributes")
    try scene.write(pointer(here), "here.png")
    try scene.write(pointer(gone), "gone.png")
    try scene.write("plain", "old.png")
    try scene.commit("large")
    try scene.write("test", ".git/lfs/objects/\(here.prefix(2))/\(here.dropFirst(2).prefix(2))/\(here)")
    let target = ExportTarget(scene)
    let missing = ExportShortfall(path: "gone.png", reason: .largeFile(gone))
    #expect(try target.update().shortfalls == [missing])
    #expect(target.picture.files["here.png"] == "file 74 65 73 74")
    #expect(target.picture.files["old.png"] == "file 70 6c 61 69 6e")
    // What was missing is looked for again.
    #expect(try target.update().shortfalls == [missing])
  }

  @Test func `programs that are not run are named`() throws {
    let scene = try Scene()
    try scene.git("config filter.secret.smudge cat")
    try scene.write(
      "*.x filter=secret\n*.y filter=nobody\n*.z working-tree-encoding=UTF-16\n", ".gitattributes")
    for path in ["a.x", "b.y"] { try scene.write("x\n", path) }
    try scene.commit("filters")
    let target = ExportTarget(scene)
    #expect(try target.update().shortfalls == [ExportShortfall(path: "a.x", reason: .filter("secret"))])
  }

  @Test(arguments: ["..", ".git", ".GIT", "a/b", "."])
  func `unsafe names are refused before anything is written`(name: String) throws {
    let scene = try Scene()
    let blob = try scene.git("rev-parse HEAD:a.txt")
    let id = stride(from: 0, to: 40, by: 2).map { offset -> UInt8 in
      let start = blob.index(blob.startIndex, offsetBy: offset)
      return UInt8(blob[start..<blob.index(start, offsetBy: 2)], radix: 16) ?? 0
    }
    let tree = try scene.sandbox.git(
      in: scene.place, ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"],
      input: Data("100644 \(name)\0".utf8) + Data(id))
    let text = String(decoding: tree, as: UTF8.self).trimmingCharacters(in: .newlines)
    let commit = try scene.git("commit-tree \(text) -m bad")
    let target = ExportTarget(scene)
    #expect(gitErrorCode { try target.update(commit) } == "corrupt-repository")
    #expect(!FileManager.default.fileExists(atPath: target.folder))
  }

  @Test func `names that are not text`() throws {
    let scene = try Scene()
    let blob = try scene.git("rev-parse HEAD:a.txt")
    try scene.sandbox.git(
      in: scene.place, ["update-index", "-z", "--add", "--index-info"],
      input: Data("100755 \(blob)\todd/".utf8) + Data([0xFF, 0x0A, 0xE4]) + Data([0]))
    try scene.git("commit -q -m odd")
    let target = ExportTarget(scene)
    try target.update()
    let copied = Array(target.path("odd/").utf8CString.dropLast()) + [-1, 0x0A, -28, 0]
    #expect(access(copied, X_OK) == 0)
  }
}
