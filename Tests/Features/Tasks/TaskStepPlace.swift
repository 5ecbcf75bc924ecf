import Base
import Foundation
import ProgramSupport
import TestSupport

/// A workspace that steps are taken in, and what its tasks should have made of it.
final class TaskStepPlace {
  private let box: TaskSandbox
  /// Since there are tasks.
  private var commits: [String] = []
  private var mode = ""
  private var version = 1
  private var form = 0
  private var clones = 0
  private var runs = 0
  /// Whether what is read undeclared is seen here.
  private let observes: Bool

  private static let files = FileManager.default
  private var root: String { box.shop.root }

  init(observes: Bool) throws {
    self.observes = observes
    box = try TaskSandbox([:], ignoring: "out/\ndist/\nquiet/\npeek/\nmisc/\n")
    for (package, upstream) in zip(
      TaskStep.packages, ["", "Packages/Core\n", "Packages/Core\nPackages/Cart\n"])
    {
      try box.shop.edit("\(package)/in/a", "\(package)\n")
      try box.shop.edit("\(package)/up", upstream)
    }
    try box.shop.edit("shared/common", "common\n")
    try configure()
    try take(.commit)
  }

  /// The scripts of the tasks, in an order in which each finds what it needs.
  private func scripts() -> [(task: String, script: String, more: String)] {
    let gen =
      "test ! -e in/fail; for u in $(cat up); do cat ../../$u/out/gen.txt; done > out/gen.txt; "
      + "cat in/a ../../shared/common >> out/gen.txt; cat in/b >> out/gen.txt 2>/dev/null || true; ls in >> out/gen.txt; "
      + "test -x in/a && echo x >> out/gen.txt || true; echo \"$MODE \(version)\" >> out/gen.txt; ln -s gen.txt out/link; "
      + "if test -e in/extra; then mkdir out/extra out/empty; cp in/extra out/extra/x; chmod 755 out/extra/x; fi"
    let pack =
      form == 0
      ? "find out | sort > dist/names; cat out/gen.txt > dist/all" : "cat out/gen.txt out/gen.txt > dist/all"
    let packed = form == 0 ? #""dist/**""# : #""dist/all""#
    return [
      (
        "gen", gen,
        #""inputs": ["in/**", "up", "/shared/common"], "outputs": ["out/**"], "dependsOn": ["^gen"], "env": ["MODE"]"#
      ),
      ("pack", pack, #""inputs": [], "outputs": [\#(packed)], "dependsOn": ["gen", "^gen"]"#),
      ("quiet", "cat in/* > quiet/q", #""outputs": ["quiet/**"]"#),
      (
        "misc", "cat in/a > misc/m; echo \(version) >> misc/m",
        #""inputs": [], "outputs": ["misc/**"], "cache": false"#
      ),
    ]
      + (observes
        ? [
          (
            "peek", "cat ../../shared/secret > peek/p 2>/dev/null || echo none > peek/p",
            #""inputs": ["up"], "outputs": ["peek/**"]"#
          )
        ] : [])
  }

  private func configure() throws {
    try box.configure(
      Dictionary(uniqueKeysWithValues: scripts().map { ($0.task, TaskSandbox.task($0.script, $0.more)) }))
  }

  // MARK: Steps

  func take(_ step: TaskStep) throws {
    switch step {
    case .write(let path, let text):
      if let text {
        try box.shop.edit(path, text + "\n")
      } else {
        try? Self.files.removeItem(atPath: "\(root)/\(path)")
      }
    case .permissions(let path, let mode):
      try? Self.files.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(root)/\(path)")
    case .removeOutputs(let path): try? Self.files.removeItem(atPath: "\(root)/\(path)")
    case .tamper(let path):
      try? "tampered".write(toFile: "\(root)/\(path)", atomically: false, encoding: .utf8)
    case .addStale(let path):
      try? Self.files.createDirectory(
        atPath: LocalFiles.folder(of: "\(root)/\(path)"), withIntermediateDirectories: true)
      try? "stale".write(toFile: "\(root)/\(path)", atomically: false, encoding: .utf8)
    case .replaceByLink(let path):
      // A whole folder of outputs that leads elsewhere would be refused.
      guard path.split(separator: "/").count > 3 else { return }
      try? Self.files.removeItem(atPath: "\(root)/\(path)")
      try? Self.files.createSymbolicLink(atPath: "\(root)/\(path)", withDestinationPath: "../in/a")
    case .mode(let text): mode = text
    case .version(let number):
      version = number
      try configure()
    case .form(let number):
      form = number
      try configure()
    case .commit:
      try box.shop.git.git("shop", "add -A")
      try box.shop.git.git("shop", "commit -q --allow-empty -m step")
      commits.append(try head())
    case .checkout(let number): try checkout(number)
    case .clone: clones += 1
    case .again: break
    }
  }

  private func head() throws -> String {
    try box.shop.git.git("shop", "rev-parse HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func checkout(_ number: Int) throws {
    try take(.commit)
    try box.shop.git.git("shop", "checkout -q -f -B main \(commits[number % commits.count])")
    // The commands are those of the commit.
    let text = try box.shop.contents(of: "workspace.json")
    version = text.contains("$MODE 2") ? 2 : 1
    form = text.contains("dist/names") ? 0 : 1
  }

  // MARK: Running

  /// What is wrong after a run; nil where all is well.
  func check(after step: TaskStep) throws -> String? {
    runs += 1
    // After the first run all outputs lie here, and so none may stay stale, whatever is selected.
    let flags = runs == 1 ? "--all" : ["--all", "", "--jobs 1", "--all --jobs 3"][runs % 4]
    if let wrong = try compared(folder: "shop", flags) { return wrong }
    guard step == .clone else { return nil }
    let name = "clone-\(clones)"
    try take(.commit)
    try box.shop.git.git(in: ".", ["clone", "-q", "shop", name])
    defer { try? Self.files.removeItem(atPath: box.shop.git.path(name)) }
    return try compared(folder: name, "--all").map { "in a clone: \($0)" }
  }

  private func compared(folder: String, _ flags: String) throws -> String? {
    let names = scripts().map(\.task)
    let result = box.shop.run(
      "run \(names.joined(separator: " ")) \(flags) --json", in: "../\(folder)", environment: ["MODE": mode])
    let cold = try ColdTasks(of: box.shop.git.path(folder), in: box.shop.git, scripts(), mode: mode)
    defer { cold.remove() }
    guard result.exitCode == (cold.failed.isEmpty ? 0 : 1) else {
      return
        "exit code \(result.exitCode), failing cold: \(cold.failed.sorted())\n\(result.output)\n\(result.errors)"
    }
    for package in TaskStep.packages {
      for (task, outputs) in [
        ("gen", "out"), ("pack", "dist"), ("quiet", "quiet"), ("misc", "misc"), ("peek", "peek"),
      ]
      where names.contains(task) && !cold.failed.contains("\(task) \(package)") {
        // Of another form's outputs nobody says what becomes of them.
        let place = task == "pack" && form == 1 ? "\(package)/dist/all" : "\(package)/\(outputs)"
        let (warm, right) = (
          TreePicture.of("\(box.shop.git.path(folder))/\(place)"), TreePicture.of("\(cold.root)/\(place)")
        )
        if warm != right { return "\(place) \(flags):\n\(warm)\nis not\n\(right)\n\(result.output)" }
      }
    }
    return nil
  }
}

/// The same tasks without Ambit: their scripts, one after the other, in a copy of the workspace without outputs.
private struct ColdTasks {
  let root: String
  /// What does not end well, or comes after that.
  private(set) var failed: Set<String> = []

  init(
    of workspace: String, in git: GitSandbox, _ scripts: [(task: String, script: String, more: String)],
    mode: String
  ) throws {
    root = git.path("cold")
    var lines = ["rm -rf '\(root)'; mkdir '\(root)'; cd '\(workspace)'"]
    lines.append(
      "for p in \(TaskStep.packages.joined(separator: " ")); do mkdir -p '\(root)'/$p; cp -a $p/in $p/up '\(root)'/$p/; done"
    )
    lines.append("cp -a shared '\(root)'/; export MODE='\(mode)' LANG=C.UTF-8")
    for (task, script, more) in scripts {
      for package in TaskStep.packages {
        let upstream =
          more.contains("^gen")
          ? "for u in $(cat '\(root)/\(package)/up'); do test ! -e \"\(root)/failed-gen-$(basename $u)\" || exit 1; done; "
          : ""
        let before =
          task == "pack"
          ? "test ! -e '\(root)/failed-gen-\(package.split(separator: "/").last ?? "")' || exit 1; " : ""
        let folder = ["gen": "out", "pack": "dist"][task] ?? task
        let name = "\(root)/failed-\(task)-\(package.split(separator: "/").last ?? "")"
        // Behind `||` nothing of a subshell would end at its first failure.
        lines.append(
          "(\(before)\(upstream)cd '\(root)/\(package)'; mkdir -p \(folder); set -e; \(script)) >/dev/null 2>&1; "
            + "test $? = 0 || : > '\(name)'")
      }
    }
    let command = Command(
      executable: "/bin/sh", arguments: ["-c", lines.joined(separator: "\n")],
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
    _ = try command.run()
    for (task, _, _) in scripts {
      for package in TaskStep.packages
      where LocalFiles.exists("\(root)/failed-\(task)-\(package.split(separator: "/").last ?? "")") {
        failed.insert("\(task) \(package)")
      }
    }
  }

  func remove() { LocalFiles.removeTree(root) }
}

/// All that lies in a folder, with what it is.
private enum TreePicture {
  static func of(_ path: String) -> String { lines(path, "").joined(separator: "\n") }

  private static func lines(_ path: String, _ name: String) -> [String] {
    guard let facts = FileFacts(of: path) else { return ["\(name) nothing"] }
    switch facts.kind {
    case .link:
      return [
        "\(name) -> \(String(decoding: ByteFiles.linkTarget(at: Array(path.utf8)) ?? [], as: UTF8.self))"
      ]
    case .folder:
      let names = LocalFiles.names(in: path).sorted()
      return names.isEmpty ? ["\(name)/"] : names.flatMap { lines("\(path)/\($0)", "\(name)/\($0)") }
    case .file, .other:
      let text = String(decoding: LocalFiles.read(path) ?? [], as: UTF8.self)
      return ["\(name) \(String(facts.permissions, radix: 8)) \(text.debugDescription)"]
    }
  }
}
