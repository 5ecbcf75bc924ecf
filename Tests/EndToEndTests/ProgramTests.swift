import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The program itself, for what only a process of its own shows: descriptors, signals, what it leaves behind.
@Suite("The program as a process")
struct ProgramTests {
  private struct Run {
    let process: Process
    let sandbox: CommandSandbox
    let place: TemporaryFolder

    /// `line` is for the shell, where `$AMBIT` is the program.
    init(_ line: String, in sandbox: CommandSandbox) throws {
      self.sandbox = sandbox
      place = try TemporaryFolder()
      try place.write("", to: "temporary/.keep")
      process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", line]
      process.currentDirectoryURL = URL(fileURLWithPath: sandbox.root)
      process.environment = sandbox.git.environment.merging([
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "XDG_CACHE_HOME": place.path("cache"),
        "TMPDIR": place.path("temporary"), "AMBIT": try #require(BuiltProgram.path),
      ]) { $1 }
      for name in ["output", "errors"] { try place.write("", to: name) }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle(forWritingAtPath: place.path("output"))
      process.standardError = FileHandle(forWritingAtPath: place.path("errors"))
      try process.run()
    }

    func text(_ name: String) throws -> String {
      try String(contentsOfFile: place.path(name), encoding: .utf8)
    }

    func temporaries() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: place.path("temporary")).filter { $0 != ".keep" }
    }

    func exitCode() -> Int32 {
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  @Test(arguments: [">/dev/full", ">&-"])
  func `an answer that cannot be written is an error`(redirection: String) throws {
    let run = try Run("exec \"$AMBIT\" affected --files x \(redirection)", in: CommandSandbox())
    #expect(run.exitCode() == 2)
    #expect(try run.text("errors").contains("error: cannot write the output"))
  }

  @Test func `closed descriptors get nothing that is meant for somebody else`() throws {
    let sandbox = try CommandSandbox()
    let whole = try Run("exec \"$AMBIT\" affected --all --json", in: sandbox)
    #expect(whole.exitCode() == 0)
    let closed = try Run("exec \"$AMBIT\" affected --all --json <&- 2>&-", in: sandbox)
    #expect(closed.exitCode() == 0)
    #expect(try closed.text("output") == whole.text("output"))
    #expect(try whole.temporaries() == [])
    #expect(try closed.temporaries() == [])
  }

  @Test func `an interrupted evaluation is no answer and leaves nothing behind`() throws {
    let sandbox = try CommandSandbox()
    let pipe = sandbox.root + "/.build/started"
    try sandbox.edit(".build/.keep", "")
    #expect(mkfifo(pipe, 0o600) == 0)
    // Says that it runs, and then does for ever.
    try sandbox.edit(
      "Apps/Shop/Package.swift",
      """
      // swift-tools-version: 6.0
      import Foundation
      import PackageDescription
      let package = Package(name: "Shop")
      FileHandle(forWritingAtPath: "\(pipe)")?.write(Data([1]))
      while true {}
      """)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let run = try Run("exec \"$AMBIT\" affected --json", in: sandbox)
    var started = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    #expect(poll(&started, 1, 120_000) == 1)
    run.process.interrupt()
    #expect(run.exitCode() == 130)
    #expect(try run.text("output").contains("\"code\": \"stopped\""))
    #expect(try run.temporaries() == [])
  }

  @Test func `what a manifest starts does not outlive the run`() throws {
    let sandbox = try CommandSandbox()
    let pipe = sandbox.root + "/.build/alive"
    try sandbox.edit(".build/.keep", "")
    #expect(mkfifo(pipe, 0o600) == 0)
    try sandbox.edit(
      "Apps/Shop/Package.swift",
      """
      // swift-tools-version: 6.0
      import Foundation
      import PackageDescription
      let package = Package(name: "Shop")
      let daemon = Process()
      daemon.executableURL = URL(fileURLWithPath: "/bin/sleep")
      daemon.arguments = ["1000"]
      daemon.standardOutput = FileHandle(forWritingAtPath: "\(pipe)")
      try? daemon.run()
      """)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let run = try Run("exec \"$AMBIT\" affected --json", in: sandbox)
    #expect(run.exitCode() == 0)
    // The pipe's end: whoever held it open is gone.
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 0)
  }
}
