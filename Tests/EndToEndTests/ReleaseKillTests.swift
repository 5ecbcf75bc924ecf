import Foundation
import ProgramSupport
import Support
import TestSupport
import Testing

/// `ambit release plan --apply` killed at every call of `git` that it makes: what is left is a whole repository, and the next
/// `--apply` ends where one that nobody killed ends.
@Suite("A release that is killed")
struct ReleaseKillTests {
  enum Moment: String, CaseIterable { case before, after }

  private let sandbox: CommandSandbox
  private let place: TemporaryFolder
  private var git: GitSandbox { sandbox.git }

  init() throws {
    sandbox = try CommandSandbox()
    place = try TemporaryFolder()
    try git.folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Log", products: [.library(name: "Log", targets: ["Log"])],
        dependencies: [.package(url: "https://code.example/Core.git", from: "1.2.0")],
        targets: [.target(name: "Log", dependencies: [.product(name: "Core", package: "Core")])])

      """, to: "log/Package.swift")
    try git.folder.write("public let a = 1\n", to: "log/Sources/Log/Log.swift")
    try git.makeRepository("log")
    try git.commitAll("log", "Log")
    try git.git("log", "tag 1.0.0")
    try git.git("shop", "submodule add -q \(git.path("log")) Modules/Log")
    try git.commitAll("shop", "Add Log")
    for tag in ["Core/1.2.0", "Cart/1.0.0", "Shop/1.0.0"] { try git.git("shop", "tag \(tag)") }
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let other = 1\n")
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let other = 1\n")
    try git.commitAll("shop", "Other")
    // Counts its calls, and kills whoever made one of them: instead of doing what it is asked for, or behind it.
    try place.write(
      """
      #!/bin/sh
      count=$(($(cat "$AMBIT_COUNT") + 1))
      echo "$count" >"$AMBIT_COUNT"
      if [ "$count" = "$AMBIT_KILL" ] && [ "$AMBIT_MOMENT" = before ]; then kill -9 "$PPID"; exit 1; fi
      PATH=$AMBIT_PATH git "$@"
      status=$?
      if [ "$count" = "$AMBIT_KILL" ] && [ "$AMBIT_MOMENT" = after ]; then kill -9 "$PPID"; fi
      exit "$status"

      """, to: "bin/git")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: place.path("bin/git"))
  }

  /// Of the program as a process; `call` is the call of Git at which it is killed.
  private func apply(killedAt call: Int = 0, _ moment: Moment = .before) throws -> (
    code: Int32, calls: Int, text: String
  ) {
    try place.write("0", to: "count")
    try place.write("", to: "output")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(BuiltProgram.path))
    process.arguments = ["release", "plan", "--apply"]
    process.currentDirectoryURL = URL(fileURLWithPath: sandbox.root)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    process.environment = git.environment.merging([
      "PATH": "\(place.path("bin")):\(path)", "AMBIT_PATH": path, "AMBIT_COUNT": place.path("count"),
      "AMBIT_KILL": "\(call)", "AMBIT_MOMENT": moment.rawValue, "XDG_CACHE_HOME": place.path("cache"),
    ]) { $1 }
    let output = FileHandle(forWritingAtPath: place.path("output"))
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOfFile: place.path("output"), encoding: .utf8)
    let count = try String(contentsOfFile: place.path("count"), encoding: .utf8).split(separator: "\n")[0]
    return (process.terminationReason == .exit ? process.terminationStatus : -9, Int(count) ?? 0, text)
  }

  /// All that Git has to say of both clones, without the times of commits.
  private func state() throws -> [String] {
    try ["shop", "shop/Modules/Log"].flatMap { place in
      [
        try git.git(place, "log --format=%s%d HEAD"), try git.git(place, "status --porcelain"),
        try git.git(place, "for-each-ref --format=%(refname)%(objecttype)%(contents) refs/tags"),
        try git.git(place, "ls-files -s -- Packages Apps Package.swift"),
        try git.git(place, "fsck --strict --no-dangling --no-progress"),
      ]
    }
  }

  private func reset() throws {
    for (place, start) in [("shop/Modules/Log", "1.0.0"), ("shop", "start")] {
      for tag in try git.git(place, "tag -l *2.0.0 *1.0.1").split(separator: "\n") {
        try git.git(place, "tag -d \(tag)")
      }
      try git.git(place, "reset -q --hard \(start)")
    }
  }

  @Test func theNextOneEndsWhereOneThatNobodyKilledEnds() throws {
    try git.git("shop", "update-ref refs/heads/start HEAD")
    let whole = try apply()
    #expect(whole.code == 0, "\(whole.text)")
    let done = try state()
    #expect(done.contains { $0.contains("Core/2.0.0") })
    for call in 1...whole.calls {
      for moment in Moment.allCases {
        try reset()
        let killed = try apply(killedAt: call, moment)
        // Where nothing comes after the last call that was killed, all was done.
        #expect(killed.code == -9, "\(call) \(moment): \(killed.text)")
        let plan = sandbox.run("release plan")
        let next = try apply()
        #expect(next.code == 0, "\(call) \(moment): \(next.text)")
        #expect(try state() == done, "\(call) \(moment): \(next.text)")
        let isLeft = plan.errors.contains("an earlier `--apply` was stopped")
        #expect(next.text.contains("What an earlier run began is tagged") == isLeft, "\(call) \(moment)")
        #expect(sandbox.run("release plan").lines.first == "Nothing to release", "\(call) \(moment)")
      }
    }
  }

  @Test func whatWasChangedMeanwhileIsNotTakenUp() throws {
    let start = try git.git("shop", "rev-parse HEAD")
    let calls = try { () in
      let whole = try apply()
      try git.git("shop", "update-ref refs/heads/start \(start)")
      try reset()
      return whole.calls
    }()
    // The tags of the outer clone come last, and the branch is asked for after them.
    #expect(try apply(killedAt: calls - 1, .after).code == -9)
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let more = 1\n")
    try git.commitAll("shop", "Go on")
    let refused = try apply()
    #expect(refused.code == 2)
    #expect(refused.text.contains("the repository has another commit checked out since"), "\(refused.text)")
    #expect(refused.text.contains("tag -d 'Core/2.0.0'"), "\(refused.text)")
    #expect(refused.text.contains("rm '"), "\(refused.text)")
    try FileManager.default.removeItem(atPath: git.path("shop/.git/ambit-release"))
    #expect(sandbox.run("release plan").exitCode == 0)
  }
}
