import Arguments
import Base
import Session

/// `ambit mcp`: serves tools by the Model Context Protocol, on standard input and output.
///
/// Each call of a tool starts this program again. So a call answers exactly as the command does, sees the working tree
/// as it is then, and can be stopped alone.
struct MCPCommand: AmbitCommand {
  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let runner = MCPRunner(world, global, program: try world.requiredExecutable())
    let server = MCPServer {
      runner.run($0, supervisor: $1)
    } send: { [output = world.output] in
      output.write(Array("\($0)\n".utf8))
    }
    let isOver = Guarded(false)
    let isReading = Threads.start { [read = world.nextInput] in
      var lines = MCPLines()
      while let bytes = read() {
        for line in lines.take(bytes) { server.take(line) }
      }
      if let line = lines.finish() { server.take(line) }
      isOver.with { $0 = true }
    }
    guard isReading else {
      throw Failure(
        code: "no-thread", message: "the system has no thread left to read requests",
        hints: ["end other programs, then start the server again"])
    }
    // A signal ends the server as well.
    while !isOver.wait(atMost: .milliseconds(200), until: { $0 }), !ProcessSupervisor.shared.isStopped {}
    server.end()
    return .success
  }
}

extension MCPCommand {
  static let spec = CommandSpec(
    "mcp", .automation, "Serve editors and agents over the Model Context Protocol",
    discussion: [
      "The server reads requests from standard input and writes answers to standard output, one JSON "
        + "message a line. It stops at the end of the input. The client starts the server: name this command "
        + "in its configuration.",
      "The tools affected, why, query, owners, plan and test answer like the commands with '--json'. The "
        + "tool failures answers like `ambit history --failed --json`. Every call reads the working tree "
        + "again.",
    ],
    examples: [
      Example("ambit mcp", "for the workspace in the client's folder"),
      Example("ambit mcp -C ~/shop", "for the workspace in another folder"),
    ]
  )

  init(_ arguments: ParsedArguments) {}

  // The commands that the server starts look after themselves.
  var usesCache: Bool { false }
  var concernsBuilds: Bool { false }
}

/// Runs commands for tools, each in a process of this program.
struct MCPRunner: Sendable {
  private let command: Command
  private let log: any ByteSink

  init(_ world: World, _ global: GlobalOptions, program: String) {
    var words = ["--json"]
    if let file = global.workspaceFile { words += ["--workspace", world.absoluteText(file.bytes)] }
    command = Command(
      executable: program, arguments: words, environment: world.everything,
      workingFolder: world.workingFolder)
    log = world.errors
  }

  /// Returns when the process has ended. The process's messages for people go to the server's log as they come.
  func run(_ call: MCPTool.Call, supervisor: ProcessSupervisor) -> MCPResult {
    var command = command
    command.arguments += call.words
    var output = CappedBuffer(limit: Command.defaultOutputLimit)
    var errors = CappedBuffer(limit: 4096)
    do throws(Failure) {
      let status = try command.stream(input: call.input, supervisor: supervisor) { stream, bytes in
        switch stream {
        case .stdout: output.append(bytes)
        case .stderr:
          errors.append(bytes)
          log.write(bytes)
        }
      }
      return MCPResult(call.words.first ?? "", status, output: output.finish(), errors: errors.finish())
    } catch {
      return .failed(error.message)
    }
  }
}

/// The result of a tool's call.
struct MCPResult: Sendable {
  let text: String
  let answer: JSONNode?
  let isError: Bool
}

extension MCPResult {
  static func failed(_ message: String, hint: String? = nil) -> MCPResult {
    MCPResult(text: lines(message, hint.map { [$0] } ?? []), answer: nil, isError: true)
  }

  /// The result of a command that ended. Tests that fail are an answer. A command without a verdict is an error.
  init(_ command: String, _ status: ProcessStatus, output: [UInt8], errors: [UInt8]) {
    guard let answer = try? JSONParser.parse(output), answer.objectValue != nil else {
      self = .failed(
        "`ambit \(command)` exited with \(status) and no answer\n\(String(decoding: errors, as: UTF8.self))"
      )
      return
    }
    if let error = answer["error"], let message = error["message"]?.stringValue {
      let hints = (error["hints"]?.arrayValue ?? []).compactMap(\.stringValue)
      self.init(text: Self.lines(message, hints), answer: answer, isError: true)
    } else {
      let hasVerdict = [.exited(ExitCode.success.rawValue), .exited(ExitCode.failed.rawValue)].contains(
        status)
      self.init(text: answer.compactJSON, answer: answer, isError: !hasVerdict)
    }
  }

  private static func lines(_ message: String, _ hints: [String]) -> String {
    (["error: \(message)"] + hints.map { "hint: \($0)" }).joined(separator: "\n")
  }

  var json: JSON {
    [
      "content": [["type": "text", "text": text] as JSON], "structuredContent": OptionalField(answer),
      "isError": isError,
    ]
  }
}

/// Splits the input into lines, one message each. Lines that are too long are not kept in memory.
struct MCPLines {
  enum Line: Hashable {
    case message([UInt8])
    case tooLong
  }

  private let limit: Int
  private var pending: [UInt8] = []
  private var isTooLong = false

  init(limit: Int = 16 << 20) {
    self.limit = limit
  }

  /// Returns the lines that `bytes` complete.
  mutating func take(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end])
      if let line = finish() { lines.append(line) }
      rest = rest[(end + 1)...]
    }
    append(rest)
    return lines
  }

  /// Returns the line without an end, if there is one. Empty lines are no messages.
  mutating func finish() -> Line? {
    defer { (pending, isTooLong) = ([], false) }
    if isTooLong { return .tooLong }
    return pending.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } ? nil : .message(pending)
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !isTooLong, pending.count + bytes.count <= limit else {
      (pending, isTooLong) = ([], true)
      return
    }
    pending += bytes
  }
}
