import Arguments
import Base
import Session

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
    do throws(ProcessError) {
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

  private init(text: String, answer: JSONNode?, isError: Bool) {
    self.text = text
    self.answer = answer
    self.isError = isError
  }

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
