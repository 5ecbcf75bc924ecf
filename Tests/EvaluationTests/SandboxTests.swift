import Base
import Foundation
import TestSupport
import Testing

@testable import SwiftSources

private let searchPath = "/usr/local/bin:/usr/bin:/bin"

/// True when the kernel lets bubblewrap confine.
private let confines =
  TestTool.bubblewrap.path == nil
  ? TestTool.bubblewrap.isExpected : ManifestSandbox(.auto, searchPath: searchPath).obstacle == nil

private let takesSandbox = ConditionTrait.enabled(if: confines, "no bubblewrap that works")

/// What manifests cannot do where bubblewrap is at hand, by the way that many take and by SwiftPM's.
@Suite("Manifests: the sandbox")
struct SandboxTests {
  /// A package that is named after what its manifest could do. SwiftPM alone can be asked for Git information.
  private static func manifest(_ attempt: String, bySwiftPM: Bool) -> String {
    """
    // swift-tools-version: 6.0
    import Foundation
    import Glibc
    import PackageDescription
    \(attempt)
    \(bySwiftPM ? "_ = Context.gitInformation" : "")
    let package = Package(name: could ? "Could" : "CouldNot", targets: [.target(name: "A")])
    """
  }

  private static func sandbox(_ use: ManifestSandbox.Use) -> ManifestSandbox {
    ManifestSandbox(use, searchPath: searchPath)
  }

  private func name(
    _ attempt: String, bySwiftPM: Bool, _ sandbox: ManifestSandbox
  ) throws -> (String?, EvaluationStatistics) {
    let fixture = try ManifestFixture([("shop", Self.manifest(attempt, bySwiftPM: bySwiftPM))])
    let evaluation = fixture.evaluator(sandbox: sandbox).evaluate(fixture.sources)
    return (try evaluation.results[0].get().name, evaluation.statistics)
  }

  private static let attempts: [(what: String, text: String)] = [
    (
      "write at home",
      #"let could = FileManager.default.createFile(atPath: NSHomeDirectory() + "/mine", contents: nil)"#
    ),
    (
      "write beside itself",
      #"let could = FileManager.default.createFile(atPath: Context.packageDirectory + "/mine", contents: nil)"#
    ),
    (
      "write for all",
      #"let could = FileManager.default.createFile(atPath: "/tmp/ambit-mine-\(getpid())", contents: nil)"#
    ),
    ("ask the network", "let could = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0"),
    ("ask a socket in a folder", "let could = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0"),
    (
      "send to a socket in a folder",
      "var pair: [Int32] = [0, 0]\nlet could = socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &pair) == 0"
    ),
    (
      "make a namespace",
      """
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
      child.arguments = ["--user", "/bin/true"]
      try! child.run()
      child.waitUntilExit()
      let could = child.terminationStatus == 0
      """
    ),
    ("signal another process", "let could = kill(AMBIT_TEST_PID, 0) == 0"),
    (
      "meet others on the network",
      """
      let place = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(AMBIT_TEST_PORT).bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(place, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      let could = bound != 0 && errno == EADDRINUSE
      """
    ),
  ]

  @Test(takesSandbox, arguments: attempts.map(\.what), [false, true])
  func `who is confined cannot`(what: String, bySwiftPM: Bool) throws {
    let taken = try DatagramPort()
    let attempt = try #require(Self.attempts.first { $0.what == what }).text
      .replacing("AMBIT_TEST_PID", with: "\(CurrentProcess.id)").replacing(
        "AMBIT_TEST_PORT", with: "\(taken.number)")
    let (confined, statistics) = try name(attempt, bySwiftPM: bySwiftPM, Self.sandbox(.required))
    #expect(confined == "CouldNot")
    #expect((bySwiftPM ? statistics.fellBack : statistics.batched) == 1)
    // SwiftPM takes seconds, and what it would be asked is the same.
    if !bySwiftPM { #expect(try name(attempt, bySwiftPM: false, Self.sandbox(.off)).0 == "Could") }
  }

  @Test(takesSandbox, arguments: [false, true])
  func `who is confined can read, and start programs`(bySwiftPM: Bool) throws {
    // Whether an end is seen at once or only by a thread that has to be woken is a matter of luck.
    let attempt = """
      let ended = (0..<100).allSatisfy { _ in
        let git = Process()
        git.executableURL = URL(fileURLWithPath: "/bin/sh")
        git.arguments = ["-c", "exit 7"]
        try! git.run()
        git.waitUntilExit()
        return git.terminationStatus == 7
      }
      let could = ended && FileManager.default.contents(atPath: "/etc/passwd") != nil
      """
    #expect(try name(attempt, bySwiftPM: bySwiftPM, Self.sandbox(.required)).0 == "Could")
  }

  @Test(takesSandbox) func `what fails later lets nobody out`() throws {
    let folder = try TemporaryFolder()
    // Works for the first manifest, and not any more for the second.
    try folder.write(
      """
      #!/bin/sh
      if [ -e "\(folder.path("tried"))" ]; then echo 'bwrap: no more processes' >&2; exit 1; fi
      touch "\(folder.path("tried"))"
      exec bwrap "$@"

      """, to: "bin/bwrap")
    chmod(folder.path("bin/bwrap"), 0o755)
    let sandbox = ManifestSandbox(.auto, searchPath: folder.path("bin"))
    let first = try ManifestFixture([("core", Self.manifest("let could = false", bySwiftPM: false))])
    _ = try first.evaluator(sandbox: sandbox).evaluate(first.sources).results[0].get()
    let fixture = try ManifestFixture([("shop", Self.manifest(Self.attempts[0].text, bySwiftPM: false))])
    let evaluation = fixture.evaluator(sandbox: sandbox).evaluate(fixture.sources)
    guard case .failure(let problem) = evaluation.results[0] else {
      Issue.record("it was run")
      return
    }
    #expect(problem.code == .unconfined && problem.message.contains("no more processes"))
    #expect(!LocalFiles.exists("\(fixture.root?.path ?? "")/home/mine"))
  }

  @Test(takesSandbox) func `a RAM disk is seen`() throws {
    let name = "/dev/shm/ambit-test-\(UUID().uuidString)"
    _ = FileManager.default.createFile(atPath: name, contents: nil)
    defer { try? FileManager.default.removeItem(atPath: name) }
    let attempt = #"let could = FileManager.default.fileExists(atPath: "\#(name)")"#
    #expect(try self.name(attempt, bySwiftPM: false, Self.sandbox(.required)).0 == "Could")
  }

  @Test(takesSandbox) func `a manifest that needs more is told how to get it`() throws {
    let fixture = try ManifestFixture([
      (
        "shop",
        Self.manifest(
          #"""
          let could = FileManager.default.createFile(atPath: NSHomeDirectory() + "/mine", contents: nil)
          guard could else { fatalError("no place to write to") }
          """#, bySwiftPM: false)
      )
    ])
    let evaluation = fixture.evaluator(sandbox: Self.sandbox(.auto)).evaluate(fixture.sources)
    guard case .failure(let problem) = evaluation.results[0] else {
      Issue.record("it could write")
      return
    }
    #expect(problem.message.contains("AMBIT_SANDBOX=off"), "\(problem.message)")
  }

  @Test(takesSandbox) func `who never ends is ended, with all that it started`() throws {
    let mark = "61\(UInt32.random(in: 100_000...999_999))"
    let fixture = try ManifestFixture([
      (
        "shop",
        """
        // swift-tools-version: 5.9
        import Foundation
        import PackageDescription
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/bin/sleep")
        child.arguments = ["\(mark)"]
        try! child.run()
        while true {}
        """
      )
    ])
    let evaluation = fixture.evaluator(secondsPerManifest: 1, sandbox: Self.sandbox(.required)).evaluate(
      fixture.sources)
    guard case .failure(let problem) = evaluation.results[0] else {
      Issue.record("it ended")
      return
    }
    #expect(problem.code == .timedOut)
    let running = try Command(executable: "/bin/ps", arguments: ["-eo", "args"]).run().stdoutText
    #expect(!running.contains("sleep \(mark)"))
  }

  // MARK: Without one that works

  private func broken(_ use: ManifestSandbox.Use) throws -> (ManifestSandbox, TemporaryFolder) {
    let folder = try TemporaryFolder()
    try folder.write(
      "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n", to: "bwrap")
    chmod(folder.path("bwrap"), 0o755)
    return (ManifestSandbox(use, searchPath: folder.path), folder)
  }

  @Test func `where none can be made manifests are run as SwiftPM runs them`() throws {
    let (sandbox, folder) = try broken(.auto)
    defer { withExtendedLifetime(folder) {} }
    #expect(try name(Self.attempts[0].text, bySwiftPM: false, sandbox).0 == "Could")
    #expect(
      sandbox.obstacle == "bwrap: No permissions to create new namespace")
  }

  @Test(arguments: [true, false]) func `or not at all, where one is required`(isThere: Bool) throws {
    let (broken, folder) = try broken(.required)
    let sandbox = isThere ? broken : ManifestSandbox(.required, searchPath: "/nowhere")
    let fixture = try ManifestFixture([("shop", Self.manifest(Self.attempts[0].text, bySwiftPM: false))])
    let evaluation = fixture.evaluator(sandbox: sandbox).evaluate(fixture.sources)
    guard case .failure(let problem) = evaluation.results[0] else {
      Issue.record("it was run")
      return
    }
    #expect(problem.code == .unconfined)
    #expect(
      problem.message.contains(isThere ? "No permissions" : "no sandbox tool was found"), "\(problem.message)"
    )
    #expect(!LocalFiles.exists("\(fixture.root?.path ?? "")/home/mine"))
    withExtendedLifetime(folder) {}
  }

  @Test func `only the three words mean something`() {
    #expect(ManifestSandbox.Use([:]) == .auto && ManifestSandbox.Use(["AMBIT_SANDBOX": ""]) == .auto)
    #expect(ManifestSandbox.Use(["AMBIT_SANDBOX": "required"]) == .required)
    #expect(ManifestSandbox.Use(["AMBIT_SANDBOX": "no"]) == nil)
  }

  /// As it was recorded of SwiftPM's own on macOS: who denies everything allows what is needed to run at all.
  @Test func `a seatbelt allows writing to one folder`() throws {
    let command = Command(executable: "/p", arguments: ["1"], workingFolder: "/w")
    let (confined, input) = Confinement.of(
      command, by: .seatbelt("/usr/bin/sandbox-exec"), writing: #"/a "b"\c"#)
    #expect(input.isEmpty && confined.executable == "/usr/bin/sandbox-exec")
    #expect(confined.arguments.first == "-p" && confined.arguments.suffix(2) == ["/p", "1"])
    let profile = try #require(confined.arguments.dropFirst().first)
    #expect(profile.contains("(deny default)") && profile.contains(#"(subpath "/a \"b\"\\c"))"#))
  }
}
