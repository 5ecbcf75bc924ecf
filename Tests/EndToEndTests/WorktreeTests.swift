import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A second working folder of a clone, or of its history, starts from what was built in the first one.
@Suite struct WorktreeTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox()
    try SharedCache.begin(sandbox.git.path("cache"))
    try sandbox.edit(
      "Packages/Cart/Tests/CartTests/Tests.swift",
      """
      import Cart
      import Foundation
      import Testing
      @Test func t() throws {
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("fixture")
        #expect(try String(contentsOf: fixture, encoding: .utf8) == "\\(x)")
      }

      """)
    try sandbox.edit("Packages/Cart/Tests/CartTests/fixture", "1")
    try sandbox.edit(
      "workspace.json",
      #"{"version": 1, "modules": {"//Packages/Cart:CartTests": {"inputs": ["Tests/CartTests/fixture"]}}}"#)
    try sandbox.git.commitAll("shop", "fixture")
  }

  private struct Run {
    let exitCode: Int32
    let output: String
    let errors: String

    var json: JSONNode { get throws { try JSONParser.parse(Array(output.utf8)) } }
    var compiled: Int? { get throws { try json["build"]?["compiled"]?.intValue } }
    var state: String? { get throws { try json["build"]?["state"]?.stringValue } }
  }

  /// In a process of its own, since the program begins itself anew.
  private func run(_ line: String, in folder: String, as words: [String] = []) throws -> Run {
    let process = Process()
    let program = words + [try #require(BuiltProgram.path)] + line.split(separator: " ").map(String.init)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = program
    process.currentDirectoryURL = URL(fileURLWithPath: sandbox.git.path(folder))
    process.environment = sandbox.git.environment.merging([
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "XDG_CACHE_HOME": sandbox.git.path("cache"),
    ]) { $1 }
    let place = try TemporaryFolder()
    for name in ["output", "errors"] { try place.write("", to: name) }
    process.standardOutput = FileHandle(forWritingAtPath: place.path("output"))
    process.standardError = FileHandle(forWritingAtPath: place.path("errors"))
    try process.run()
    process.waitUntilExit()
    return Run(
      exitCode: process.terminationStatus,
      output: try String(contentsOfFile: place.path("output"), encoding: .utf8),
      errors: try String(contentsOfFile: place.path("errors"), encoding: .utf8))
  }

  private static let everything = "test --all --no-cache --json"

  /// The first run in the first working folder.
  private func build(as words: [String] = []) throws {
    let first = try run(Self.everything, in: "shop", as: words)
    try #require(first.exitCode == 0, "\(first.errors)")
    #expect(try first.state == "fresh")
  }

  /// What a working folder that starts from another one's state has to do, in steps.
  private func check(_ folder: String, as words: [String] = []) throws {
    let start = try run(Self.everything, in: folder, as: words)
    #expect(start.exitCode == 0, "\(start.errors)")
    #expect(try start.state == "restored")
    #expect(try start.compiled == 0)
    let below = try run("affected", in: "\(folder)/Packages/Cart", as: words)
    #expect(below.exitCode == 0, "\(below.errors)")

    // What lies here counts, by whatever path it is read.
    let file = sandbox.git.path("\(folder)/Packages/Cart/Tests/CartTests/fixture")
    try "2".write(toFile: file, atomically: false, encoding: .utf8)
    let broken = try run("test --json", in: folder, as: words)
    #expect(broken.exitCode == 1, "\(broken.errors)")
    #expect(!broken.output.contains(sandbox.git.path("shop/")) || folder.hasPrefix("shop/"))
    #expect(try broken.json["modules"]?.arrayValue?.map { $0["outcome"]?.stringValue } == ["failed"])

    let source = sandbox.git.path("\(folder)/Packages/Cart/Sources/Cart/Cart.swift")
    try "public let x = 2\n".write(toFile: source, atomically: false, encoding: .utf8)
    let mended = try run("test --json", in: folder, as: words)
    #expect(mended.exitCode == 0, "\(mended.errors)")
    #expect(try (mended.compiled ?? 0) > 0)

    try "public let x: Int = \"2\"\n".write(toFile: source, atomically: false, encoding: .utf8)
    let wrong = try run("test -v", in: folder, as: words)
    #expect(wrong.exitCode == 1)
    #expect(wrong.output.contains("Packages/Cart/Sources/Cart/Cart.swift:1"))
  }

  private static let isAllowed = OwnMounts.obstacle() == nil

  @Test(.enabled(if: isAllowed, "mount namespaces are not allowed here"))
  func `a linked worktree starts from the clone's state`() throws {
    try build()
    try sandbox.git.git(in: "shop", ["worktree", "add", "-q", "../fix", "-b", "fix"])
    try check("fix")
    // The other one is as it was.
    #expect(try sandbox.git.git(in: "shop", ["status", "--porcelain"]).isEmpty)
    let again = try run(Self.everything, in: "shop")
    #expect(again.exitCode == 0)
    #expect(try again.compiled == 0)
  }

  /// Whoever may everything is tried as one who may not, too.
  @Test(.enabled(if: isAllowed && CurrentProcess.user == 0, "this is tried by root"))
  func `a user who is not root does so in a namespace of users`() throws {
    let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all"]
    try sandbox.git.git(in: "shop", ["worktree", "add", "-q", "../fix", "-b", "fix"])
    let folder = sandbox.git.path(".")
    let handing = try Process.run(
      URL(fileURLWithPath: "/bin/chown"), arguments: ["-R", "65534:65534", folder])
    handing.waitUntilExit()
    try build(as: nobody)
    try check("fix", as: nobody)
  }

  @Test(.enabled(if: isAllowed && CurrentProcess.user == 0, "this is tried by root"))
  func `where there may be no mounts all is built anew, and the reason said`() throws {
    let confined = [
      "unshare", "--user", "--map-root-user", "sh", "-c",
      "echo 0 >/proc/sys/user/max_user_namespaces && exec setpriv --bounding-set=-all \"$0\" \"$@\"",
    ]
    try build()
    try sandbox.git.git(in: "shop", ["worktree", "add", "-q", "../fix", "-b", "fix"])
    let start = try run(Self.everything, in: "fix", as: confined)
    #expect(start.exitCode == 0, "\(start.errors)")
    #expect(try start.state == "fresh")
    #expect(start.errors.contains("the system does not let this user create private mounts"))
    // What was built elsewhere does not serve here.
    try FileManager.default.copyItem(atPath: sandbox.root, toPath: sandbox.git.path("copy"))
    let copy = try run(Self.everything, in: "copy", as: confined)
    #expect(copy.exitCode == 0, "\(copy.errors)")
    #expect(copy.errors.contains("rebuilding"))
    #expect(try (copy.compiled ?? 0) > 0)
    let again = try run(Self.everything, in: "copy", as: confined)
    #expect(try again.compiled == 0)
  }

  @Test(.enabled(if: isAllowed, "mount namespaces are not allowed here"))
  func `so does one inside the clone's folder, and the clone from it`() throws {
    try sandbox.edit(".gitignore", ".build/\n/trees/\n")
    try sandbox.git.commitAll("shop", "ignore")
    try sandbox.git.git(in: "shop", ["worktree", "add", "-q", "trees/fix", "-b", "fix"])
    let first = try run(Self.everything, in: "shop/trees/fix")
    try #require(first.exitCode == 0, "\(first.errors)")
    // To be seen inside itself it would have to hide a part of itself.
    let outer = try run(Self.everything, in: "shop")
    #expect(outer.exitCode == 0, "\(outer.errors)")
    #expect(try outer.state == "fresh")
    try sandbox.git.git(in: "shop", ["worktree", "add", "-q", "trees/other", "-b", "other"])
    try check("shop/trees/other")
  }

  /// SwiftPM's lock on a scratch folder goes by its path, which both have in common.
  @Test(.enabled(if: isAllowed, "mount namespaces are not allowed here"))
  func `one does not wait for the other`() throws {
    try build()
    try sandbox.git.git(in: "shop", ["worktree", "add", "-q", "../fix", "-b", "fix"])
    #expect(try run(Self.everything, in: "fix").exitCode == 0)
    let scratch = sandbox.git.path("shop/.build/ambit/main")
    let resolved = URL(fileURLWithPath: scratch).resolvingSymlinksInPath().path
    let name = resolved.replacingOccurrences(of: "/", with: "_") + ".lock"
    let held = try FileLock.open("\(sandbox.git.environment["TMPDIR"] ?? "/tmp")/\(name)", permissions: 0o644)
    try #require(held.tryLock())
    let source = sandbox.git.path("fix/Packages/Cart/Sources/Cart/Cart.swift")
    try "public let x = 1 + 0\n".write(toFile: source, atomically: false, encoding: .utf8)
    let free = try run("test --json", in: "fix")
    #expect(free.exitCode == 0, "\(free.errors)")
    #expect(!free.errors.contains("waiting for"))
    withExtendedLifetime(held) {}
  }

  @Test(.enabled(if: isAllowed, "mount namespaces are not allowed here"))
  func `checkouts of a host lie elsewhere each time`() throws {
    try sandbox.git.git(in: ".", ["clone", "-q", "--bare", "shop", "origin.git"])
    try FileManager.default.removeItem(atPath: sandbox.root)
    try sandbox.git.git(in: ".", ["clone", "-q", "origin.git", "jobs/1/deep/checkout"])
    let first = try run(Self.everything, in: "jobs/1/deep/checkout")
    try #require(first.exitCode == 0, "\(first.errors)")
    try FileManager.default.removeItem(atPath: sandbox.git.path("jobs/1"))
    try sandbox.git.git(in: ".", ["clone", "-q", "origin.git", "jobs/2/checkout"])
    try check("jobs/2/checkout")
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.git.path("jobs/1")),
      "nothing stays where it seemed to lie")
  }

  /// The folder `sdk` decides what `Cart` is. It lies beside the repository, or not.
  private func asksBeside() throws {
    let manifest = try String(
      contentsOfFile: sandbox.git.path("shop/Packages/Cart/Package.swift"), encoding: .utf8)
    try sandbox.edit(
      "Packages/Cart/Package.swift",
      manifest.replacing("import PackageDescription", with: "import Foundation\nimport PackageDescription")
        + """

        let sdk = Context.packageDirectory + "/../../../sdk"
        if FileManager.default.fileExists(atPath: sdk) {
          for target in package.targets { target.swiftSettings = [.define("SDK")] }
        }
        if Context.gitInformation == nil {
          for target in package.targets { target.swiftSettings = [.define("GITLESS")] }
        }

        """)
    try sandbox.edit(
      "Packages/Cart/Sources/Cart/Cart.swift",
      """
      #if SDK
        public let x = 2
      #else
        public let x = 1
      #endif

      """)
    try sandbox.git.commitAll("shop", "sdk")
  }

  @Test(.enabled(if: isAllowed, "mount namespaces are not allowed here"))
  func `manifests see what lies beside their own worktree`() throws {
    try asksBeside()
    try build()
    try sandbox.git.folder.write("", to: "far/sdk/on")
    try sandbox.git.git(in: "shop", ["worktree", "add", "-q", "../far/fix", "-b", "fix"])
    let start = try run("test --all --json", in: "far/fix")
    #expect(start.exitCode == 1, "\(start.output)\(start.errors)")
    #expect(start.errors.contains("Packages/Cart/Package.swift declares something else there"))
  }

  @Test(.enabled(if: isAllowed, "mount namespaces are not allowed here"))
  func `manifests also see what comes to lie there later`() throws {
    try asksBeside()
    try build()
    try sandbox.git.git(in: "shop", ["worktree", "add", "-q", "../far/fix", "-b", "fix"])
    let same = try run(Self.everything, in: "far/fix")
    #expect(same.exitCode == 0, "\(same.output)\(same.errors)")
    #expect(try same.state == "restored")
    try sandbox.git.folder.write("", to: "far/sdk/on")
    let stray = try run("test --all --json", in: "far/fix")
    #expect(try stray.json["error"]?["code"]?.stringValue == "stray-manifest", "\(stray.output)")
    for _ in 0..<2 {
      let own = try run("test --all --json", in: "far/fix")
      #expect(own.exitCode == 1, "\(own.output)\(own.errors)")
    }
  }

  @Test(.enabled(if: isAllowed, "mount namespaces are not allowed here"))
  func `tasks see what lies beside their own worktree`() throws {
    try sandbox.edit(
      "workspace.json",
      """
      {"version": 1, "tasks": {"copy": {"command": ["sh", "-c", "cat ../../../beside >made"], "outputs": ["made"]}}}
      """)
    try sandbox.git.folder.write("1", to: "beside")
    try sandbox.edit(".gitignore", ".build/\nmade\n")
    try sandbox.git.commitAll("shop", "task")
    try build()
    try sandbox.git.folder.write("2", to: "far/beside")
    try sandbox.git.git(in: "shop", ["worktree", "add", "-q", "../far/fix", "-b", "fix"])
    let start = try run(Self.everything, in: "far/fix")
    #expect(try start.state == "restored", "\(start.errors)")
    let tasks = try run("run copy --all", in: "far/fix")
    #expect(tasks.exitCode == 0, "\(tasks.output)\(tasks.errors)")
    let made = sandbox.git.path("far/fix/Packages/Cart/made")
    #expect(try String(contentsOfFile: made, encoding: .utf8) == "2")
  }

  /// As Git's own search does.
  @Test(.enabled(if: isAllowed && CurrentProcess.user == 0, "this is tried by root"))
  func `the search for the repository ends at a file system's border`() throws {
    let mounted = [
      "unshare", "--mount", "sh", "-c",
      "mkdir -p inner && mount -t tmpfs none inner && cd inner && mkdir deep && cd deep && exec \"$0\" \"$@\"",
    ]
    let refused = try run("affected", in: "shop", as: mounted)
    #expect(
      refused.exitCode == 2 && refused.errors.contains("is not inside a Git repository"), "\(refused.errors)")
    let across = ["env", "GIT_DISCOVERY_ACROSS_FILESYSTEM=1"] + mounted
    let found = try run("affected", in: "shop", as: across)
    #expect(found.exitCode == 0, "\(found.errors)")
  }

  @Test(.enabled(if: isAllowed, "mount namespaces are not allowed here"))
  func `a copy with all that was built in it reads its own files`() throws {
    try build()
    try FileManager.default.copyItem(atPath: sandbox.root, toPath: sandbox.git.path("copy"))
    try "2".write(
      toFile: sandbox.git.path("copy/Packages/Cart/Tests/CartTests/fixture"), atomically: false,
      encoding: .utf8)
    let broken = try run("test --json", in: "copy")
    #expect(broken.exitCode == 1, "\(broken.errors)")
    #expect(try (broken.compiled ?? -1) >= 0)
  }

  @Test(.enabled(if: isAllowed, "mount namespaces are not allowed here"))
  func `submodules come along`() throws {
    try sandbox.git.makeRepository("logger")
    try sandbox.git.folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Logger", targets: [.target(name: "Logger"), .testTarget(name: "LoggerTests", dependencies: ["Logger"])])

      """, to: "logger/Package.swift")
    try sandbox.git.folder.write("let y = 1\n", to: "logger/Sources/Logger/Logger.swift")
    try sandbox.git.folder.write(
      "import Testing\n@Test func t() {}\n", to: "logger/Tests/LoggerTests/Tests.swift")
    try sandbox.git.commitAll("logger")
    try sandbox.git.git(
      "shop", "-c protocol.file.allow=always submodule add -q \(sandbox.git.path("logger")) Vendor/Logger")
    try sandbox.git.commitAll("shop", "logger")
    try build()
    try sandbox.git.git(in: "shop", ["worktree", "add", "-q", "../fix", "-b", "fix"])
    try sandbox.git.git(
      in: "fix", ["-c", "protocol.file.allow=always", "submodule", "update", "-q", "--init"])
    let start = try run(Self.everything, in: "fix")
    #expect(start.exitCode == 0, "\(start.errors)")
    #expect(try start.state == "restored")
    #expect(try start.compiled == 0)
    try "let y = 2\n".write(
      toFile: sandbox.git.path("fix/Vendor/Logger/Sources/Logger/Logger.swift"), atomically: false,
      encoding: .utf8)
    let affected = try run("test --json", in: "fix")
    #expect(
      try affected.json["modules"]?.arrayValue?.map { $0["id"]?.stringValue } == [
        "//Vendor/Logger:LoggerTests"
      ])
    #expect(try affected.json["modules"]?.arrayValue?.map { $0["outcome"]?.stringValue } == ["passed"])
    #expect(try sandbox.git.git(in: "shop", ["status", "--porcelain"]).isEmpty)
  }
}
