import Base
import RunnerSupport
import TestSupport
import Testing

@testable import Runner

/// A build that fails because of the machine or the network gives no verdict on anybody's sources.
@Suite struct EnvironmentFailureTests {
  private func found(_ output: String, status: ProcessStatus = .exited(1)) -> EnvironmentFailure? {
    EnvironmentFailure.found(in: output, of: "/w/.build/ambit/main", status: status)
  }

  // MARK: Words

  @Test(
    arguments: [
      ("error: unable to open output file '/s/x.o': 'No space left on device'", "No space left on device"),
      ("<unknown>:0: error: cannot write '/s/x.swiftmodule': Disk quota exceeded", "Disk quota exceeded"),
      ("LLVM ERROR: IO failure on output stream: Input/output error", "Input/output error"),
      ("/usr/bin/ld.gold: fatal error: x: write: Read-only file system", "Read-only file system"),
      (
        "error: encountered an I/O error (code: 28) while reading /s/workspace-state.json",
        "No space left on device"
      ),
      (
        "<unknown>:0: error: accessing build database \"/s/build.db\": database or disk is full",
        "No space left on device"
      ),
    ])
  func aDiskThatTakesNothing(_ output: String, _ reason: String) {
    #expect(found(output) == .unwritable(because: reason))
  }

  /// A source may speak of anything, and a compiler that dies of what it compiles is no matter of the machine.
  @Test(
    arguments: [
      "/w/A.swift:3:5: error: No space left on device is no type",
      "/w/A.swift:3:5: error: no\n 3 | let a = \"No space left on device\"\n   | ^ Read-only file system",
      "/w/A.swift:3:5: error: Failed to clone repository https://example.com/a.git:",
      "warning: 'a': failed storing manifest: No space left on device\nerror: link command failed with exit code 1",
      "error: fatalError", "error: link command failed with exit code 1 (use -v to see invocation)",
      "error: compile command failed due to signal 11 (use -v to see invocation)",
      "error: compile command failed due to signal 6 (use -v to see invocation)",
      "error: unable to spawn process '/w/.build/ambit/main/debug/gen' (No such file or directory)",
      "error: Git command 'git -C /w/.build/ambit/main/repositories/dep rev-parse' failed: not a repository",
      "Fetching /a\nerror: Failed to clone repository /a:\n fatal: '/w/.build/ambit/main/repositories/a' already exists",
      "error: no such module 'A'", "Fetching https://example.com/a.git\nerror: link command failed",
    ])
  func whatIsTheSources(_ output: String) {
    #expect(found(output) == nil)
  }

  @Test(
    arguments: [
      (
        """
        Fetching https://127.0.0.1:1/none/dep.git
        warning: 'dep': skipping cache due to an error: Failed to clone repository https://127.0.0.1:1/none/dep.git:
            fatal: unable to access 'https://127.0.0.1:1/none/dep.git/': something else
        error: Failed to clone repository https://127.0.0.1:1/none/dep.git:
            Cloning into bare repository '/w/.build/repositories/dep-b447526c'...
            fatal: unable to access 'https://127.0.0.1:1/none/dep.git/': Failed to connect to 127.0.0.1 port 1
        """,
        ["https://127.0.0.1:1/none/dep.git"],
        "unable to access 'https://127.0.0.1:1/none/dep.git/': Failed to connect to 127.0.0.1 port 1"
      ),
      (
        """
        Fetching /nowhere/dep.git
        error: Failed to clone repository /nowhere/dep.git:
            fatal: repository '/nowhere/dep.git' does not exist
        """,
        ["/nowhere/dep.git"], "repository '/nowhere/dep.git' does not exist"
      ),
      // Without a network SwiftPM tells of its own cache alone.
      (
        """
        Fetching https://example.com/other.git
        Fetched https://example.com/other.git from cache (0.52s)
        Fetching https://nonexistent.invalid/dep.git
        error: Git command 'git -C /c/repositories/dep-d8 config --get remote.origin.url' failed: fatal: cannot change to '/c'
        """,
        ["https://nonexistent.invalid/dep.git"], "SwiftPM could not reach the server and has no cached copy"
      ),
      (
        """
        error: Failed to clone repository ssh://git@127.0.0.1:1/dep.git:
            ssh: connect to host 127.0.0.1 port 1: Connection refused
        fatal: Could not read from remote repository.
        """,
        ["ssh://git@127.0.0.1:1/dep.git"], "ssh: connect to host 127.0.0.1 port 1: Connection refused"
      ),
      (
        "error: failed downloading 'https://example.com/x.zip' which is required by binary target 'X': badStatus(404)",
        ["https://example.com/x.zip"],
        "failed downloading 'https://example.com/x.zip' which is required by binary target 'X': badStatus(404)"
      ),
      (
        "error: 'a.b': failed fetching a.b releases list from https://registry.example: offline",
        ["https://registry.example"],
        "'a.b': failed fetching a.b releases list from https://registry.example: offline"
      ),
      (
        """
        error: exhausted attempts to resolve the dependencies graph, with the following dependencies unresolved:
        * 'dep' from https://example.com/dep.git
        * 'other' from https://example.com/other.git
        """,
        ["https://example.com/dep.git", "https://example.com/other.git"],
        "exhausted attempts to resolve the dependencies graph, with the following dependencies unresolved"
      ),
    ])
  func aDependencyThatCannotBeFetched(_ output: String, _ addresses: [String], _ reason: String) {
    #expect(found(output) == .unfetched(addresses, because: reason))
  }

  @Test(
    arguments: [
      "error: compile command failed due to signal 9 (use -v to see invocation)",
      "clang: error: unable to execute command: Killed",
      "collect2: fatal error: ld terminated with signal 9 [Killed]",
      "LLVM ERROR: out of memory", "error: posix_spawn error: Cannot allocate memory (12)",
    ])
  func aCompilerThatWasEnded(_ line: String) {
    #expect(found("error: no such thing\n\(line)") == .killed(line))
  }

  @Test func anEngineThatWasEnded() {
    #expect(found("", status: .signalled(9)) != nil)
    #expect(found("", status: .signalled(11)) == nil)
  }

  @Test(
    arguments: [
      "error: unable to spawn process '/t/usr/bin/clang' (No such file or directory)",
      "error: unable to invoke subcommand: /t/usr/bin/swift-build (No such file or directory)",
      "error: could not find executable for 'git'",
      "clang: error: unable to execute command: Executable \"ld.gold\" doesn't exist!",
    ])
  func aToolThatIsNotThere(_ line: String) {
    #expect(found(line) == .missingTool(line))
  }

  // MARK: Builds

  private static let failures: [(words: String, code: String)] = [
    (
      "error: Failed to clone repository https://nowhere.invalid/dep.git:\\n    fatal: no host",
      "unreachable-dependency"
    ),
    ("error: unable to write: No space left on device", "scratch-unwritable"),
    ("error: compile command failed due to signal 9 (use -v to see invocation)", "compiler-killed"),
    ("error: unable to spawn process '/t/clang' (No such file or directory)", "missing-tool"),
  ]

  private func inode(_ stand: StandInSwift) -> UInt64? {
    FileFacts(of: stand.folder.path("scratch/main/built"))?.inode
  }

  /// The outputs of earlier builds stay, whichever of the ways to build the folder allows.
  @Test(arguments: failures)
  func theFolderStays(_ failure: (words: String, code: String)) throws {
    let stand = try StandInSwift(
      packages: ["A"],
      build:
        #"test -e "$root/bad" && { printf "\#(failure.words)\n"; exit 1; }; made A; touch "$scratch/built""#)
    #expect(try stand.run(stand.plan()).outcome == .passed)
    let before = inode(stand)
    #expect(before != nil)
    try stand.folder.write("", to: "bad")
    for _ in 1...2 {
      let observer = RecordingObserver()
      let report = try stand.run(stand.plan(), observer: observer)
      #expect(report.outcome == .incomplete)
      #expect(report.packages.map(\.noVerdict?.code) == [failure.code])
      #expect(report.modules.map(\.outcome) == [.noVerdict])
      #expect(!observer.events.contains(.startedOver("main")) && report.warnings.isEmpty)
      #expect(inode(stand) == before)
      // The next time another way is taken.
      try stand.folder.write("", to: "A/Sources/New.swift")
    }
  }

  /// The others are built one by one, and their tests run.
  @Test(arguments: failures)
  func theOthersAreBuilt(_ failure: (words: String, code: String)) throws {
    let stand = try StandInSwift(
      packages: ["A", "B", "C"],
      build: #"""
        case " $(roots | tr '\n' ' ') " in *" B "*) printf "\#(failure.words)\n"; exit 1 ;; esac
        made $(roots)
        """#)
    let report = try stand.run(stand.plan())
    #expect(report.modules.map(\.outcome) == [.passed, .noVerdict, .passed])
    #expect(report.packages.map(\.outcome) == [.built, .noVerdict, .built])
    #expect(report.outcome == .incomplete)
  }

  @Test func whatFailsElsewhereDecidesTheRun() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"],
      build: #"""
        case "$(roots | tr '\n' ' ')" in
          "A ") echo "$root/A/Sources/A.swift:3:1: error: no such thing"; exit 1 ;;
          *) echo "error: Failed to clone repository https://nowhere.invalid/dep.git:"; exit 1 ;;
        esac
        """#)
    let report = try stand.run(stand.plan())
    #expect(report.modules.map(\.outcome) == [.buildFailed, .noVerdict])
    #expect(report.outcome == .failed)
  }

  /// A dependency cannot be fetched for the build from nothing that would confirm an error. Nobody knows then whose the
  /// error is, and nothing is thrown away.
  @Test func anErrorThatCannotBeConfirmedCostsNoFolder() throws {
    let stand = try StandInSwift(
      packages: ["A"],
      build: #"""
        case "$scratch" in
          *.confirm) echo "error: Failed to clone repository https://nowhere.invalid/dep.git:"; exit 1 ;;
        esac
        test -e "$root/bad" && { echo "$root/A/Sources/A.swift:3:1: error: no such thing"; exit 1; }
        made A; touch "$scratch/built"
        """#)
    #expect(try stand.run(stand.plan()).outcome == .passed)
    let before = inode(stand)
    try stand.folder.write("", to: "bad")
    try stand.folder.write("", to: "A/Sources/New.swift")
    let report = try stand.run(stand.plan())
    #expect(report.outcome == .incomplete && inode(stand) == before)
    let reason = try #require(report.packages.first?.noVerdict)
    #expect(reason.code == "unreachable-dependency")
    #expect(reason.message.contains("https://nowhere.invalid/dep.git"))
    #expect(report.packages.first?.errors.contains { $0.message == "no such thing" } == true)
  }

  /// The kernel ends compilers in a bad moment: with fewer of them at once the same build may be fine.
  @Test func aKilledCompilerIsTriedOnceMore() throws {
    let stand = try StandInSwift(
      packages: ["A"],
      build: #"""
        test -e "$root/tried" || { touch "$root/tried"; echo "clang: error: unable to execute command: Killed"; exit 1; }
        made A
        """#)
    #expect(try stand.run(stand.plan()).outcome == .passed)
    #expect(stand.builds.count == 2)
  }

  /// Older outputs may be why, so it is built from nothing before there is no verdict.
  @Test func aCrashOfSwiftPMIsNoVerdict() throws {
    let stand = try StandInSwift(packages: ["A"], build: "echo 'error: rip 0x00'; kill -s SEGV $$")
    let report = try stand.run(stand.plan())
    #expect(report.packages.map(\.outcome) == [.noVerdict])
    #expect(report.packages.first?.noVerdict?.code == "swiftpm-crashed")
    #expect(stand.builds.count > 1)
    // With an error in a source it is the source's.
    let other = try StandInSwift(
      packages: ["A"], build: #"echo "$root/A/Sources/A/A.swift:1:1: error: no"; kill -s SEGV $$"#)
    #expect(try other.run(other.plan()).packages.map(\.outcome) == [.buildFailed])
  }

  /// Each sentence names what was missing and what to do.
  @Test func whatIsSaid() {
    let command = Command(executable: "/t/swift", arguments: ["build", "--scratch-path", "/w/s"])
    let said = [
      EnvironmentFailure.unfetched(["https://a.example/x.git"], because: "no host"),
      .unwritable(because: "No space left on device"), .killed("signal 9"),
      .missingTool("no clang"),
    ].map { $0.reason(for: command).message }
    #expect(
      said[0]
        == "\"https://a.example/x.git\" could not be fetched: no host; check the address and the network, and run again"
    )
    #expect(said[1].contains("\"/w/s\"") && said.allSatisfy { $0.hasSuffix("run again") })
  }
}
