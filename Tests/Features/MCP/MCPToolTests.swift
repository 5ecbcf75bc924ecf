import Arguments
import Base
import ProgramSupport
import Session
import Testing

@testable import Features

@Suite("The tools of ambit mcp")
struct MCPToolTests {
  private func call(_ name: String, _ arguments: String) throws -> MCPTool.Call {
    let text = #"{"name":"\#(name)","arguments":\#(arguments)}"#
    return try MCPTool.call(try JSONParser.parse(Array(text.utf8)))
  }

  @Test func `there are seven, and only test changes anything`() {
    #expect(MCPTool.all.map(\.name) == ["affected", "why", "query", "owners", "plan", "test", "failures"])
    #expect(MCPTool.all.filter { !$0.isReadOnly }.map(\.name) == ["test"])
  }

  @Test(arguments: MCPTool.all.map(\.name))
  func `each describes itself and its arguments`(name: String) throws {
    let tool = try #require(MCPTool.all.first { $0.name == name })
    let json = try JSONParser.parse(Array(tool.json.compactJSON.utf8))
    #expect(json["name"]?.stringValue == name)
    #expect(json["description"]?.stringValue?.hasSuffix(".") == true)
    #expect(json["annotations"]?["readOnlyHint"]?.boolValue == (name != "test"))
    let schema = try #require(json["inputSchema"])
    #expect(schema["type"]?.stringValue == "object" && schema["additionalProperties"]?.boolValue == false)
    let properties = try #require(schema["properties"]?.objectValue)
    #expect(properties.map(\.key) == tool.parameters.map(\.name))
    #expect(properties.allSatisfy { $0.value["description"]?.stringValue?.isEmpty == false })
    #expect(
      schema["required"]?.arrayValue?.compactMap(\.stringValue)
        == tool.parameters.filter(\.isRequired).map(\.name))
  }

  /// A value that the schema of `parameter` allows.
  private func sample(_ parameter: MCPParameter) -> String {
    switch parameter.kind {
    case .text, .word: "\"x\""
    case .texts, .words, .files: "[\"x\",\"y\"]"
    case .toggle: "true"
    }
  }

  @Test(arguments: MCPTool.all.map(\.name))
  func `every argument is one that the command takes`(name: String) throws {
    let tool = try #require(MCPTool.all.first { $0.name == name })
    let required = tool.parameters.filter(\.isRequired)
    for parameter in tool.parameters.map({ [$0] }) + [[]] {
      let given = (required + parameter.filter { !$0.isRequired }).map { "\"\($0.name)\":\(sample($0))" }
      let words = try call(name, "{\(given.joined(separator: ","))}").words
      let parsed = try Ambit.request((["--json"] + words).map { Argument($0) })
      guard case .run(_, let options) = parsed else {
        Issue.record("\(words) runs nothing")
        continue
      }
      #expect(options.json)
    }
  }

  @Test(arguments: [
    ("affected", "{}", ["affected"], ""), ("affected", "null", ["affected"], ""),
    ("affected", #"{"base":"main","head":null}"#, ["affected", "--base=main"], ""),
    ("affected", #"{"base":"--all"}"#, ["affected", "--base=--all"], ""),
    ("affected", #"{"files":["a b","-","--all"]}"#, ["affected", "--files", "-"], "a b\0-\0--all\0"),
    ("why", #"{"module":"Core","base":"HEAD~1"}"#, ["why", "Core", "--base=HEAD~1"], ""),
    ("query", #"{"expression":"all - deps(A)"}"#, ["query", "all - deps(A)"], ""),
    ("owners", #"{"paths":["A","-B"]}"#, ["owners", "--paths=A", "--paths=-B"], ""),
    (
      "test", #"{"all":true,"failed":false,"modules":["A","./-B"],"filter":"^a$"}"#,
      ["test", "A", "./-B", "--all", "--filter=^a$"], ""
    ),
    ("failures", "{}", ["history", "--failed"], ""),
  ])
  func `arguments become words, none of which can be another flag`(
    name: String, arguments: String, words: [String], input: String
  ) throws {
    #expect(try call(name, arguments) == MCPTool.Call(words: words, input: Array(input.utf8)))
  }

  @Test(arguments: [
    ("affected", "7"), ("affected", #"{"bse":"main"}"#), ("affected", #"{"base":7}"#),
    ("affected", #"{"base":""}"#),
    ("affected", #"{"base":"a\u0000b"}"#), ("affected", #"{"files":[]}"#), ("affected", #"{"files":"a"}"#),
    ("affected", #"{"files":["a",1]}"#), ("affected", #"{"files":[""]}"#),
    ("affected", #"{"files":["a\u0000b"]}"#),
    ("affected", #"{"modules":["--out=/etc/passwd"]}"#), ("test", #"{"modules":["--","-Xswiftc"]}"#),
    ("why", "{}"), ("why", #"{"module":null}"#), ("why", #"{"module":"--all"}"#),
    ("query", #"{"expression":"-"}"#),
    ("test", #"{"all":"true"}"#), ("test", #"{"all":1}"#), ("failures", #"{"base":"main"}"#),
  ])
  func `other arguments are refused`(name: String, arguments: String) {
    let error = #expect(throws: MCPError.self) { try call(name, arguments) }
    #expect(error?.code == -32602)
  }
}

@Suite("Results of tools")
struct MCPResultTests {
  private func result(_ output: String, _ status: ProcessStatus, errors: String = "") -> MCPResult {
    MCPResult("test", status, output: Array(output.utf8), errors: Array(errors.utf8))
  }

  @Test func `an answer is passed on, also when tests failed`() {
    for code in [Int32(0), 1] {
      let result = result("{\"schema\": 1,\n  \"seconds\": 0.500}\n", .exited(code))
      #expect(!result.isError && result.text == #"{"schema":1,"seconds":0.500}"#)
      #expect(
        result.json.compactJSON
          == #"{"content":[{"type":"text","text":"{\"schema\":1,\"seconds\":0.500}"}],"#
          + #""structuredContent":{"schema":1,"seconds":0.500},"isError":false}"#)
    }
  }

  @Test func `a run without a verdict is an error, with what it reports`() {
    let result = result(#"{"schema":1,"outcome":"incomplete"}"#, .exited(2))
    #expect(result.isError && result.text.contains("incomplete"))
  }

  @Test func `an error is told in Ambit's words`() {
    let result = result(
      #"{"schema":1,"error":{"code":"c","message":"it broke","hints":["mend it","or not"]}}"#, .exited(2))
    #expect(result.isError && result.text == "error: it broke\nhint: mend it\nhint: or not")
    #expect(result.answer?["error"]?["code"]?.stringValue == "c")
  }

  @Test(arguments: ["", "{", "7", "[]", "no JSON"])
  func `without an answer the end is told`(output: String) {
    let result = result(output, .signalled(9), errors: "Fatal error: x\n")
    #expect(result.isError && result.answer == nil)
    #expect(
      result.text.hasPrefix(
        "error: `ambit test` exited with signal 9 (SIGKILL) and no answer\nFatal error: x"))
  }
}

@Suite("Lines of a client")
struct MCPLinesTests {
  private func lines(_ pieces: [String], limit: Int = 10) -> [MCPLines.Line] {
    var lines = MCPLines(limit: limit)
    let whole = pieces.flatMap { lines.take(Array($0.utf8)) }
    return whole + [lines.finish()].compactMap(\.self)
  }

  private func message(_ text: String) -> MCPLines.Line { .message(Array(text.utf8)) }

  @Test func `they end where the client ends them`() {
    #expect(
      lines(["a\nb", "c\n", "\n \t\r\n", "d\r\n", "e"]) == [
        message("a"), message("bc"), message("d\r"), message("e"),
      ])
    #expect(lines([]).isEmpty && lines(["\n"]).isEmpty)
  }

  @Test func `one that is too long is dropped, and the next is read`() {
    #expect(lines(["0123456789\n"]) == [message("0123456789")])
    #expect(lines(["0123456789", "a", "b\nc\n"]) == [.tooLong, message("c")])
    #expect(lines([String(repeating: " ", count: 11), "\n", "a"]) == [.tooLong, message("a")])
    #expect(lines(["0123456789a"]) == [.tooLong])
  }
}

@Suite("ambit mcp")
struct MCPCommandTests {
  @Test func `it ends with its input, and says nothing`() throws {
    let sandbox = try CommandSandbox()
    let result = sandbox.run("mcp", executable: "/bin/false")
    #expect(result.exitCode == 0 && result.output == "" && result.errors == "")
  }

  @Test func `it starts itself again, and has to know where it lies`() throws {
    let result = try CommandSandbox().run("mcp")
    #expect(
      result.exitCode == 2 && result.errors.contains("error: Ambit cannot restart itself"))
  }
}
