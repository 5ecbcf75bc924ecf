import Base
import Foundation
import TestSupport
import Testing

@Suite struct CommandRunTests {
  @Test(arguments: [
    ("true", ProcessStatus.exited(0)), ("exit 3", .exited(3)), ("exit 255", .exited(255)),
    ("kill -KILL $$", .signalled(9)), ("kill -SEGV $$", .signalled(11)), ("kill -PIPE $$", .signalled(13)),
  ])
  func status(script: String, expected: ProcessStatus) throws {
    #expect(try Shell.script(script).run().status == expected)
  }

  @Test func bigOutputOnBothStreamsArrivesWhole() throws {
    let script = "head -c 3000000 /dev/zero | tr '\\0' a & head -c 3000000 /dev/zero | tr '\\0' b >&2; wait"
    let output = try Shell.script(script).run()
    #expect(output.status == .exited(0))
    #expect(output.stdout == [UInt8](repeating: UInt8(ascii: "a"), count: 3_000_000))
    #expect(output.stderr == [UInt8](repeating: UInt8(ascii: "b"), count: 3_000_000))
  }

  @Test func outputBeyondTheLimitKeepsBothEnds() throws {
    let output = try Shell.script("printf begin; head -c 1000000 /dev/zero; printf finish").run(
      outputLimit: 100)
    #expect(output.stdoutText.hasPrefix("begin"))
    #expect(output.stdoutText.hasSuffix("finish"))
    #expect(output.stdoutText.contains("[... 999911 bytes omitted ...]"))
    #expect(output.omittedBytes == 999_911)
  }

  @Test func aChildThatClosesItsOutputIsStillAwaited() throws {
    let output = try Shell.script("exec >&- 2>&-; sleep 0.1; exit 4").run()
    #expect(output.status == .exited(4))
  }

  @Test func tenMegabytesOfInputComeBack() throws {
    let input = (0..<10_485_760).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let output = try Command(executable: "/bin/cat").run(input: input)
    #expect(output.status == .exited(0))
    #expect(output.stdout == input)
  }

  @Test(arguments: ["exec <&-; exit 5", "exit 5"])
  func inputThatNobodyReadsIsNoError(script: String) throws {
    let output = try Shell.script(script).run(input: [UInt8](repeating: 0, count: 1_000_000))
    #expect(output.status == .exited(5))
  }

  @Test func inputIsEmptyByDefault() throws {
    #expect(try Shell.script("wc -c").run().stdoutText.filter(\.isNumber) == "0")
  }

  @Test func theEnvironmentIsExactlyTheGivenOne() throws {
    let environment = ["A": "1", "B": "", "C": "x=y z\n"]
    let output = try Command(executable: "/usr/bin/env", arguments: ["-0"], environment: environment).run()
    let lines = output.stdoutText.split(separator: "\0").map(String.init)
    #expect(lines.sorted() == ["A=1", "B=", "C=x=y z\n"])
    #expect(try Command(executable: "/usr/bin/env").run().stdout.isEmpty)
  }

  @Test func argumentsArriveUnchanged() throws {
    let arguments = ["", " ", "a'b\"c", "$HOME", "-x", "ü\n", "*"]
    let output = try Command(executable: "/usr/bin/printf", arguments: ["%s\\0"] + arguments).run()
    #expect(output.stdoutText.components(separatedBy: "\0").dropLast() == arguments[...])
  }

  @Test func runsInTheGivenFolder() throws {
    let folder = try TemporaryFolder()
    #expect(try Shell.script("pwd -P", in: folder.path).run().stdoutText == "\(folder.path)\n")
  }

  @Test func chunksComeInOrderAndByStream() throws {
    var seen: [ProcessStream: String] = [:]
    let status = try Shell.script("echo a; echo b >&2; echo c").stream { stream, bytes in
      seen[stream, default: ""] += String(decoding: bytes, as: UTF8.self)
    }
    #expect(status == .exited(0))
    #expect(seen == [.stdout: "a\nc\n", .stderr: "b\n"])
  }

  @Test func theChildHasItsOwnGroup() throws {
    let words = try Command(executable: "/bin/cat", arguments: ["/proc/self/stat"]).run().stdoutText.split(
      separator: " ")
    // pid (comm) state ppid pgrp
    #expect(words[0] == words[4])
  }

  @Test(arguments: ["SigBlk", "SigIgn"])
  func signalsAreAsByDefault(field: String) throws {
    let line = try Command(executable: "/bin/grep", arguments: [field, "/proc/self/status"]).run().stdoutText
    let hex = line.drop { $0 != "\t" }.filter(\.isHexDigit)
    let mask = try #require(UInt64(hex, radix: 16))
    // The C library keeps signals 32 and 33 to itself and lets nobody reset them.
    #expect(mask & ~(0b11 << 31) == 0)
  }

  @Test func theChildGetsNoDescriptorButTheStandardOnes() throws {
    let open = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/etc/passwd"))
    let leaky = dup(open.fileDescriptor)
    defer { close(leaky) }
    // `ls` itself opens the folder it lists.
    let output = try Command(executable: "/bin/ls", arguments: ["/proc/self/fd"]).run()
    #expect(output.stdoutText.split(separator: "\n").map(String.init) == ["0", "1", "2", "3"])
  }
}

@Suite struct SpawnErrorTests {
  @Test(arguments: [
    ("/nowhere/tool", "executable-not-found", "no executable at \"/nowhere/tool\""),
    ("/etc/passwd", "not-executable", "\"/etc/passwd\" is not executable"),
    ("/tmp", "not-executable", "\"/tmp\" is not executable"),
    ("/bin/\u{1B}x", "executable-not-found", "no executable at \"/bin/\\x1bx\""),
    ("a\0b", "invalid-argument", "the argument \"a\\x00b\" contains a NUL byte"),
  ])
  func executable(path: String, code: String, message: String) {
    let error = #expect(throws: Failure.self) { try Command(executable: path).run() }
    #expect(error?.code == code)
    #expect(error?.message == message)
  }

  @Test func missingWorkingFolder() {
    let error = #expect(throws: Failure.self) { try Shell.script("true", in: "/nowhere").run() }
    #expect(error?.code == "working-folder-missing")
    #expect(error?.message == "the working folder \"/nowhere\" does not exist")
  }

  @Test(arguments: ["", "A=B", "A\0"])
  func environmentNamesThatCannotBePassed(name: String) {
    let error = #expect(throws: Failure.self) {
      try Command(executable: "/bin/true", environment: [name: "x"]).run()
    }
    #expect(error?.code == "invalid-argument")
  }
}

@Suite struct ExecutablesTests {
  @Test func findsTheFirstExecutableFile() throws {
    let folder = try TemporaryFolder()
    for (name, mode) in [("one/tool", 0o644), ("two/tool", 0o755), ("three/tool", 0o755)] {
      try folder.write("#!/bin/sh\n", to: name)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path(name))
    }
    try FileManager.default.createDirectory(
      atPath: folder.path("zero/tool"), withIntermediateDirectories: true)
    let list = ["zero", "one", "two", "three"].map(folder.path).joined(separator: ":")
    #expect(Executables.find("tool", inSearchPath: list) == folder.path("two/tool"))
    #expect(Executables.find("other", inSearchPath: list) == nil)
    #expect(Executables.find("", inSearchPath: list) == nil)
    #expect(Executables.find("sh", inSearchPath: ":.:bin") == nil)
    #expect(Executables.find(folder.path("three/tool"), inSearchPath: "") == folder.path("three/tool"))
  }
}
