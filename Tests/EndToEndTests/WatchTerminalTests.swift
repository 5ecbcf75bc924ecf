#if os(Linux)
  import Base
  import Foundation
  import ProgramSupport
  import TestSupport
  import Testing

  /// `ambit watch` in a terminal of its own.
  @Suite struct WatchTerminalTests {
    /// A process whose controlling terminal is a new one.
    private final class Terminal {
      /// `TIOCSPTLCK` and `TIOCGPTN`: https://man7.org/linux/man-pages/man2/TIOCGPTN.2const.html
      private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

      private let main: Int32
      private let process = Process()
      private let text = Guarded("")

      init(_ command: [String], _ environment: [String: String], in folder: String) throws {
        main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (number, locked): (Int32, Int32) = (-1, 0)
        try #require(
          main >= 0 && ioctl(main, Self.setLock, &locked) == 0 && ioctl(main, Self.getNumber, &number) == 0)
        let name = "/dev/pts/\(number)"
        let other = try #require(FileHandle(forUpdatingAtPath: name))
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
        process.arguments = ["--ctty", "--wait"] + command
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = environment.merging(["TERM": "xterm"]) { $1 }
        (process.standardInput, process.standardOutput, process.standardError) = (other, other, other)
        let (main, text) = (main, text)
        Thread {
          var bytes = [UInt8](repeating: 0, count: 4096)
          while case let count = read(main, &bytes, bytes.count), count > 0 {
            let piece = String(decoding: bytes[..<count], as: UTF8.self)
            text.with { $0 += piece }
          }
        }.start()
        try process.run()
      }

      deinit {
        if process.isRunning { process.terminate() }
        close(main)
      }

      func type(_ keys: String) { _ = keys.withCString { write(main, $0, strlen($0)) } }

      /// Waits until the terminal has shown `words` after what earlier calls waited for.
      func wait(for words: String) throws {
        let isShown = text.wait(atMost: .seconds(120)) { $0.contains(words) }
        let shown = text.look { $0 }
        try #require(isShown, "\(words) is not in \(shown)")
        text.with { text in
          if let range = text.range(of: words) { text.removeSubrange(..<range.upperBound) }
        }
      }

      func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
      }
    }

    private static let source = "Packages/Core/Sources/Core/Core.swift"

    /// The editor reads lines from the terminal, which are no keys of the watch then: a `q` would end it.
    private static let editor = """
      #!/bin/sh
      echo "editor of $*"
      read line
      echo "read $line"

      """

    @Test func keysFilterAndAnEditorTakesTheTerminalForAWhile() throws {
      let sandbox = try CommandSandbox()
      let place = try TemporaryFolder()
      try place.write(Self.editor, to: "edit")
      chmod(place.path("edit"), 0o755)
      try sandbox.edit(
        "Packages/Core/Tests/CoreTests/Tests.swift",
        "import Core\nimport Testing\n@Test func ones() { #expect(one() == 1) }\n@Test func twos() { #expect(one() == 2) }\n"
      )
      try sandbox.edit(Self.source, "public func one() -> Int { 1 }\n")
      try sandbox.git.commitAll("shop")
      let environment = sandbox.git.environment.merging([
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "XDG_CACHE_HOME": place.path("cache"),
        "EDITOR": "\(place.path("edit")) -x",
      ]) { $1 }
      let program = try #require(BuiltProgram.path)
      let terminal = try Terminal([program, "watch", "--all"], environment, in: sandbox.root)
      try terminal.wait(for: "● failed")
      terminal.type("?")
      try terminal.wait(for: "open the first failure in your editor")
      terminal.type("e")
      try terminal.wait(for: "editor of -x +4 \(sandbox.root)/Packages/Core/Tests/CoreTests/Tests.swift")
      terminal.type("q\n")
      try terminal.wait(for: "read q")
      terminal.type("/(\n")
      try terminal.wait(for: "the filter \"(\" is not a regular expression")
      terminal.type("/on")
      try terminal.wait(for: "on▏")
      terminal.type("es\n")
      try terminal.wait(for: "  only ones · watching")
      terminal.type("e")
      try terminal.wait(for: "the last run names no file")
      terminal.type("q")
      #expect(terminal.status() == 0)
    }
  }
#endif
