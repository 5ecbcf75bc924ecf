import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `ambit mcp` as a process, with a client of its own and with the protocol's own client for Python.
@Suite("ambit mcp as a process") struct MCPTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  /// Python with the package `mcp` of PyPI, as `scripts/setup --with-oracles` installs it.
  static let python = TestTool("\(root)/.build/oracles/bin/python")

  /// A server that is fed line by line.
  private final class Server {
    let sandbox: CommandSandbox
    private let cache: TemporaryFolder
    private let process = Process()
    private let (input, output) = (Pipe.ofThisProcess(), Pipe.ofThisProcess())
    private var unread: [UInt8] = []

    init() throws {
      // A server that has died is an error of one test, not the end of all.
      signal(SIGPIPE, SIG_IGN)
      sandbox = try CommandSandbox(unlikeOthers: true)
      cache = try TemporaryFolder()
      process.executableURL = URL(fileURLWithPath: try #require(BuiltProgram.path))
      process.arguments = ["mcp"]
      process.currentDirectoryURL = URL(fileURLWithPath: sandbox.root)
      process.environment = sandbox.git.environment.merging([
        "PATH": Programs.searchPath, "XDG_CACHE_HOME": cache.path,
      ]) { $1 }
      (process.standardInput, process.standardOutput) = (input, output)
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit { if process.isRunning { process.interrupt() } }

    func send(_ line: String) throws {
      try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }

    func call(_ id: Int, _ tool: String, _ arguments: String = "{}") throws {
      try send(
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
      )
    }

    /// The next message of the server.
    func next() throws -> JSONNode {
      while true {
        if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
          defer { unread.removeFirst(end + 1) }
          return try JSONParser.parse(Array(unread[..<end]))
        }
        let more = output.fileHandleForReading.availableData
        try #require(!more.isEmpty, "the server has ended")
        unread += more
      }
    }

    func endInput() throws { try input.fileHandleForWriting.close() }

    func interrupt() { process.interrupt() }

    func exitCode() -> Int32 {
      process.waitUntilExit()
      return process.terminationStatus
    }

    /// Replaces Core's tests by one that hangs and tells its process's number through the pipe at `path`.
    func hang(tellingThrough path: String) throws {
      try sandbox.edit(
        "Packages/Core/Tests/CoreTests/Tests.swift",
        """
        import Foundation
        import Testing
        @Test func hangs() throws {
          let pipe = FileHandle(forWritingAtPath: "\(path)")
          pipe?.write(Data("\\(ProcessInfo.processInfo.processIdentifier)\\n".utf8))
          Thread.sleep(forTimeInterval: 3600)
        }

        """)
    }
  }

  /// A pipe at a path. Tests that hang write their number to it, and it ends when they have ended.
  private final class Alive {
    let path: String
    private let reader: Int32

    init(_ name: String = "alive", in sandbox: CommandSandbox) throws {
      try sandbox.edit(".build/.keep", "")
      path = "\(sandbox.root)/.build/\(name)"
      try #require(mkfifo(path, 0o600) == 0)
      reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      try #require(reader >= 0)
    }

    deinit { close(reader) }

    /// Waits for the test to begin.
    func waitForBegin() throws {
      var begun = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      try #require(poll(&begun, 1, 600_000) == 1)
      var number = [UInt8](repeating: 0, count: 64)
      try #require(read(reader, &number, number.count) > 0)
    }

    /// True when the test has ended, at the latest after five minutes.
    func hasEnded() -> Bool {
      var ended = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      guard poll(&ended, 1, 300_000) == 1 else { return false }
      var byte: UInt8 = 0
      return read(reader, &byte, 1) == 0
    }
  }

  @Test func `a call is cancelled while others are answered, and the end of the input ends all`() throws {
    let server = try Server()
    let alive = try Alive(in: server.sandbox)
    try server.hang(tellingThrough: alive.path)
    try server.call(1, "test", #"{"modules":["Core"]}"#)
    try alive.waitForBegin()
    try server.call(2, "affected", #"{"base":"HEAD"}"#)
    let affected = try server.next()
    #expect(affected["id"]?.intValue == 2 && affected["result"]?["isError"]?.boolValue == false)
    try server.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
    #expect(alive.hasEnded())
    try server.call(3, "failures")
    #expect(try server.next()["id"]?.intValue == 3)

    let again = try Alive("again", in: server.sandbox)
    try server.hang(tellingThrough: again.path)
    try server.call(4, "test", #"{"modules":["Core"]}"#)
    try again.waitForBegin()
    try server.endInput()
    #expect(again.hasEnded())
    #expect(server.exitCode() == 0)
  }

  @Test func `a signal ends the server and what it runs`() throws {
    let server = try Server()
    let alive = try Alive(in: server.sandbox)
    try server.hang(tellingThrough: alive.path)
    try server.call(1, "test", #"{"modules":["Core"]}"#)
    try alive.waitForBegin()
    server.interrupt()
    #expect(alive.hasEnded())
    #expect(server.exitCode() == 130)
  }

  @Test(.enabled(if: python.isExpected, "no Python with the package mcp"))
  func `the protocol's own client sees each edit`() throws {
    let python = try #require(Self.python.path, "scripts/setup --with-oracles installs it")
    let sandbox = try CommandSandbox(unlikeOthers: true)
    let cache = try TemporaryFolder()
    let environment = sandbox.git.environment.merging([
      "PATH": Programs.searchPath, "XDG_CACHE_HOME": cache.path, "PYTHONDONTWRITEBYTECODE": "1",
    ]) { $1 }
    let command = Command(
      executable: python, arguments: ["-c", Self.script, try #require(BuiltProgram.path)],
      environment: environment, workingFolder: sandbox.root)
    let output = try command.run()
    #expect(output.status.isSuccess, "\(output.stdoutText)\n\(output.stderrText)")
  }

  private static let script = """
    import asyncio, json, os, sys
    from mcp import ClientSession, StdioServerParameters, stdio_client

    SOURCE, TESTS = "Packages/Core/Sources/Core/Core.swift", "Packages/Core/Tests/CoreTests/Tests.swift"

    def write(path, text):
        with open(path, "w") as file:
            file.write(text)

    async def main():
        server = StdioServerParameters(command=sys.argv[1], args=["mcp"], cwd=os.getcwd(), env=dict(os.environ))
        async with stdio_client(server) as streams, ClientSession(*streams) as session:
            welcome = (await session.initialize()).model_dump(by_alias=True)
            assert welcome["protocolVersion"] == "2025-06-18", welcome
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            assert list(tools) == ["affected", "why", "query", "owners", "plan", "test", "failures"], tools

            async def call(name, fails=False, **arguments):
                result = (await session.call_tool(name, arguments)).model_dump(by_alias=True)
                assert result["isError"] == fails, result
                text = result["content"][0]["text"]
                if not fails:
                    assert json.loads(text) == result["structuredContent"], result
                return text if fails else result["structuredContent"]

            assert (await call("affected", base="HEAD"))["modules"] == []
            write(SOURCE, "public let x = 2\\n")
            write(TESTS, "import Core\\nimport Testing\\n@Test func two() { #expect(x == 1) }\\n")
            affected = await call("affected", base="HEAD")
            assert "//Packages/Core:CoreTests" in affected["tests"], affected
            assert (await call("affected", files=["README.md"]))["modules"] == []
            assert (await call("why", module="Cart", base="HEAD"))["affected"]
            assert (await call("query", expression="tests(Core)"))["modules"]
            assert (await call("owners", paths=["Packages/Core"]))["paths"][0]["owners"]
            assert (await call("plan", modules=["Core"]))["modules"]

            report = await call("test", modules=["Core"])
            assert report["outcome"] == "failed", report
            failures = await call("failures")
            assert [module["id"] for module in failures["failed"]] == ["//Packages/Core:CoreTests"], failures
            write(SOURCE, "public let x = 1\\n")
            report = await call("test", failed=True)
            assert report["outcome"] == "passed", report
            assert (await call("failures"))["failed"] == []

            text = await call("affected", fails=True, base="nowhere")
            assert text.startswith("error: the revision 'nowhere'") and "\\nhint: " in text, text
            for name, arguments in [("nonsense", {}), ("affected", {"bse": "main"}), ("why", {})]:
                try:
                    await session.call_tool(name, arguments)
                except Exception as error:
                    assert error.error.code == -32602, error
                else:
                    raise AssertionError(name)

    asyncio.run(main())
    """
}

extension Pipe {
  /// A pipe of which no process has an end that another test starts: the end of the input would not be seen before that
  /// process has ended.
  static func ofThisProcess() -> Pipe {
    let pipe = Pipe()
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    return pipe
  }
}
